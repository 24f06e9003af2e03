import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { aPublicClient, aUser } from '#tests/support/people.ts'
import { test } from './fixtures.ts'
import { signIn } from './people.ts'
import { startRelyingParty } from './relying-party.ts'

const library = readFileSync(
  new URL('../../node_modules/@okta/okta-auth-js/dist/okta-auth-js.core.min.js', import.meta.url),
)

/** A single-page application: one page for every address, driven through `window.okta`. */
function singlePage(issuer: string, clientId: string, origin: string): string {
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
  return `<!doctype html><title>Application</title><script src="/library.js"></script><script>
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
    // Discovery and the token endpoint are asked with a header of the library's own.
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

    // The library revokes tokens at Okta's own address unless it is told not to.
    await page.evaluate(
      'void okta.signOut({ revokeAccessToken: false, revokeRefreshToken: false })',
    )
    await page.waitForURL(`${origin}/goodbye**`)
    await page.evaluate('void okta.token.getWithRedirect()')
    await expect(page.locator('#page-sign-in')).toBeVisible()
  } finally {
    await application.close()
  }
})
