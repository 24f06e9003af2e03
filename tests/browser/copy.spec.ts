import { expect, type Page } from '@playwright/test'
import { openPerson } from './admin-users.ts'
import { anAdministrator, openConsole } from './console.ts'
import { test } from './fixtures.ts'

/** Simulates pages over plain http from another machine, where browsers disable the clipboard. */
function withoutClipboard(page: Page): Promise<unknown> {
  return page.addInitScript(() =>
    Object.defineProperty(navigator, 'clipboard', { value: undefined }),
  )
}

test('a value is copied where the browser keeps its clipboard from the page, in a dialog too @scripts', async ({
  page,
  store,
}) => {
  await withoutClipboard(page)
  await openConsole(page, await anAdministrator(store, 'manage'), '/admin/settings/keys')
  await page.locator('#public-key-current').click()
  const dialog = page.getByRole('dialog')
  const copy = dialog.getByRole('button', { name: 'Copy' }).first()
  await copy.click()
  await expect(dialog.getByRole('status').first()).toHaveText('Copied')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await page.goto('/admin/users')
  await page.locator('#search').press('ControlOrMeta+v')
  await expect(page.locator('#search')).toHaveValue(/^-----BEGIN PUBLIC KEY-----/)
})

test('where nothing can be copied the value is selected, and the keyboard copies it @scripts', async ({
  page,
  store,
}) => {
  await withoutClipboard(page)
  await page.addInitScript(() => {
    document.execCommand = () => false
  })
  const user = await openPerson(page, store, 'details')
  await page.getByRole('button', { name: 'Copy the user ID' }).click()
  await expect(page.getByText('Press Ctrl C to copy.')).toBeVisible()
  expect(await page.evaluate(() => String(window.getSelection()))).toBe(user.subject)
})

test('without scripts there is no button to copy @no-scripts', async ({ page, store }) => {
  const user = await openPerson(page, store, 'details')
  await expect(page.locator('#subject')).toHaveText(user.subject)
  await expect(page.getByRole('button', { name: 'Copy the user ID' })).toHaveCount(0)
})
