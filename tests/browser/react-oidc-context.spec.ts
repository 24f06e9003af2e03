import { expect } from '@playwright/test'
import { refresh } from '#tests/support/oauth.ts'
import { aUser } from '#tests/support/people.ts'
import { remoteServer } from '#tests/support/remote.ts'
import { packagesInOneScript } from './common-js.ts'
import { signIn } from './people.ts'
import { type SinglePageApp, test } from './single-page-app.ts'

const packages = ['react', 'react-dom/client', 'react-oidc-context']

/** The application of the library's own documentation. Its state is at `window.auth`. */
function scripts(authority: string, { clientId, origin }: SinglePageApp): string {
  const settings = {
    authority,
    client_id: clientId,
    redirect_uri: `${origin}/callback`,
    post_logout_redirect_uri: `${origin}/goodbye`,
    scope: 'openid profile offline_access',
    loadUserInfo: true,
    revokeTokensOnSignout: true,
  }
  return `<main></main><script src="/library.js"></script><script>
    const { createElement } = load('react')
    const { AuthProvider, useAuth } = load('react-oidc-context')
    function App() {
      const auth = window.auth = useAuth()
      const button = (name, act) => createElement('button', { onClick: () => void act() }, name)
      if (auth.isLoading) return 'Please wait'
      if (auth.error) return 'Failed: ' + auth.error.message
      if (!auth.isAuthenticated) return button('Sign in', auth.signinRedirect)
      return [auth.user.profile.given_name, button('Sign out', auth.signoutRedirect)]
    }
    const settings = ${JSON.stringify(settings)}
    const onSigninCallback = () => history.replaceState({}, '', '/')
    load('react-dom/client').createRoot(document.querySelector('main')).render(
      createElement(AuthProvider, { ...settings, onSigninCallback }, createElement(App)))
  </script>`
}

test('react-oidc-context signs in, and revokes its tokens when it signs out @scripts', async ({
  page,
  serverUrl,
  store,
  startSinglePageApp,
}) => {
  const user = await aUser(store)
  let clientId = ''
  const library = { script: packagesInOneScript(...packages) }
  const origin = await startSinglePageApp(library, (app) => {
    clientId = app.clientId
    return scripts(serverUrl, app)
  })
  const revoked: unknown[] = []
  page.on('response', (response) => {
    const request = response.request()
    if (!response.url().endsWith('/auth/revoke') || request.method() !== 'POST') return
    const form = new URLSearchParams(request.postData() ?? '')
    revoked.push([form.get('token_type_hint'), response.status()])
  })

  await page.goto(origin)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await signIn(page, user)
  await page.locator('#consent-approve').click()
  await expect(page.locator('main')).toContainText(user.givenName)
  const tokens = await page.evaluate('[auth.user.access_token, auth.user.refresh_token]')
  const [access, refreshToken] = tokens as [string, string]
  const server = remoteServer(serverUrl)
  const userinfo = async () => {
    const headers = { authorization: `Bearer ${access}` }
    return (await server.fetch('/userinfo', { headers })).status
  }
  expect(await userinfo()).toBe(200)

  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(`${origin}/goodbye**`)
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  expect(revoked.toSorted()).toEqual([
    ['access_token', 200],
    ['refresh_token', 200],
  ])
  // Such a token outlives the session: the revocation ended it.
  const client = { clientIdentifier: clientId, redirectUri: '', secret: '' }
  const answer = await refresh(server, client, refreshToken)
  expect(answer.body).toMatchObject({
    error: 'invalid_grant',
    error_description: expect.stringContaining('revoked'),
  })
  expect(await userinfo()).toBe(401)
})
