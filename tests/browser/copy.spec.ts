import { expect, type Page } from '@playwright/test'
import { anAdministrator, aPerson, openConsole } from './console.ts'
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

test('where nothing can be copied the button says so @scripts', async ({ page, store }) => {
  await withoutClipboard(page)
  await page.addInitScript(() => {
    document.execCommand = () => false
  })
  const person = await aPerson(store)
  await openConsole(page, person, '/account/otp')
  await page.getByRole('button', { name: 'Copy the key' }).click()
  await expect(page.getByText('Copying is not possible here.')).toBeVisible()
})
