import { expect } from '@playwright/test'
import { aUser } from '#tests/support/people.ts'
import { signIn } from './people.ts'
import { type SinglePageApp, test } from './single-page-app.ts'

const library = 'keycloak-js/lib/keycloak.js'

/** The page, driven through `window.keycloak`. */
function scripts(oidcProvider: string, { clientId, origin }: SinglePageApp): string {
  const options = { redirectUri: `${origin}/callback`, checkLoginIframe: false, useNonce: true }
  return `<script type="module">
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
  startSinglePageApp,
}) => {
  const user = await aUser(store)
  const origin = await startSinglePageApp(library, (app) => scripts(serverUrl, app))

  await page.goto(origin)
  expect(await page.evaluate('ready')).toBe(false)
  await page.evaluate("void keycloak.login({ scope: 'openid profile email' })")
  await signIn(page, user)
  await page.waitForURL(`${origin}/callback**`)
  // The library redeems the code with `credentials: 'include'`.
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
})
