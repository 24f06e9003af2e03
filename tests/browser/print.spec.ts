import { expect } from '@playwright/test'
import { openPerson } from './admin-users.ts'
import { test } from './fixtures.ts'

test('on paper stands what a page tells, and nothing to press @scripts', async ({
  page,
  store,
}) => {
  const { email } = await openPerson(page, store, 'details')
  await page.setViewportSize({ width: 718, height: 1000 })
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('#details')).toContainText(email)
  await expect(page.locator('#details dl')).toBeVisible()
  const pressed = page.locator('header a:not([title]), nav, summary, button, .btn')
  await expect(pressed.filter({ visible: true })).toHaveCount(0)
})
