/** A whole application in the browser: no server of its own, so no secret; PKCE takes its place. */
import { InMemoryWebStorage, UserManager, WebStorageStateStore } from 'oidc-client-ts'

const { issuer, clientId } = await (await fetch('/settings.json')).json()
const manager = new UserManager({
  authority: issuer,
  client_id: clientId,
  redirect_uri: `${location.origin}/callback`,
  post_logout_redirect_uri: `${location.origin}/`,
  scope: 'openid profile email',
  // In memory: a script that gets into the page finds no token lying in a store. A reload asks the
  // server again, whose session answers without a page.
  userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
})

if (location.pathname === '/callback') {
  await manager.signinCallback()
  // The address holds the code, which is of no more use: out of the history with it.
  history.replaceState(null, '', '/')
}

const element = (id) => document.getElementById(id)
element('sign-in').onclick = () => manager.signinRedirect()
element('sign-out').onclick = () => manager.signoutRedirect()
element('renew').onclick = async () => {
  // With the refresh token, which is another one each time.
  await manager.signinSilent()
  await show()
}

let renewals = -1
async function show() {
  const user = await manager.getUser()
  renewals += user ? 1 : 0
  const name = user?.profile.email ?? ''
  element('person').textContent = user
    ? `Hello ${name}. Tokens renewed: ${renewals}`
    : 'Not signed in.'
  element('sign-in').hidden = Boolean(user)
  element('renew').hidden = !user
  element('sign-out').hidden = !user
}
await show()
