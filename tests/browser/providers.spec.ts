import { expect, type Page } from '@playwright/test'
import { authorizePath } from '#tests/support/oauth.ts'
import { aClient, aUser, type TestClient, unique } from '#tests/support/people.ts'
import { aProvider, sealedSecret } from '#tests/support/providers.ts'
import { withStore } from '#tests/support/remote.ts'
import { openSecondProvider, type SecondProvider } from '#tests/support/second-provider.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'
import { expectAccessible, expectNobodyLeftOut } from './accessible.ts'
import { test } from './fixtures.ts'
import { answerAt } from './journey.ts'
import { tabThrough } from './keyboard.ts'

/** A separate server: a provider shows on every sign-in page. */
let server: StartedServer
let second: SecondProvider
let client: TestClient

const alias = 'second'

test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ application }) => {
  server = await startServer({ RATE_LIMITER_ENABLED: 'false' })
  second = await openSecondProvider({
    redirectUri: `${server.baseUrl}/auth/provider/${alias}/callback`,
  })
  client = await withStore(server.databaseUrl, async (store) => {
    await store.settings.update({ identityProvidersEnabled: true })
    await aProvider(store, {
      alias,
      displayName: 'Second ID',
      issuer: second.issuer,
      clientId: second.clientId,
      clientSecretEncrypted: sealedSecret(alias, second.clientSecret),
      createUsers: 'any',
    })
    const redirectUris = [`${application.origin}/callback`]
    return aClient(store, {
      pkceRequired: false,
      redirectUris,
      defaultAcrLevel: 'urn:authserver:level1',
    })
  })
})

test.afterAll(async () => {
  await second?.close()
  await server?.remove()
})

/** From the application to the provider's button. */
async function begin(page: Page) {
  await page.goto(`${server.baseUrl}${authorizePath(client)}`)
  const button = page.getByRole('button', { name: 'Second ID' })
  await expect(button).toBeVisible()
  return button
}

test('a provider signs in a person whom nobody knows yet', async ({ page, application }, {
  project,
}) => {
  const sub = unique('person')
  second.person = { sub, email: `${sub}@second.example`, email_verified: true, given_name: 'Zoe' }
  const button = await begin(page)
  if (project.name === 'with scripts') await expectAccessible(page)
  await button.click()
  expect((await answerAt(page, application)).code).toBeTruthy()
  const user = await withStore(server.databaseUrl, (store) =>
    store.users.findByEmail(`${sub}@second.example`),
  )
  expect(user?.givenName).toBe('Zoe')
})

test('an address that has an account is asked for its password once, and the provider signs in after that', async ({
  page,
  application,
}, { project }) => {
  const user = await withStore(server.databaseUrl, (store) => aUser(store))
  second.person = { sub: unique('person'), email: user.email, email_verified: true }
  await (await begin(page)).click()
  await expect(page.locator('#page-provider-account')).toBeVisible()
  if (project.name === 'with scripts') await expectNobodyLeftOut(page)
  await tabThrough(page)
  await page.locator('#password').fill('wrong')
  await page.locator('#password').press('Enter')
  await expect(page.locator('#form-error')).toBeVisible()
  await page.locator('#password').fill(user.password)
  await page.locator('#password').press('Enter')
  expect((await answerAt(page, application)).code).toBeTruthy()
  await page.context().clearCookies()
  await (await begin(page)).click()
  expect((await answerAt(page, application)).code).toBeTruthy()
})

test('a person who cancels at the provider is back at the sign-in', async ({ page }) => {
  second.person = null
  await (await begin(page)).click()
  await expect(page.locator('#page-sign-in')).toBeVisible()
  await expect(page.locator('#form-error')).toBeVisible()
  await expect(page.locator('#email')).toBeVisible()
})

test.describe('in the browser of another app', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/137.0.0.0 Mobile Safari/537.36',
  })

  test('Google’s button says why it does not lead there, with a link to open elsewhere', async ({
    page,
  }, { project }) => {
    const google = await withStore(server.databaseUrl, (store) =>
      aProvider(store, {
        alias: 'google',
        displayName: 'Google',
        preset: 'google',
        issuer: 'https://accounts.google.com',
        clientSecretEncrypted: sealedSecret('google', 'secret'),
      }),
    )
    await begin(page)
    await page.getByRole('button', { name: 'Google' }).click()
    await expect(page.locator('#form-error')).toContainText('inside another app')
    await expect(page.locator('#open-elsewhere')).toContainText(
      `${server.baseUrl}/auth/issue?ceremony=`,
    )
    if (project.name === 'with scripts') {
      await expect(page.getByRole('button', { name: 'Copy the link' })).toBeVisible()
      await expectAccessible(page)
    }
    await expect(page.locator('#password')).toBeVisible()
    await withStore(server.databaseUrl, (store) => store.identityProviders.remove(google.id))
  })
})
