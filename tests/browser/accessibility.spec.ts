import { expect, type Page } from '@playwright/test'
import { themes } from '#lib/domain/branding/themes.ts'
import { messagesOf } from '#lib/i18n/messages.ts'
import { aUser } from '#tests/support/people.ts'
import { expectControlsSeen, expectLargeTargets } from './accessibility-controls.ts'
import { expectContrastIn, expectNobodyLeftOut } from './accessible.ts'
import { anAdministrator, aPerson, openConsole } from './console.ts'
import { documentStates } from './document-states.ts'
import { expectFieldsTurned, expectPasswordsNamed } from './fields.ts'
import { test } from './fixtures.ts'
import { acr, begin } from './journey.ts'
import { tabThrough } from './keyboard.ts'
import { expectLinksHit } from './links-hit.ts'
import { pageStates, showingEverything } from './page-states.ts'
import { aUserWithOtp, signIn } from './people.ts'
import { scriptsBegun } from './scripts-begun.ts'
import { expectToFit, languageOf, measured } from './spoken.ts'

for (const { name, id, go, again, isOnce } of pageStates) {
  // One visit for all rules: the way to a page state takes longer than measuring it.
  test(`nobody is left out by ${name}, nor by a phone, whatever the language @scripts`, async ({
    page,
    store,
    application,
  }) => {
    test.slow()
    const client = await showingEverything(store, application)
    const stage = { page, store, user: await aUser(store), client }
    const speak = await languageOf(page)
    await go(stage)
    await expectPasswordsNamed(page)
    await expectReachable(page)
    await expectLinksHit(page)
    await page.setViewportSize({ width: 320, height: 640 })
    for (const language of measured) {
      await speak(language)
      await (isOnce ? go(stage) : page.reload())
      await again?.(page)
      await expect(page.locator(`#${id}`), language).toBeVisible()
      await expectToFit(page, language, id === 'page-sign-in' || id === 'page-consent')
      if (language === 'ar') await expectFieldsTurned(page)
    }
  })
}

for (const { name, go } of documentStates) {
  test(`nobody is left out by ${name} @scripts`, async ({ page, store, client, user }) => {
    await go({ page, store, user, client })
    await expectReachable(page)
  })
}

test('what is typed wrong is told to screen readers when it happens @scripts', async ({
  page,
  client,
}) => {
  await begin(page, client)
  await scriptsBegun(page)
  await page.locator('#signin-submit').click()
  const alert = page.getByRole('alert').filter({ hasText: /\S/ })
  const { email_required } = messagesOf('en').validator.login
  await expect(alert).toHaveText(email_required)
  await expect(page.locator('#email')).toHaveAccessibleDescription(email_required)
  await expect(page.locator('#email')).toHaveAccessibleName('Email')
})

test('the button that shows a password says so once, by its name @scripts', async ({
  page,
  client,
}) => {
  await begin(page, client)
  const button = page.locator('#password ~ button')
  await expect(button).toHaveAccessibleName('Show password')
  await expect(button).toHaveAccessibleDescription('')
  await button.click()
  await expect(button).toHaveAccessibleName('Hide password')
  // `aria-pressed` together with the changed name would say the opposite.
  await expect(button).not.toHaveAttribute('aria-pressed')
})

test('what an application asks for is told by its name, and then what it means @scripts', async ({
  page,
  client,
  user,
}) => {
  await begin(page, client, { scope: 'openid profile', prompt: 'consent' })
  await signIn(page, user)
  const box = page.locator('input[data-scope=profile]')
  const { title, description } = messagesOf('en').consent.scope.profile
  await expect(box).toHaveAccessibleName(title)
  await expect(box).toHaveAccessibleDescription(description)
})

test('on a phone on its side both fields are in sight without scrolling @no-scripts', async ({
  page,
  client,
}) => {
  await page.setViewportSize({ width: 740, height: 360 })
  await begin(page, client)
  await expect(page.locator('#email')).toBeInViewport({ ratio: 1 })
  await expect(page.locator('#password')).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})

test('whoever asks for more contrast gets darker words and lines @scripts', async ({
  page,
  client,
}) => {
  await begin(page, client)
  const colours = () =>
    page.evaluate(() => {
      const words = document.querySelector('.ui-stage-foot')
      // The edge of a field that has not the focus.
      const line = document.querySelector('#password')?.closest('.input')
      return [words && getComputedStyle(words).color, line && getComputedStyle(line).borderColor]
    })
  const [words, line] = await colours()
  await page.emulateMedia({ contrast: 'more', reducedMotion: 'reduce' })
  expect(await colours()).not.toContain(words)
  expect(await colours()).not.toContain(line)
})

test('nothing stands in a field for a code that could be taken for one @scripts', async ({
  page,
  client,
  store,
}) => {
  await begin(page, client, { acr_values: acr.optional })
  await signIn(page, await aUserWithOtp(store))
  await expect(page.locator('#otp')).not.toHaveAttribute('placeholder')
  await page.context().clearCookies()
  await openConsole(page, await aPerson(store), '/account/otp')
  await expect(page.locator('[autocomplete=one-time-code]')).not.toHaveAttribute('placeholder')
})

test('with the colours of the system the menu says which page is open @scripts', async ({
  page,
  store,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await openConsole(page, await anAdministrator(store, 'manage'), '/account/email')
  const outlines = await page.evaluate(() =>
    [...document.querySelectorAll('nav a')]
      .filter((link) => link.checkVisibility())
      .map((link) => `${link.ariaCurrent} ${getComputedStyle(link).outlineStyle}`),
  )
  expect(outlines).toContain('page solid')
  expect(outlines).toContain('null none')
  expect(outlines).not.toContain('page none')
})

test.describe('every theme has contrast enough', () => {
  test('at the sign-in, refused @scripts', async ({ page, store, application, user }) => {
    await begin(page, await showingEverything(store, application))
    await signIn(page, { ...user, password: 'Not-the-one-1' })
    await expect(page.locator('#form-error')).toBeVisible()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const theme of themes) {
      await expectContrastIn(page, theme)
    }
  })

  test('for what is typed into, ticked and switched, and for the focus @scripts', async ({
    page,
    store,
    application,
    user,
  }) => {
    const client = await showingEverything(store, application)
    await begin(page, client, { scope: 'openid email', prompt: 'consent' })
    await signIn(page, { ...user, password: 'Not-the-one-1' })
    await expect(page.locator('#form-error')).toBeVisible()
    await expectControlsSeen(page, themes)
    await signIn(page, user)
    await expect(page.locator('#page-consent')).toBeVisible()
    await expectControlsSeen(page, themes)
    const administrator = await anAdministrator(store, 'manage')
    await openConsole(page, administrator, '/account/profile')
    for (const path of [
      '/account/profile',
      '/account/picture',
      '/admin/settings/general',
      '/admin/users',
    ]) {
      await page.goto(path)
      await expectControlsSeen(page, themes)
    }
  })

  test('in the console, with a table, badges and a message @scripts', async ({ page, store }) => {
    await aUser(store, { enabled: false })
    await openConsole(page, await anAdministrator(store, 'manage'), '/admin/dashboard')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const theme of themes) {
      await expectContrastIn(page, theme)
    }
  })
})

/** A page that the menu of the console does not frame: Tab goes through all of it. */
async function expectReachable(page: Page): Promise<void> {
  await expectNobodyLeftOut(page)
  await tabThrough(page)
  await expectLargeTargets(page)
}
