import { fileURLToPath } from 'node:url'
import { expect } from '@playwright/test'
import { aClient } from '#tests/support/people.ts'
import { anAdministrator, openConsole } from './console.ts'
import { test } from './fixtures.ts'

const folder = fileURLToPath(new URL('../../docs/pictures/', import.meta.url))

/** With `TEST_PICTURES=1` the pictures of the README are made anew; otherwise they are only taken. */
const keep = process.env.TEST_PICTURES === '1'

for (const scheme of ['light', 'dark'] as const) {
  test(`the sign-in page can be shown in a picture, ${scheme} @scripts`, async ({
    page,
    serverUrl,
    store,
  }) => {
    const client = await aClient(store, {
      displayName: 'Acme Billing',
      showDisplayName: true,
      description: 'Invoices and payments for teams',
      showDescription: true,
      pkceRequired: false,
    })
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize({ width: 960, height: 720 })
    const start = new URL('/auth/authorize', serverUrl)
    start.search = new URLSearchParams({
      client_id: client.clientIdentifier,
      redirect_uri: client.redirectUri,
      response_type: 'code',
      scope: 'openid',
      login_hint: 'ada@example.org',
    }).toString()
    await page.goto(start.href)
    await expect(page.locator('#page-sign-in')).toBeVisible()
    await page.locator('#password').focus()
    const picture = keep ? { path: `${folder}sign-in-${scheme}.png` } : {}
    const image = await page.screenshot(picture)
    expect(image.byteLength).toBeGreaterThan(10_000)
  })

  test(`the console can be shown in a picture, ${scheme} @scripts`, async ({ page, store }) => {
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize({ width: 1280, height: 800 })
    const administrator = await anAdministrator(store, 'manage')
    await openConsole(page, administrator, '/admin/dashboard')
    const picture = keep ? { path: `${folder}console-${scheme}.png` } : {}
    const image = await page.screenshot(picture)
    expect(image.byteLength).toBeGreaterThan(10_000)
  })
}
