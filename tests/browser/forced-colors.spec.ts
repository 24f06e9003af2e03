import { expect, type Locator } from '@playwright/test'
import { aClient } from '#tests/support/people.ts'
import { openAsAdministrator } from './admin-users.ts'
import { test } from './fixtures.ts'

test.beforeEach(({ page }) => page.emulateMedia({ forcedColors: 'active' }))

test('sign-ins and refusals can be told apart in the colours of the system @scripts', async ({
  page,
  store,
}) => {
  // Without an application, the dashboard would show the first steps instead.
  await aClient(store)
  await openAsAdministrator(page, store, '/admin/dashboard')
  const [signIns, refused] = ['Signed in', 'Refused'].map((name) =>
    page.locator('#sign-ins li', { hasText: name }).locator('[aria-hidden]'),
  )
  const ink = await page.locator('body').evaluate((body) => getComputedStyle(body).color)
  expect(await colourOf(signIns)).toBe(ink)
  expect(await colourOf(refused)).not.toBe(ink)
})

test('themes are shown in their own colours among the colours of the system @scripts', async ({
  page,
  store,
}) => {
  await openAsAdministrator(page, store, '/admin/settings/ui-theme')
  const ofTheme = (theme: string) => page.locator(`#theme-${theme} ~ [data-theme="${theme}"]`)
  expect(await colourOf(ofTheme('cupcake'))).not.toBe(await colourOf(ofTheme('dracula')))
})

function colourOf(box: Locator | undefined): Promise<string> | undefined {
  return box?.evaluate((element) => getComputedStyle(element).backgroundColor)
}
