import { expect } from '@playwright/test'
import { aUser } from '#tests/support/people.ts'
import { signIn } from './people.ts'
import { type SinglePageApp, test } from './single-page-app.ts'

const library = 'oidc-client-ts/dist/browser/oidc-client-ts.min.js'

/** The page, driven through `window.manager`. */
function scripts(authority: string, { clientId, origin }: SinglePageApp): string {
  const settings = {
    authority,
    client_id: clientId,
    redirect_uri: `${origin}/callback`,
    silent_redirect_uri: `${origin}/callback`,
    post_logout_redirect_uri: `${origin}/goodbye`,
    scope: 'openid profile',
    loadUserInfo: true,
  }
  return `<script src="/library.js"></script><script>
    window.manager = new oidc.UserManager(${JSON.stringify(settings)})
    if (location.pathname === '/callback') window.finished = manager.signinCallback()
  </script>`
}

test('oidc-client-ts signs in, renews silently and signs out in a single-page application @scripts', async ({
  page,
  serverUrl,
  store,
  startSinglePageApp,
}) => {
  const user = await aUser(store)
  const origin = await startSinglePageApp(library, (app) => scripts(serverUrl, app))

  await page.goto(origin)
  await page.evaluate('void manager.signinRedirect()')
  await signIn(page, user)
  await page.waitForURL(`${origin}/callback?**`)
  const signedIn = await page.evaluate('finished.then((user) => user.profile)')
  expect(signedIn).toMatchObject({ sub: user.subject, given_name: user.givenName })

  // The page itself renews with the refresh token, which needs the token endpoint's CORS headers.
  const renewed = await page.evaluate(
    'finished.then((first) => manager.signinSilent().then((next) => [first.access_token, next.access_token]))',
  )
  const [first, next] = renewed as [string, string]
  expect(next).not.toBe(first)

  await page.evaluate('void manager.signoutRedirect()')
  await page.waitForURL(`${origin}/goodbye**`)
  await page.evaluate('void manager.signinRedirect()')
  await expect(page.locator('#page-sign-in')).toBeVisible()
})
