import type { Page } from '@playwright/test'
import { scriptsBegun } from './scripts-begun.ts'

const scripts = /\/_next\/static\/.*\.js/

/** Opens a page, changes it before its scripts arrive, and lets them in. */
export async function changeEarly(page: Page, path: string, change: () => Promise<unknown>) {
  const arrival = Promise.withResolvers<void>()
  await page.route(scripts, async (route) => {
    await arrival.promise
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  await change()
  arrival.resolve()
  await page.unrouteAll({ behavior: 'wait' })
  await scriptsBegun(page)
}

/** The sentence of the bar that saves a form. */
export const unsaved = (page: Page) =>
  page.getByRole('status').filter({ hasText: /unsaved change/ })
