import { expect } from '@playwright/test'
import { aClient, aUser } from '#tests/support/people.ts'
import { expectAccessible, expectSound } from './accessible.ts'
import { openConsole, theAdministrator } from './console.ts'
import { test } from './settings-server.ts'

test.describe.configure({ mode: 'default' })

const activity = '/admin/activity'
const yesterday = () => new Date(Date.now() - 24 * 60 * 60 * 1000)

/** Axe needs scripts. */
const hasScripts = () => test.info().project.use.javaScriptEnabled !== false

test('why a sign-in failed yesterday is found in three clicks and two pages', async ({
  page,
  database,
  store,
}) => {
  const user = await aUser(store)
  await database.prisma.auditLog.create({
    data: {
      createdAt: yesterday(),
      auditEvent: 'auth_failed_pwd',
      details: JSON.stringify({ email: user.email }),
      requestId: 'failed-yesterday',
      userId: user.id,
      ipAddress: '192.0.2.81',
    },
  })
  await openConsole(page, theAdministrator, '/admin/dashboard')
  await page.goto(activity)
  await page.getByRole('link', { name: 'Failed sign-ins' }).click()
  const row = page.locator('tr[data-event="auth_failed_pwd"]').first()
  await expect(row).toContainText('Sign-in refused: wrong password')
})

test('the activity is filtered and turned over by the address', async ({ page, database }) => {
  const start = yesterday().getTime()
  await database.prisma.auditLog.createMany({
    data: Array.from({ length: 60 }, (_, i) => ({
      createdAt: new Date(start + i * 1000),
      auditEvent: 'saved_consent',
      details: JSON.stringify({ number: i }),
      requestId: i === 7 ? 'the-one' : `request-${i}`,
    })),
  })
  await openConsole(page, theAdministrator, `${activity}?auditEvent=saved_consent`)
  const rows = page.locator('#events tbody tr')
  await expect(rows).toHaveCount(50)
  await page.getByRole('link', { name: 'Older' }).click()
  await expect(rows).toHaveCount(10)
  await expect(page).toHaveURL(/auditEvent=saved_consent/)
  await page.getByRole('link', { name: 'Newest' }).click()
  await expect(rows).toHaveCount(50)
  await page.goto(`${activity}?requestId=the-one`)
  await expect(rows).toHaveCount(1)
})

test('an entry opens beside the list with its details and the others of its request', async ({
  page,
  database,
  store,
}) => {
  const user = await aUser(store)
  const client = await aClient(store, { displayName: 'Depot keeper' })
  const entry = (auditEvent: string) => ({
    createdAt: yesterday(),
    auditEvent,
    details: JSON.stringify({ userId: user.id, clientId: client.id }),
    requestId: 'together',
    userId: user.id,
    clientId: client.id,
  })
  await database.prisma.auditLog.createMany({
    data: [entry('saved_consent'), entry('started_new_user_session')],
  })
  await openConsole(page, theAdministrator, `${activity}?requestId=together`)
  await page.locator('tr[data-event="saved_consent"] a').first().click()
  const drawer = page.locator('.ui-drawer')
  await expect(drawer.locator('h2')).toHaveText('Access allowed')
  await expect(drawer).toContainText('Depot keeper')
  await expect(drawer).toContainText('Signed in')
  if (hasScripts()) await expectAccessible(page)
  await drawer.getByRole('link', { name: 'Close the entry' }).click()
  await expect(drawer).toHaveCount(0)
})

test('the former address leads to the activity, with its filter', async ({ page }) => {
  await openConsole(page, theAdministrator, activity)
  await page.goto('/admin/settings/audit-log-viewer?auditEvent=logout')
  await expect(page).toHaveURL(`${activity}?range=all&auditEvent=logout`)
})

test('the activity says why it is empty, and is sound', async ({ page }) => {
  await openConsole(page, theAdministrator, activity)
  if (hasScripts()) await expectSound(page)
  await page.goto(`${activity}?auditEvent=no_such_event`)
  await expect(page.getByText('nothing matches', { exact: false })).toBeVisible()
  await page.goto(`${activity}?from=2026-03-04&to=2026-03-03`)
  await expect(page.getByText('The first day is after the last. Swap them.')).toBeVisible()
  if (hasScripts()) await expectAccessible(page)
})

test('a refused request is found by its request ID and says what is different', async ({
  page,
  store,
}) => {
  const client = await aClient(store, { redirectUris: ['https://shop.example/cb'] })
  const now = new Date()
  await store.refusalRecords.insertAll([
    {
      createdAt: now,
      requestId: 'refused-one',
      endpoint: '/auth/authorize',
      rule: 'redirect_uri_not_registered',
      error: 'redirect_uri_not_registered',
      status: 400,
      clientId: client.id,
      clientIdentifier: client.clientIdentifier,
      userId: null,
      network: '192.0.2.0/24',
      facts: JSON.stringify({
        received: 'https://shop.example/cb/',
        registered: 'https://shop.example/cb',
        difference: 'final_slash',
        mayAdd: true,
      }),
      repeats: 3,
      lastAt: now,
    },
  ])
  await openConsole(page, theAdministrator, '/admin/refusals?requestId=refused-one')
  if (hasScripts()) await expectAccessible(page)
  await page.getByRole('link', { name: 'Redirect URI isn’t registered' }).click()
  await expect(page.getByText('Only the slash at the end.')).toBeVisible()
  await expect(page.locator('mark')).toHaveText('/')
  await expect(page.getByRole('link', { name: 'Open the form' })).toBeVisible()
  if (hasScripts()) await expectSound(page)
  if (hasScripts()) await expectAccessible(page)
  await page.goto('/admin/refusals?requestId=unknown-one')
  await expect(page.getByText('Nothing is known of this request.', { exact: false })).toBeVisible()
})
