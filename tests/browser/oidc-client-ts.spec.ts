import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { aPublicClient, aUser } from '#tests/support/people.ts'
import { test } from './fixtures.ts'
import { signIn } from './people.ts'
import { startRelyingParty } from './relying-party.ts'

const library = readFileSync(
  new URL('../../node_modules/oidc-client-ts/dist/browser/oidc-client-ts.min.js', import.meta.url),
)

/** A single-page application: one page for every address, driven through `window.manager`. */
function singlePage(authority: string, clientId: string, origin: string): string {
  const settings = {
    authority,
    client_id: clientId,
    redirect_uri: `${origin}/callback`,
    silent_redirect_uri: `${origin}/callback`,
    post_logout_redirect_uri: `${origin}/goodbye`,
    scope: 'openid profile',
    loadUserInfo: true,
  }
  return `<!doctype html><title>Application</title><script src="/library.js"></script><script>
    window.manager = new oidc.UserManager(${JSON.stringify(settings)})
    if (location.pathname === '/callback') window.finished = manager.signinCallback()
  </script>`
}

test('oidc-client-ts signs in, renews silently and signs out in a single-page application @scripts', async ({
  page,
  serverUrl,
  store,
}) => {
  const user = await aUser(store)
  const pages = { html: '' }
  const application = await startRelyingParty((request, response) => {
    const isLibrary = request.url === '/library.js'
    response.writeHead(200, { 'Content-Type': isLibrary ? 'text/javascript' : 'text/html' })
    response.end(isLibrary ? library : pages.html)
  })
  try {
    const { origin } = application
    const registered = await aPublicClient(store, {
      redirectUris: [`${origin}/callback`, `${origin}/goodbye`],
      webOrigins: [origin],
    })
    pages.html = singlePage(serverUrl, registered.clientIdentifier, origin)

    await page.goto(origin)
    await page.evaluate('void manager.signinRedirect()')
    await signIn(page, user)
    await page.waitForURL(`${origin}/callback?**`)
    const signedIn = await page.evaluate('finished.then((user) => user.profile)')
    expect(signedIn).toMatchObject({ sub: user.subject, given_name: user.givenName })

    // With the refresh token, from the page itself: the token endpoint's CORS answer is needed.
    const renewed = await page.evaluate(
      'finished.then((first) => manager.signinSilent().then((next) => [first.access_token, next.access_token]))',
    )
    const [first, next] = renewed as [string, string]
    expect(next).not.toBe(first)

    await page.evaluate('void manager.signoutRedirect()')
    await page.waitForURL(`${origin}/goodbye**`)
    await page.evaluate('void manager.signinRedirect()')
    await expect(page.locator('#page-sign-in')).toBeVisible()
  } finally {
    await application.close()
  }
})
