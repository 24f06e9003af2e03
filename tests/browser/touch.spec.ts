import { expect, type Page } from '@playwright/test'
import { openClient } from './admin-clients.ts'
import { aPerson, openConsole } from './console.ts'
import { test } from './fixtures.ts'
import { minTouchTarget } from './links-hit.ts'

test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

test('on a phone the pages of the account are hit with a finger @scripts', async ({
  page,
  store,
}) => {
  await openConsole(page, await aPerson(store), '/account/profile')
  for (const name of ['profile', 'change-password', 'otp', 'sessions']) {
    await page.goto(`/account/${name}`)
    await expectBroad(page)
  }
})

test('on a phone the pages of the administration are hit with a finger @scripts', async ({
  page,
  store,
}) => {
  const { id } = await openClient(page, store, 'settings')
  const sections = ['settings', 'authentication', 'redirect-uris', 'permissions', 'connect']
  const pages = sections.map((section) => `/admin/clients/${id}/${section}`)
  for (const path of [...pages, '/admin/clients', '/admin/activity']) {
    await page.goto(path)
    await expectBroad(page)
  }
})

test('on a phone the sign-in is hit with a finger @scripts', async ({ page }) => {
  for (const path of ['/account/register', '/forgot-password', '/auth/logout']) {
    await page.goto(path)
    await expectBroad(page)
  }
})

for (const locale of ['it', 'ja']) {
  test.describe(`in ${locale}, on the smallest phone`, () => {
    test.use({ locale, viewport: { width: 320, height: 640 } })

    test('the ways in the bar are broad enough, and stay in it @scripts', async ({
      page,
      store,
    }) => {
      await openClient(page, store, 'settings')
      const bar = await boxOf(page, 'header:has(#menu)')
      for (const name of ['#menu', '#help', '#user-avatar']) {
        const { y, width, height } = await boxOf(page, name)
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(minTouchTarget)
        expect(y).toBeGreaterThanOrEqual(bar.y)
        expect(y + height).toBeLessThanOrEqual(bar.y + bar.height)
      }
    })
  })
}

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).boundingBox()
  if (!box) throw new Error(`${selector} is not shown.`)
  return box
}

/** Buttons, fields and menu links are at least as high as a touch target; icon buttons are also as wide. */
async function expectBroad(page: Page): Promise<void> {
  const menu = page.locator('#menu')
  if (await menu.isVisible()) await menu.click()
  const controls = 'button, a.btn, .input, .select, .textarea, summary, header a, nav a'
  const found = await page.locator(controls).evaluateAll((all) =>
    all
      .filter((one) => one.checkVisibility() && one.clientWidth > 1)
      .map((one) => ({ what: one.outerHTML.slice(0, 200), box: one.getBoundingClientRect() }))
      .map(({ what, box: { width, height } }) => ({ what, width, height })),
  )
  expect(found.length).toBeGreaterThan(0)
  const tooSmall = found.filter(
    ({ width, height }) => Math.min(width, height) < minTouchTarget - 0.5,
  )
  expect(tooSmall).toEqual([])
}
