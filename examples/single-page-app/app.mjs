/** An application without a server of its own. It cannot keep a secret, so PKCE replaces it. */
import { InMemoryWebStorage, UserManager, WebStorageStateStore } from 'oidc-client-ts'

const { issuer, clientId } = await (await fetch('/settings.json')).json()
const manager = new UserManager({
  authority: issuer,
  client_id: clientId,
  redirect_uri: `${location.origin}/callback`,
  post_logout_redirect_uri: `${location.origin}/`,
  scope: 'openid profile email',
  // In memory, so that an injected script finds no tokens in a browser store. After a reload, "Sign in"
  // gets new tokens, without a page while the session at the server lasts.
  userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
})

let problem
/** Signs out and shows the reason on the page. Cancel returns an error too. */
async function giveUp(error) {
  problem = error.message
  await manager.removeUser()
}

if (location.pathname === '/callback') {
  await manager.signinCallback().catch(giveUp)
  // Removes the used code from the address and the browser's history.
  history.replaceState(null, '', '/')
}

const element = (id) => document.getElementById(id)
element('sign-in').onclick = () => manager.signinRedirect().catch(giveUp).then(show)
element('sign-out').onclick = () => manager.signoutRedirect().catch(giveUp).then(show)
// Uses the refresh token. Each renewal returns a new one.
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
