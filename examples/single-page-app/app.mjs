/** A whole application in the browser: no server of its own, so no secret; PKCE takes its place. */
import { InMemoryWebStorage, UserManager, WebStorageStateStore } from 'oidc-client-ts'

const { issuer, clientId } = await (await fetch('/settings.json')).json()
const manager = new UserManager({
  authority: issuer,
  client_id: clientId,
  redirect_uri: `${location.origin}/callback`,
  post_logout_redirect_uri: `${location.origin}/`,
  scope: 'openid profile email',
  // In memory: a script that gets into the page finds no token lying in a store. After a reload a click
  // on "Sign in" gets new tokens, without a page while the session at the server lasts.
  userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
})

let problem
/** Nobody is signed in then, and the page says why: Cancel comes back as an error too. */
async function giveUp(error) {
  problem = error.message
  await manager.removeUser()
}

if (location.pathname === '/callback') {
  await manager.signinCallback().catch(giveUp)
  // The address holds the code, which is of no more use: out of the history with it.
  history.replaceState(null, '', '/')
}

const element = (id) => document.getElementById(id)
element('sign-in').onclick = () => manager.signinRedirect().catch(giveUp).then(show)
element('sign-out').onclick = () => manager.signoutRedirect().catch(giveUp).then(show)
// With the refresh token, which is another one each time.
element('renew').onclick = () => manager.signinSilent().catch(giveUp).then(show)

let renewals = -1
async function show() {
  const user = await manager.getUser()
  renewals += user ? 1 : 0
  element('person').textContent = user
    ? `Hello ${user.profile.email}. Tokens renewed: ${renewals}`
    : `Not signed in${problem ? `: ${problem}` : '.'}`
  element('sign-in').hidden = Boolean(user)
  element('renew').hidden = !user
  element('sign-out').hidden = !user
}
await show()
