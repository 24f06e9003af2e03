import { expect } from '@playwright/test'
import { directionOf, languages } from '#lib/i18n/languages.ts'
import { messagesOf } from '#lib/i18n/messages.ts'
import { aUser } from '#tests/support/people.ts'
import { expectAccessible } from './accessible.ts'
import { anAdministrator, signInToConsole } from './console.ts'
import { consolePages } from './console-pages.ts'
import { test } from './fixtures.ts'
import { acr, begin } from './journey.ts'
import { expectToFitPhone } from './layout.ts'
import { aUserWithOtp, enterCode, signIn, wrongCode } from './people.ts'
import { scenes, showingEverything } from './scenes.ts'

test('every language is spoken when the request asks for it @scripts', async ({ page, client }) => {
  for (const language of languages) {
    const { pages } = messagesOf(language)
    await begin(page, client, { ui_locales: `xx-YY ${language} en` })
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(page.locator('html')).toHaveAttribute('dir', directionOf(language))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(pages['sign-in'].title)
    await expect(page.locator('#signin-submit')).toHaveText(pages['sign-in'].submit)
    await expect(page).toHaveTitle(new RegExp(` - ${pages['sign-in'].title}$`))
    expect(new URL(page.url()).pathname).toBe('/auth/pwd')
  }
})

test('a language that is not spoken falls back to the browser’s @scripts', async ({
  page,
  client,
}) => {
  await begin(page, client, { ui_locales: 'tlh zz-ZZ ???' })
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test('a sign-in keeps its language, and its direction, to the end', async ({
  page,
  store,
  client,
}) => {
  const texts = messagesOf('ar')
  const user = await aUserWithOtp(store)
  await begin(page, client, { ui_locales: 'ar', acr_values: acr.optional })
  await signIn(page, { ...user, password: 'Not-the-one-1' })
  await expect(page.locator('#form-error')).toHaveText(texts.handler.login.auth_failed)
  await signIn(page, user)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.pages.otp.title)
  await enterCode(page, wrongCode(user.otp))
  await expect(page.locator('#form-error')).toHaveText(texts.handler.otp.incorrect_code)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
})

test('pages that end a sign-in speak its language too @scripts', async ({ page, client }) => {
  const texts = messagesOf('ja').pages
  await begin(page, client, { client_id: 'nobody', ui_locales: 'ja' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    texts.error.client_not_found.title,
  )
  await page.goto('/auth/logout?ui_locales=ja')
  await expect(page.locator('#logout-confirm')).toHaveText(texts['logout-confirm'].confirm)
  await page.locator('#logout-confirm').click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
  await expect(page.locator('#page-signed-out')).toContainText(texts['signed-out'].message)
})

test.describe('without a wish of the request', () => {
  test.use({ locale: 'de-AT' })

  test('the browser’s language is spoken @scripts', async ({ page, client }) => {
    const texts = messagesOf('de').pages
    await begin(page, client)
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await expect(page.locator('#signin-submit')).toHaveText(texts['sign-in'].submit)
    await page.goto('/no/such/page')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts['not-found'].title)
  })
})

const phone = { width: 320, height: 640 }

for (const language of languages) {
  test.describe(`on a phone in ${language}`, () => {
    test.use({ locale: language, viewport: phone })

    test('no text of a sign-in is cut @scripts', async ({ page, store, application }) => {
      test.slow()
      const client = await showingEverything(store, application)
      for (const { name, id, go } of scenes) {
        await page.context().clearCookies()
        await go({ page, store, user: await aUser(store), client })
        await expect(page.locator(`#${id}`), name).toBeVisible()
        await expect(page.locator('html')).toHaveAttribute('lang', language)
        await expectToFitPhone(page)
        if (language === 'ar') await expectAccessible(page)
      }
    })

    test('no text of the console is cut @scripts', async ({ page, store }) => {
      test.slow()
      const visitor = await anAdministrator(store, 'manage')
      const pages = await consolePages(store, visitor)
      await signInToConsole(page, visitor, '/account/profile')
      for (const path of pages) {
        await page.goto(path)
        await expect(page.locator('html')).toHaveAttribute('lang', language)
        await expectToFitPhone(page)
        if (language === 'ar' && inArabic.test(path)) await expectAccessible(page)
      }
    })
  })
}

/** Pages that axe reads in Arabic too: of every kind one. */
const inArabic =
  /^\/account\/(profile|sessions)$|^\/admin\/(dashboard|users|clients\/new|settings\/keys)$|\/permissions$/
