import { expect } from '@playwright/test'
import { aPerson, openConsole } from './console.ts'
import { test } from './fixtures.ts'

test('whoever reads that it was saved may save once more @scripts', async ({ page, store }) => {
  await openConsole(page, await aPerson(store), '/account/address')
  // Whether the form is busy at the very moment when the message appears: a moment later it never is.
  const busy = page.evaluate(
    () =>
      new Promise<string | null | undefined>((resolve) => {
        new MutationObserver((_changes, observer) => {
          const messages = [...document.querySelectorAll('[role=status]')]
          if (!messages.some(({ textContent }) => textContent?.includes('Saved.'))) return
          observer.disconnect()
          resolve(document.querySelector('#submit')?.getAttribute('aria-disabled'))
        }).observe(document.body, { subtree: true, childList: true })
      }),
  )
  await page.locator('#addressLine1').fill('Bahnhofstrasse 1')
  await page.locator('#submit').click()
  expect(await busy).toBeNull()
})
