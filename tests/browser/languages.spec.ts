import { expect, type Page } from '@playwright/test'
import { directionOf, type Language, languages } from '#lib/i18n/languages.ts'
import { messagesOf } from '#lib/i18n/messages.ts'
import { aUser } from '#tests/support/people.ts'
import { aWord } from './admin-users.ts'
import { consoleParts } from './all-pages.ts'
import { anAdministrator, openConsole } from './console.ts'
import { consolePages } from './console-pages.ts'
import { expectFieldsTurned } from './fields.ts'
import { test } from './fixtures.ts'
import { acr, begin } from './journey.ts'
import { partsOf } from './line-breaks.ts'
import { aUserWithOtp, enterCode, signIn, wrongCode } from './people.ts'
import { scriptsBegun } from './scripts-begun.ts'
import { expectToFit, languageOf, measured } from './spoken.ts'

test('every language is spoken when the request asks for it @scripts', async ({ page, client }) => {
  for (const language of languages) {
    const { card, pages } = messagesOf(language)
    await begin(page, client, { ui_locales: `xx-YY ${language} en` })
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(page.locator('html')).toHaveAttribute('dir', directionOf(language))
    const title = card.sign_in.title.replace('<name></name>', client.clientIdentifier)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.locator('#signin-submit')).toHaveText(pages['sign-in'].submit)
    expect(await page.title()).toContain(title)
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

test('a sign-in keeps its language, and its direction, to the end @scripts', async ({
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
  await expect(page.locator('#logout-confirm')).toHaveText(texts['logout-confirm'].continue)
  await page.locator('#logout-confirm').click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
  await expect(page.locator('#page-signed-out')).toContainText(texts['signed-out'].message)
})

test('in Arabic an address that begins with a number is not turned round @scripts', async ({
  page,
  store,
}) => {
  const visitor = await anAdministrator(store, 'manage')
  const email = `24.${aWord()}@example.org`
  const user = await aUser(store, { email, givenName: '', familyName: '' })
  await openConsole(page, visitor, `/admin/users/${user.id}/details`)
  const speak = await languageOf(page)
  await speak('ar')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(email)
  const places = (await partsOf(heading, /./)).map(({ left }) => left)
  expect(places).toHaveLength(email.length)
  expect(places).toEqual([...places].sort((one, other) => one - other))
})

test('in Arabic a Latin name stands at the start of its line, and the button of a password at the end @scripts', async ({
  page,
  client,
  user,
}) => {
  await begin(page, client, { ui_locales: 'ar' })
  await signIn(page, user)
  await page.waitForURL((url) => url.pathname !== '/auth/pwd')
  await begin(page, client, { ui_locales: 'ar', prompt: 'login' })
  const edges = await page
    .locator('.ui-account-chip bdi')
    .evaluateAll((names) => names.map((name) => Math.round(name.getBoundingClientRect().right)))
  expect(edges.length).toBeGreaterThan(1)
  expect(Math.max(...edges) - Math.min(...edges)).toBeLessThanOrEqual(1)
  const field = await page.locator('#password').boundingBox()
  const button = await page
    .getByRole('button', { name: messagesOf('ar').common.show_password })
    .boundingBox()
  expect(button?.x ?? 0).toBeLessThan(field?.x ?? 0)
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

  test('the documentation is in English, and says so @scripts', async ({ page }) => {
    await page.goto('/docs')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Documentation')
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  for (const part of consoleParts) {
    test(`no text of the pages of ${part} is cut on a phone, whatever the language @scripts`, async ({
      page,
      store,
    }) => {
      test.slow()
      const visitor = await anAdministrator(store, 'manage')
      const pages = (await consolePages(store, visitor)).filter((path) => path.match(part))
      await openConsole(page, visitor, pages[0] ?? '')
      const speak = await languageOf(page)
      for (const path of pages) {
        for (const [at, language] of measured.entries()) {
          await speak(language)
          await (at === 0 ? page.goto(path) : drawAnew(page, language))
          await expectToFit(page, language, inArabic.test(path))
          if (language === 'ar') await expectFieldsTurned(page)
        }
      }
    })
  }
})

/**
 * Re-renders the page with new data and waits until it is in this language. The result equals a page load,
 * which takes longer.
 */
async function drawAnew(page: Page, language: Language): Promise<void> {
  await scriptsBegun(page)
  await page.evaluate('next.router.refresh()')
  // Checks every frame, where an expectation would retry after 100 ms and then 250 ms.
  await page.waitForFunction((wanted) => document.documentElement.lang === wanted, language)
}

/** Console pages that axe also checks in Arabic. It finds almost everything in English, on every page. */
const inArabic = /^\/account\/profile$|^\/admin\/users$/
