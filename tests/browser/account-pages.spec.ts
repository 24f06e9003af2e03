import { expect, type Page } from '@playwright/test'
import { messagesOf } from '#lib/i18n/messages.ts'
import { aPerson, openConsole, signInToConsole } from './console.ts'
import { test } from './fixtures.ts'

/** The account pages with what stands in the menu for them. */
const pages = [
  ['profile', 'profile'],
  ['picture', 'picture'],
  ['email', 'email'],
  ['email-verification', 'email_verification'],
  ['phone', 'phone'],
  ['address', 'address'],
  ['change-password', 'change_password'],
  ['otp', 'otp'],
  ['manage-consents', 'manage_consents'],
  ['sessions', 'sessions'],
] as const

async function open(page: Page, name: string, title: string): Promise<void> {
  await page.goto(`/account/${name}`)
  await expect(page.locator('#content h1')).toHaveText(title)
}

test('every page is titled @scripts', async ({ page, store }) => {
  const names = messagesOf('en').console.account_nav
  await openConsole(page, await aPerson(store), '/account/profile')
  for (const [path, key] of pages) {
    await open(page, path, names[key])
    await expect(page).toHaveTitle(new RegExp(` - Account - ${names[key]}$`))
  }
})

test.describe('in Arabic', () => {
  test.use({ locale: 'ar' })

  test('every page runs from right to left and shows no bare key @scripts', async ({
    page,
    store,
  }) => {
    const names = messagesOf('ar').console.account_nav
    await openConsole(page, await aPerson(store), '/account/profile')
    for (const [path, key] of pages) {
      await open(page, path, names[key])
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
      await expect(page.locator('body')).not.toContainText(/\b(account|console)\.[a-z_]+/)
    }
    await page.goto('/account/phone')
    await expect(page.locator('#phoneCountryUniqueId option[value=DEU_0]')).toContainText('ألمانيا')
  })
})

test('the welcome page leads people to their account and to the administration', async ({
  page,
  store,
}) => {
  const person = await aPerson(store)
  await page.goto('/')
  await expect(page.getByRole('link', { name: /^Administration/ })).toHaveAttribute(
    'href',
    '/admin',
  )
  await page.getByRole('link', { name: /^Your account/ }).click()
  await expect(page.locator('#page-sign-in')).toBeVisible()
  await signInToConsole(page, person, '/account/profile')
})
