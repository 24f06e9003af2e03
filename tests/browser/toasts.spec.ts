import { expect } from '@playwright/test'
import { aGroup, aUser } from '#tests/support/people.ts'
import { openAsAdministrator } from './admin-users.ts'
import { aPerson, openConsole } from './console.ts'
import { test } from './fixtures.ts'

test('whoever reads that it was saved may save once more @scripts', async ({ page, store }) => {
  await openConsole(page, await aPerson(store), '/account/address')
  // The form's busy state at the very moment the message appears; a moment later it is never busy.
  const busy = page.evaluate(
    () =>
      new Promise<string | null | undefined>((resolve) => {
        new MutationObserver((_changes, observer) => {
          const messages = [...document.querySelectorAll('[role=status]')]
          if (!messages.some(({ textContent }) => textContent?.includes('Saved.'))) return
          observer.disconnect()
          resolve(document.querySelector('#submit')?.getAttribute('aria-disabled') ?? null)
        }).observe(document.body, { subtree: true, childList: true })
      }),
  )
  await page.locator('#addressLine1').fill('Bahnhofstrasse 1')
  await page.locator('#submit').click()
  expect(await busy).toBeNull()
})

test('what is said again stands there once @scripts', async ({ page, store }) => {
  await openConsole(page, await aPerson(store), '/account/address')
  const dismiss = page.getByRole('status').getByRole('button', { name: 'Dismiss' })
  await page.locator('#addressLine1').fill('Bahnhofstrasse 1')
  await page.locator('#submit').click()
  // The message keeps the focus, however long the second answer takes.
  await dismiss.focus()
  const first = await dismiss.elementHandle()
  await page
    .locator('#addressLine1')
    .evaluate((input: HTMLInputElement) => input.form?.requestSubmit())
  await expect.poll(() => first?.evaluate((button) => button.isConnected)).toBe(false)
  await expect(dismiss).toHaveCount(1)
})

test('an undo that comes after the end of the session says so @scripts', async ({
  page,
  store,
}) => {
  const user = await aUser(store)
  const group = await aGroup(store, {}, [user])
  await openAsAdministrator(page, store, `/admin/groups/${group.id}/members`)
  await page.locator(`#remove-${user.id}`).click()
  await expect(page.locator('#undo')).toBeVisible()
  await page.context().clearCookies()
  await page.locator('#undo').click()
  await expect(page.getByRole('status').getByRole('alert')).toContainText('You’ve been signed out')
})
