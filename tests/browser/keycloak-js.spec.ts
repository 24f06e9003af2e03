import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { aPublicClient, aUser } from '#tests/support/people.ts'
import { test } from './fixtures.ts'
import { signIn } from './people.ts'
import { startRelyingParty } from './relying-party.ts'

const library = readFileSync(
  new URL('../../node_modules/keycloak-js/lib/keycloak.js', import.meta.url),
)

/** A single-page application: one page for every address, driven through `window.keycloak`. */
function singlePage(oidcProvider: string, clientId: string, origin: string): string {
  const options = { redirectUri: `${origin}/callback`, checkLoginIframe: false, useNonce: true }
  return `<!doctype html><title>Application</title><script type="module">
    import Keycloak from '/library.js'
    const keycloak = new Keycloak(${JSON.stringify({ oidcProvider, clientId })})
    window.keycloak = keycloak
    window.ready = keycloak.init(${JSON.stringify(options)})
  </script>`
}

test('keycloak-js signs in, reads UserInfo, refreshes and signs out with its oidcProvider @scripts', async ({
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
    expect(await page.evaluate('ready')).toBe(false)
    await page.evaluate("void keycloak.login({ scope: 'openid profile email' })")
    await signIn(page, user)
    await page.waitForURL(`${origin}/callback**`)
    // The code is redeemed with `credentials: 'include'`.
    expect(await page.evaluate('ready')).toBe(true)
    expect(await page.evaluate('keycloak.idTokenParsed')).toMatchObject({ sub: user.subject })

    expect(await page.evaluate('keycloak.loadUserInfo()')).toMatchObject({
      sub: user.subject,
      email: user.email,
    })

    const [first, next] = (await page.evaluate(
      '(async () => { const first = keycloak.token; await keycloak.updateToken(-1); return [first, keycloak.token] })()',
    )) as [string, string]
    expect(next).not.toBe(first)

    await page.evaluate((address) => {
      const { keycloak } = window as unknown as { keycloak: { logout(options: object): void } }
      keycloak.logout({ redirectUri: address })
    }, `${origin}/goodbye`)
    await page.waitForURL(`${origin}/goodbye**`)
    await page.evaluate('ready.then(() => void keycloak.login())')
    await expect(page.locator('#page-sign-in')).toBeVisible()
  } finally {
    await application.close()
  }
})
