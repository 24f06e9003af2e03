import { expect, type Page } from '@playwright/test'
import { authorizePath } from '#tests/support/oauth.ts'
import { aUser, unique } from '#tests/support/people.ts'
import { aProvider, sealedSecret } from '#tests/support/providers.ts'
import { withStore } from '#tests/support/remote.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { expectAccessible, expectNobodyLeftOut } from './accessible.ts'
import { postOn } from './console.ts'
import { test } from './fixtures.ts'
import { answerAt } from './journey.ts'
import { tabThrough } from './keyboard.ts'
import { type SecondProviderScene, secondProviderScene } from './second-provider.ts'

let scene: SecondProviderScene

test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ application }) => {
  scene = await secondProviderScene(application)
})

test.afterAll(async () => {
  await scene?.close()
})

/** From the application to the provider's button. */
async function begin(page: Page) {
  await page.goto(`${scene.server.baseUrl}${authorizePath(scene.client)}`)
  const button = page.getByRole('button', { name: 'Second ID' })
  await expect(button).toBeVisible()
  return button
}

test('a provider signs in a person whom nobody knows yet', async ({ page, application }, {
  project,
}) => {
  const sub = unique('person')
  scene.second.person = {
    sub,
    email: `${sub}@second.example`,
    email_verified: true,
    given_name: 'Zoe',
  }
  const button = await begin(page)
  if (project.name === 'with scripts') await expectAccessible(page)
  await button.click()
  expect((await answerAt(page, application)).code).toBeTruthy()
  const user = await withStore(scene.server.databaseUrl, (store) =>
    store.users.findByEmail(`${sub}@second.example`),
  )
  expect(user?.givenName).toBe('Zoe')
})

test('an address that has an account is asked for its password once, and the provider signs in after that', async ({
  page,
  application,
}, { project }) => {
  const user = await withStore(scene.server.databaseUrl, (store) => aUser(store))
  scene.second.person = { sub: unique('person'), email: user.email, email_verified: true }
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

/** Presses the provider's button, and comes to the console. */
async function enterConsole(page: Page) {
  await page.getByRole('button', { name: 'Second ID' }).click()
  await postOn(page)
  await expect(page).toHaveURL(/\/account\/linked-accounts$/)
}

test('who has nothing but a provider confirms a change by a new sign-in, or sets a password', async ({
  page,
}, { project }) => {
  const sub = unique('person')
  scene.second.person = { sub, email: `${sub}@second.example`, email_verified: true }
  await page.goto(`${scene.server.baseUrl}/account/linked-accounts`)
  await enterConsole(page)
  await withStore(scene.server.databaseUrl, async (store) => {
    const user = await store.users.findByEmail(`${sub}@second.example`)
    const twentyMinutesAgo = new Date(Date.now() - 1_200_000)
    for (const { id } of await sessionsOf(store, user?.id ?? 0))
      await store.sessions.update(id, { authTime: twentyMinutesAgo })
  })
  await page.reload()
  await page.getByText('Disconnect', { exact: true }).click()
  await expect(page.getByRole('link', { name: 'Set a password instead' })).toBeVisible()
  if (project.name === 'with scripts') await expectAccessible(page)
  await page.getByRole('link', { name: 'Sign in again' }).click()
  await enterConsole(page)
  await page.getByText('Disconnect', { exact: true }).click()
  await expect(page.getByRole('button', { name: 'Disconnect Second ID' })).toBeVisible()
})

test('a person who cancels at the provider is back at the sign-in', async ({ page }) => {
  scene.second.person = null
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
    const google = await withStore(scene.server.databaseUrl, (store) =>
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
      `${scene.server.baseUrl}/auth/issue?ceremony=`,
    )
    if (project.name === 'with scripts') {
      await expect(page.getByRole('button', { name: 'Copy the link' })).toBeVisible()
      await expectAccessible(page)
    }
    await expect(page.locator('#password')).toBeVisible()
    await withStore(scene.server.databaseUrl, (store) => store.identityProviders.remove(google.id))
  })
})

test('of many providers five stand below the form, and the others under “More ways to sign in”', async ({
  page,
}, { project }) => {
  await withStore(scene.server.databaseUrl, async (store) => {
    for (let i = 1; i <= 6; i++) await aProvider(store, { displayName: `${project.name} ${i}` })
  })
  await begin(page)
  const all = await page.locator('#page-sign-in button[id^=provider-]').count()
  await expect(page.locator('#page-sign-in button[id^=provider-]:visible')).toHaveCount(5)
  await page.getByText('More ways to sign in').click()
  await expect(page.locator('#page-sign-in button[id^=provider-]:visible')).toHaveCount(all)
})
