import { expect } from '@playwright/test'
import { aClient } from '#tests/support/people.ts'
import { startServer } from '#tests/support/started-server.ts'
import { expectAccessible, expectSound } from './accessible.ts'
import { anAdministrator, openConsole, theAdministrator } from './console.ts'
import { test } from './fixtures.ts'

// Without an application, the dashboard would show the first steps instead.
test.beforeEach(({ store }) => aClient(store))

test('the dashboard counts what there is and leads to it @scripts', async ({ page, store }) => {
  await openConsole(page, await anAdministrator(store, 'manage'), '/admin/dashboard')
  await expect(page.locator('#figure-users')).toHaveText(/\d/)
  await expect(page.locator('#figure-sessions')).toHaveText(/[1-9]/)
  await expect(page.locator('#figure-signIns')).toHaveText(/[1-9]/)
  await expect(page.locator('#figure-active')).toHaveText(/[1-9]/)
  await expect(page.locator('#figure-newUsers')).toHaveText(/[1-9]/)
  await expect(page.locator('#latest-changes')).toBeVisible()
  await page.locator('#range-30d').click()
  await expect(page.locator('#range-30d')).toHaveAttribute('aria-current', 'true')
  await page.locator('#sign-ins summary').click()
  const days = page.locator('#sign-ins tbody tr')
  // Thirty days of 24 hours touch 31 days of the calendar, but 30 in the last hour of a day.
  await expect(days.nth(29)).toBeVisible()
  expect([30, 31]).toContain(await days.count())
  const signIns = await days.locator('td:first-of-type').allTextContents()
  // Newest first: today's row, or yesterday's if midnight has just passed.
  expect(signIns.slice(0, 2)).toContainEqual(expect.stringMatching(/^[1-9]/))
  await expect(page.locator('#keys')).toContainText('today')
  await expect(page.locator('#connect')).toContainText('/.well-known/openid-configuration')
  await page.locator('#figure-groups a').click()
  await expect(page).toHaveURL('/admin/groups')
})

test('a warning says what is wrong and leads to where it is changed @scripts', async ({
  page,
  store,
}) => {
  await openConsole(page, await anAdministrator(store, 'manage'), '/admin/dashboard')
  await expect(page.locator('#warning-rate_limiter_off')).toContainText('RATE_LIMITER_ENABLED')
  await page.getByRole('link', { name: 'Change: The password policy is low' }).click()
  await expect(page).toHaveURL('/admin/settings/sign-in#passwords')
})

test('a warning that can wait is hidden in this browser and shown again; a grave one stays', async ({
  page,
  store,
}) => {
  await openConsole(page, await anAdministrator(store, 'manage'), '/admin/dashboard')
  const low = page.locator('#warning-password_policy_low')
  await low.getByRole('button', { name: 'Hide for 30 days' }).click()
  await expect(page.locator('#warnings')).toContainText('1 is hidden.')
  await expect(low).toHaveCount(0)
  await expect(page.locator('#warning-rate_limiter_off').getByRole('button')).toHaveCount(0)
  await page.reload()
  await expect(low).toHaveCount(0)
  await page.locator('#show-hidden').click()
  await expect(low).toBeVisible()
})

test('a fresh server shows its first steps, and turns the recommended features on in one @scripts', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const server = await startServer({ RATE_LIMITER_ENABLED: 'false' })
  const context = await browser.newContext({ baseURL: server.baseUrl })
  const page = await context.newPage()
  await openConsole(page, theAdministrator, '/admin/dashboard')
  await expect(page.locator('#first-administrator')).toHaveClass(/done/)
  await expect(page.locator('#first-steps')).toContainText('1 of 5 done')
  await expect(page.locator('#your-server')).toContainText(server.baseUrl)
  await expectSound(page)
  await page.locator('#turn-on-recommended').click()
  await expect(page.locator('#recommended')).toHaveCount(0)
  await page.goto('/admin/settings/sign-in')
  await expect(page.locator('#passkeysEnabled')).toBeChecked()
  await expect(page.locator('#breachedPasswordCheck')).toHaveValue('service')
  await expect(page.locator('#rememberBrowserDays')).toHaveValue('30')
  await page.goto('/admin/dashboard')
  await page.locator('#framework-nextjs').click()
  await expect(page).toHaveURL('/admin/clients/new?framework=nextjs')
  await page.goto('/admin/dashboard')
  await page.locator('#hide-steps').click()
  await expect(page.locator('#first-steps')).toHaveCount(0)
  await expect(page.locator('#figure-users')).toBeVisible()
  await context.close()
  await server.remove()
})

test('the dashboard is sound in light and dark and on a phone @scripts', async ({
  page,
  store,
}) => {
  await openConsole(page, await anAdministrator(store, 'manage'), '/admin/dashboard')
  await expectAccessible(page)
  await page.locator('#sign-ins summary').click()
  await expectSound(page)
})

const parts: [permission: string, shown: string[]][] = [
  ['manage-users', ['figure-users', 'figure-sessions', 'figure-groups']],
  ['manage-clients', ['figure-clients', 'connect']],
  [
    'manage-settings',
    [
      'figure-resources',
      'figure-signIns',
      'sign-ins',
      'applications',
      'reasons',
      'keys',
      'warnings',
      'latest-changes',
    ],
  ],
]
for (const [permission, shown] of parts) {
  test(`with ${permission} alone the dashboard shows its parts only @scripts`, async ({
    page,
    store,
  }) => {
    await openConsole(page, await anAdministrator(store, permission), '/admin/dashboard')
    for (const id of parts.flatMap(([, ids]) => ids)) {
      await expect(page.locator(`#${id}`), id).toHaveCount(shown.includes(id) ? 1 : 0)
    }
  })
}

test('who may only read is offered no change @scripts', async ({ page, store }) => {
  await openConsole(page, await anAdministrator(store, 'admin-read'), '/admin/dashboard')
  await expect(page.locator('#warnings li').first()).toBeVisible()
  await expect(page.getByRole('link', { name: /^Change/ })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'New application' })).toHaveCount(0)
})
