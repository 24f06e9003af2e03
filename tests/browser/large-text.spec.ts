import { expect } from '@playwright/test'
import { aUser } from '#tests/support/people.ts'
import { browserFlags } from '../run/browser-flags.mjs'
import { anAdministrator, openConsole } from './console.ts'
import { consolePages } from './console-pages.ts'
import { test } from './fixtures.ts'
import { expectLargeTextToFit } from './layout.ts'
import { scenes, showingEverything } from './scenes.ts'

const executablePath = process.env.TEST_BROWSER

/** A browser whose owner has chosen letters twice as large. */
test.use({
  launchOptions: {
    args: [...browserFlags(), '--blink-settings=defaultFontSize=32'],
    ...(executablePath ? { executablePath } : {}),
  },
})

test('nothing is lost of a page of a sign-in when letters are twice as large @scripts', async ({
  page,
  store,
  application,
}) => {
  const client = await showingEverything(store, application)
  for (const { name, id, go } of scenes) {
    await page.context().clearCookies()
    await go({ page, store, user: await aUser(store), client })
    await expect(page.locator(`#${id}`), name).toBeVisible()
    await expectLargeTextToFit(page)
  }
})

test('nothing is lost of a page of the console when letters are twice as large @scripts', async ({
  page,
  store,
}) => {
  test.slow()
  const visitor = await anAdministrator(store, 'manage')
  const pages = await consolePages(store, visitor)
  await openConsole(page, visitor, '/account/profile')
  for (const path of pages) {
    await page.goto(path)
    await expectLargeTextToFit(page)
  }
})
