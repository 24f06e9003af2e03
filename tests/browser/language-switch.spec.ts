import { expect, type Page } from '@playwright/test'
import { aUser } from '#tests/support/people.ts'
import { chooseLanguage } from './choose-language.ts'
import { test } from './fixtures.ts'
import { begin } from './journey.ts'
import { openFormerReset, openReset } from './mailed-links.ts'
import { signIn } from './people.ts'

const day = 24 * 60 * 60

test('an application’s language comes before an older choice, and a choice of this sign-in before both', async ({
  page,
  client,
  user,
  serverUrl,
}) => {
  const longAgo = Math.floor(Date.now() / 1000) - day
  const value = `de.${longAgo}`
  await page.context().addCookies([{ name: 'authserver-language', value, url: serverUrl }])
  await begin(page, client, { ui_locales: 'ja', scope: 'openid email', prompt: 'consent' })
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
  await chooseLanguage(page, 'fr')
  await signIn(page, { ...user, password: 'Not-the-one-1' })
  await expect(page.locator('#form-error')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  const signInPage = page.url()
  await page.goto(signInPage.replace('/auth/pwd', '/forgot-password'))
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  await page.goto(signInPage)
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  await signIn(page, user)
  await expect(page.locator('#page-consent')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
})

const problems: readonly [name: string, id: string, go: (page: Page) => Promise<unknown>][] = [
  ['an unknown address', 'page-not-found', (page) => page.goto('/no/such/page')],
  [
    'a refused request',
    'page-auth-error',
    (page) => page.goto('/auth/authorize?client_id=nobody&response_type=code'),
  ],
  [
    'a link that never was',
    'page-link-expired',
    (page) => page.goto('/reset-password?code=unknown'),
  ],
  ['a forgotten password', 'page-forgot-password', (page) => page.goto('/forgot-password')],
]
for (const [name, id, go] of problems) {
  test(`the language of ${name} is switched on its page, which stays`, async ({ page }) => {
    await go(page)
    const before = page.url()
    await chooseLanguage(page, 'de')
    await expect(page.locator(`#${id}`)).toBeVisible()
    expect(page.url()).toBe(before)
  })
}

test('the language of a used link is switched, and the page still says so', async ({
  page,
  store,
}) => {
  await openFormerReset(page, store, { used: true })
  await chooseLanguage(page, 'de')
  await expect(page.locator('#page-link-expired')).toContainText('Link')
})

test('behind a mailed link a refused password leads to its step in another language', async ({
  page,
  store,
}) => {
  await openReset(page, store)
  await page.locator('#password').fill('short')
  await page.locator('#self-service-submit').click()
  await expect(page.locator('#form-error, #password-error').first()).toBeVisible()
  await chooseLanguage(page, 'de')
  await expect(page.locator('#page-reset-password')).toBeVisible()
  await expect(page.locator('#password')).toHaveValue('')
})

test('the address that was typed for a mail comes along into the other language @scripts', async ({
  page,
  store,
}) => {
  const user = await aUser(store)
  await page.goto('/forgot-password')
  await page.locator('#email').fill(user.email)
  await chooseLanguage(page, 'de')
  await expect(page.locator('#email')).toHaveValue(user.email)
})

test('the page that posts the answer to the application speaks the language that was chosen @no-scripts', async ({
  page,
  client,
  user,
}) => {
  await begin(page, client, { response_mode: 'form_post' })
  await chooseLanguage(page, 'fr')
  await signIn(page, user)
  await expect(page.locator('form')).toHaveAttribute('action', client.redirectUri)
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  await page.getByRole('button', { name: 'Continuer' }).click()
  await page.waitForURL(client.redirectUri)
})
