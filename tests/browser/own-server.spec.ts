import { expect } from '@playwright/test'
import { authorizePath } from '#tests/support/oauth.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { withStore } from '#tests/support/remote.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'
import { chooseLanguage } from './choose-language.ts'
import { test } from './fixtures.ts'
import { acr, answerTo, expectErrorPage, interactionOf } from './journey.ts'
import { aUserWithOtp, enterCode, signIn, wrongCode } from './people.ts'

const tooMany = { status: 429, title: 'Too many tries' }

/** A separate server, because other tests must not depend on its settings. */
let server: StartedServer

test.describe.configure({ mode: 'default' })

test.beforeAll(async () => {
  server = await startServer({ RATE_LIMITER_ENABLED: 'true' })
})
test.afterAll(() => server?.remove())

test('too many wrong passwords are told on a page, and how long to wait @scripts', async ({
  page,
}) => {
  const { user, client } = await withStore(server.databaseUrl, async (store) => ({
    user: await aUser(store),
    client: await aClient(store, { pkceRequired: false }),
  }))
  await page.goto(server.baseUrl + authorizePath(client))
  const form = { ceremonyId: interactionOf(page), email: user.email, password: 'Not-the-one-1' }
  for (let attempt = 1; attempt <= 10; attempt++) {
    const response = await page.request.post(`${server.baseUrl}/auth/pwd`, {
      form,
      maxRedirects: 0,
    })
    expect(response.status(), `attempt ${attempt}`).toBe(303)
  }
  const response = await answerTo(page, () => signIn(page, user))
  await expectErrorPage(page, response, tooMany)
  expect(Number(response.headers()['retry-after'])).toBeGreaterThan(0)
  // The switch leads back to the step, where somebody else may sign in.
  await chooseLanguage(page, 'de')
  await expect(page.locator('#page-sign-in')).toBeVisible()
  await expect(page.locator('#password')).toHaveValue('')
})

test('too many wrong codes are told on a page @scripts', async ({ page }) => {
  const { user, client } = await withStore(server.databaseUrl, async (store) => ({
    user: await aUserWithOtp(store),
    client: await aClient(store, { pkceRequired: false }),
  }))
  await page.goto(server.baseUrl + authorizePath(client, { acr_values: acr.optional }))
  await signIn(page, user)
  await expect(page.locator('#page-otp')).toBeVisible()
  const form = { ceremonyId: interactionOf(page), otp: wrongCode(user.otp) }
  for (let attempt = 1; attempt <= 5; attempt++) {
    await page.request.post(`${server.baseUrl}/auth/otp`, { form, maxRedirects: 0 })
  }
  const response = await answerTo(page, () => enterCode(page, wrongCode(user.otp)))
  await expectErrorPage(page, response, tooMany)
})

test('the theme and the name of the settings are shown on every page @scripts', async ({
  page,
}) => {
  await page.goto(server.baseUrl)
  await expect(page.locator('html')).not.toHaveAttribute('data-theme')
  const background = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const before = await background()
  await withStore(server.databaseUrl, (store) =>
    store.settings.update({ uiTheme: 'dracula', appName: 'Acme <Login>' }),
  )
  for (const path of ['/', '/auth/logout', '/auth/authorize', '/no/such/page', '/no-such.page']) {
    await page.goto(server.baseUrl + path)
    await expect(page.locator('html'), path).toHaveAttribute('data-theme', 'dracula')
    await expect(page.locator('header'), path).toContainText('Acme <Login>')
    await expect(page, path).toHaveTitle(/ · Acme <Login>$/)
  }
  expect(await background()).not.toBe(before)
})
