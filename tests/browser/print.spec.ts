import { expect } from '@playwright/test'
import { openAsAdministrator, openPerson } from './admin-users.ts'
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

test('on paper stands the search that chose what is listed, and none that is empty @scripts', async ({
  page,
  store,
}) => {
  await openAsAdministrator(page, store, '/admin/groups')
  await page.emulateMedia({ media: 'print' })
  const search = page.getByRole('searchbox')
  await expect(page.locator('#content')).toBeVisible()
  await expect(search).toBeHidden()
  await page.goto('/admin/groups?query=nobody')
  await expect(search).toBeVisible()
})
