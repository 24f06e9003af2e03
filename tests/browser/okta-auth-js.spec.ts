import { expect } from '@playwright/test'
import { aUser } from '#tests/support/people.ts'
import { signIn } from './people.ts'
import { type SinglePageApp, test } from './single-page-app.ts'

const library = '@okta/okta-auth-js/dist/okta-auth-js.core.min.js'

/** The page, driven through `window.okta`. */
function scripts(issuer: string, { clientId, origin }: SinglePageApp): string {
  const settings = {
    issuer,
    authorizeUrl: `${issuer}/auth/authorize`,
    tokenUrl: `${issuer}/auth/token`,
    userinfoUrl: `${issuer}/userinfo`,
    logoutUrl: `${issuer}/auth/logout`,
    clientId,
    redirectUri: `${origin}/callback`,
    postLogoutRedirectUri: `${origin}/goodbye`,
    scopes: ['openid', 'profile', 'email'],
    pkce: true,
  }
  return `<script src="/library.js"></script><script>
    window.okta = new OktaAuth(${JSON.stringify(settings)})
    if (location.pathname === '/callback') {
      window.finished = okta.token.parseFromUrl().then(({ tokens }) => {
        okta.tokenManager.setTokens(tokens)
        return tokens
      })
    }
  </script>`
}

test('okta-auth-js signs in, reads UserInfo, refreshes and signs out @scripts', async ({
  page,
  serverUrl,
  store,
  startSinglePageApp,
}) => {
  const user = await aUser(store)
  const origin = await startSinglePageApp(library, (app) => scripts(serverUrl, app))

  await page.goto(origin)
  // The library adds a header of its own to discovery and token requests.
  await page.evaluate('void okta.token.getWithRedirect()')
  await signIn(page, user)
  await page.waitForURL(`${origin}/callback**`)
  expect(await page.evaluate('finished.then((tokens) => tokens.idToken.claims)')).toMatchObject({
    sub: user.subject,
  })

  expect(await page.evaluate('okta.token.getUserInfo()')).toMatchObject({
    sub: user.subject,
    email: user.email,
  })

  const [first, next] = (await page.evaluate(
    'finished.then((first) => okta.token.renewTokens().then((next) => [first.accessToken.accessToken, next.accessToken.accessToken]))',
  )) as [string, string]
  expect(next).not.toBe(first)

  // By default, the library revokes tokens at Okta's own path.
  await page.evaluate('void okta.signOut({ revokeAccessToken: false, revokeRefreshToken: false })')
  await page.waitForURL(`${origin}/goodbye**`)
  await page.evaluate('void okta.token.getWithRedirect()')
  await expect(page.locator('#page-sign-in')).toBeVisible()
})
