import { expect, type Page } from '@playwright/test'
import { anAdministrator, aPerson, openConsole } from './console.ts'
import { test } from './fixtures.ts'
import { answerTo, begin } from './journey.ts'

const phone = { width: 390, height: 844 }

test('on a phone the rail is a sheet, which a page chosen in it closes', async ({
  page,
  store,
}) => {
  await page.setViewportSize(phone)
  await openConsole(page, await anAdministrator(store, 'manage'), '/admin/users')
  const rail = page.locator('#rail')
  await expect(rail).toBeHidden()
  await page.locator('#menu').click()
  await expect(rail).toBeVisible()
  await rail.getByRole('button', { name: 'Close the menu' }).click()
  await expect(rail).toBeHidden()
  await page.locator('#menu').click()
  await rail.getByRole('link', { name: 'Groups' }).click()
  await expect(page).toHaveURL('/admin/groups')
  await expect(rail).toBeHidden()
})

test('the keyboard opens the sheet of a phone, goes on in it and closes it @scripts', async ({
  page,
  store,
}) => {
  await page.setViewportSize(phone)
  await openConsole(page, await anAdministrator(store, 'manage'), '/admin/users')
  await page.locator('#menu').focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('#rail')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.locator('#rail :focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.locator('#rail')).toBeHidden()
  await expect(page.locator('#menu')).toBeFocused()
})

test('on a phone the pages of the account are a row of tabs @no-scripts', async ({
  page,
  store,
}) => {
  await page.setViewportSize(phone)
  await openConsole(page, await aPerson(store), '/account/sessions')
  const tabs = page.getByRole('navigation', { name: 'Your account' })
  await expect(tabs.getByRole('link', { name: 'Devices' })).toHaveAttribute('aria-current', 'page')
  await tabs.getByRole('link', { name: 'Security' }).click()
  await expect(page).toHaveURL('/account/security')
  await page.getByRole('link', { name: 'Turn on' }).click()
  await expect(page).toHaveURL('/account/otp')
  await expect(tabs.locator('[aria-current]')).toHaveText('Security')
})

test('a tab of a record with several pages shows them below it, and all are in reach @no-scripts', async ({
  page,
  store,
}) => {
  const person = await anAdministrator(store, 'manage')
  await openConsole(page, person, `/admin/users/${person.id}/details`)
  const tabs = page.getByRole('navigation', { name: 'Pages of this user' })
  const parts = page.getByRole('navigation', { name: 'Parts of this tab' })
  await expect(parts).toHaveCount(0)
  await tabs.getByRole('link', { name: 'Profile' }).click()
  await expect(page).toHaveURL(`/admin/users/${person.id}/profile`)
  await parts.getByRole('link', { name: 'Phone' }).click()
  await expect(page).toHaveURL(`/admin/users/${person.id}/phone`)
  await expect(tabs.locator('[aria-current]')).toHaveText('Profile')
  await expect(parts.locator('[aria-current=page]')).toHaveText('Phone')
})

async function chooseTheme(page: Page, name: string): Promise<void> {
  await page.locator('#user-button').click()
  await page.locator('#user-menu').getByRole('button', { name }).click()
}

test('a visitor chooses light or dark for this browser, until the system decides again', async ({
  page,
  store,
}) => {
  const root = page.locator('html')
  await openConsole(page, await aPerson(store), '/account/phone')
  await chooseTheme(page, 'Dark')
  await expect(root).toHaveAttribute('data-theme', 'neutral-dark')
  await expect(page).toHaveURL('/account/phone')
  await page.goto('/')
  await expect(root).toHaveAttribute('data-theme', 'neutral-dark')
  await page.goto('/account/phone')
  await chooseTheme(page, 'System')
  await expect(root).not.toHaveAttribute('data-theme')
})

test('a language chosen on the account pages is kept by the browser and by the account, whose profile decides later @no-scripts', async ({
  page,
  store,
}) => {
  const person = await aPerson(store, { locale: '' })
  await openConsole(page, person, '/account/phone')
  await page.locator('#user-button').click()
  await page.locator('#user-menu summary').click()
  await page.getByRole('button', { name: 'العربية' }).click()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page).toHaveURL('/account/phone')
  expect(await store.users.findById(person.id)).toMatchObject({ locale: 'ar' })
  await expectRailAtStart(page)
  await page.goto('/no/such/page')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
  await page.goto('/account/profile')
  await page.locator('#locale').selectOption('de-AT')
  await answerTo(page, () => page.locator('#submit').click())
  await page.goto('/account/profile')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
})

/** The rail stands at the side where lines begin. */
async function expectRailAtStart(page: Page): Promise<void> {
  const { width = 0 } = page.viewportSize() ?? {}
  const rail = await page.locator('#rail').boundingBox()
  expect(Math.round((rail?.x ?? 0) + (rail?.width ?? 0))).toBe(width)
}

test('a language of an earlier sign-in gives way to the one that an application asks for @no-scripts', async ({
  page,
  context,
  client,
  serverUrl,
}) => {
  const html = page.locator('html')
  await begin(page, client, { ui_locales: 'ja' })
  await page.request.post('/language', { form: { language: 'de' } })
  await begin(page, client, { ui_locales: 'ja' })
  await expect(html, 'chosen in this sign-in').toHaveAttribute('lang', 'de')
  const cookies = await context.cookies(serverUrl)
  const chosen = cookies.find(({ name }) => name.endsWith('-language'))
  if (!chosen) throw new Error('The language is not kept.')
  await context.addCookies([{ ...chosen, value: 'de.1' }])
  await begin(page, client, { ui_locales: 'ja' })
  await expect(html, 'chosen long before').toHaveAttribute('lang', 'ja')
  await begin(page, client)
  await expect(html, 'not asked for').toHaveAttribute('lang', 'de')
})

test('in the colors of the system the current page and the chosen theme are marked @scripts', async ({
  page,
  store,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await openConsole(page, await anAdministrator(store, 'manage'), '/admin/users')
  await page.locator('#user-button').click()
  for (const marked of ['#rail [aria-current=page]', '#user-menu [aria-pressed=true]']) {
    await expect(page.locator(marked)).toHaveCSS('outline-style', 'solid')
  }
})
