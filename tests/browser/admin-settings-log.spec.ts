import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import type { Database } from '#lib/persistence/client.ts'
import { authorizePath } from '#tests/support/oauth.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { expectAccessible, expectSound } from './accessible.ts'
import { storedClient } from './admin-clients.ts'
import { openConsole, theAdministrator } from './console.ts'
import { scriptsBegun } from './scripts-begun.ts'
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
  await expect(row).toContainText('Sign-in of Ada Lovelace refused: wrong password')
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
  await expect(drawer).toContainText('signed in')
  if (hasScripts()) await expectAccessible(page)
  await drawer.getByRole('link', { name: /er entry$/ }).click()
  await expect(drawer.locator('h2')).toHaveText('Signed in')
  await drawer.getByRole('link', { name: 'Close the entry' }).click()
  await expect(drawer).toHaveCount(0)
})

test('the arrows move between entries while one is open @scripts', async ({ page, database }) => {
  const entry = (auditEvent: string, minutes: number) => ({
    createdAt: new Date(yesterday().getTime() + minutes * 60_000),
    auditEvent,
    details: '{}',
    requestId: 'one-by-one',
  })
  await database.prisma.auditLog.createMany({
    data: [entry('rotated_keys', 2), entry('updated_branding', 1)],
  })
  await openConsole(page, theAdministrator, `${activity}?requestId=one-by-one`)
  await page.locator('tr[data-event="rotated_keys"] a').first().click()
  const drawer = page.locator('.ui-drawer')
  await expect(drawer.locator('h2')).toHaveText('Signing keys rotated')
  await expect(drawer.getByRole('link', { name: 'Newer entry' })).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await expect(drawer.locator('h2')).toHaveText('Branding changed')
  await page.keyboard.press('ArrowUp')
  await expect(drawer.locator('h2')).toHaveText('Signing keys rotated')
})

/** Writes an entry of this request at this moment. */
const writeEntry = (database: Database, requestId: string) =>
  database.prisma.auditLog.create({
    data: { createdAt: new Date(), auditEvent: 'rotated_keys', details: '{}', requestId },
  })

test('Live shows new entries where the visitor is, and asks for none while a filter is typed, an entry is open or the page is hidden @scripts', async ({
  page,
  database,
}) => {
  await page.clock.install()
  await openConsole(page, theAdministrator, `${activity}?requestId=live-here`)
  await page.locator('#live').click()
  await expect(page).toHaveURL(/live=1/)
  await expect(page.locator('#live')).toHaveAccessibleName('Live is on. Turn it off')
  const rows = page.locator('#events tbody tr')
  await writeEntry(database, 'live-here')
  await page.clock.runFor(5_000)
  await expect(rows).toHaveCount(1)
  await expect(page.locator('#live')).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: '1 new entry' })).toBeAttached()
  await expectAccessible(page)
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('/activity/newest')) asked++
  })
  await page.locator('#filter-person').fill('ada')
  await writeEntry(database, 'live-here')
  await page.clock.runFor(20_000)
  expect(asked).toBe(0)
  await expect(rows).toHaveCount(1)
  await page.locator('#filter-person').blur()
  await page.clock.runFor(5_000)
  await expect(rows).toHaveCount(2)
  await expect(page.locator('#filter-person')).toHaveValue('ada')
  expect(asked).toBe(1)
  await rows.first().getByRole('link').first().click()
  await expect(page.locator('.ui-drawer')).toBeVisible()
  await page.clock.runFor(20_000)
  expect(asked).toBe(1)
  await page.getByRole('link', { name: 'Close the entry' }).click()
  await expect(page.locator('.ui-drawer')).toHaveCount(0)
  await page.evaluate(() =>
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true }),
  )
  await page.clock.runFor(20_000)
  expect(asked).toBe(1)
  await page.locator('#live').click()
  await expect(page).not.toHaveURL(/live=/)
})

test('Live asks again after an answer that failed, and says when the session has ended @scripts', async ({
  page,
  database,
}) => {
  await page.clock.install()
  await openConsole(page, theAdministrator, `${activity}?requestId=live-lost&live=1`)
  await scriptsBegun(page)
  const newest = '**/admin/activity/newest?*'
  await page.route(newest, (route) => route.abort())
  await writeEntry(database, 'live-lost')
  await page.clock.runFor(10_000)
  const rows = page.locator('#events tbody tr')
  await expect(rows).toHaveCount(0)
  await expect(page.locator('#live-ended')).toHaveCount(0)
  await page.unroute(newest)
  await page.clock.runFor(5_000)
  await expect(rows).toHaveCount(1)
  await page.context().clearCookies()
  await page.clock.runFor(5_000)
  const ended = page.locator('#live-ended').getByRole('alert')
  await expect(ended).toContainText('Live has stopped. You’ve been signed out')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Load the page again' }).click()
  await expect(page.locator('#page-sign-in')).toBeVisible()
})

test('Live turns itself off when nobody uses the page, so that it keeps no session alive @scripts', async ({
  page,
}) => {
  await page.clock.install()
  await openConsole(page, theAdministrator, `${activity}?live=1`)
  await scriptsBegun(page)
  await page.clock.runFor('14:00')
  await page.keyboard.press('Shift')
  await page.clock.runFor('14:00')
  await expect(page).toHaveURL(/live=1/)
  await page.clock.runFor('02:00')
  await expect(page).toHaveURL(/live=stopped/)
  await expect(page.locator('#live-stopped')).toContainText('after 15 minutes without use')
  await expect(page.locator('#live')).toHaveAccessibleName(/^Live: /)
})

test('without scripts Live loads the page again, ninety times at most @no-scripts', async ({
  page,
  database,
}) => {
  await openConsole(page, theAdministrator, `${activity}?requestId=live-plain`)
  await page.locator('#live').click()
  await expect(page.locator('main noscript p')).toBeVisible()
  await writeEntry(database, 'live-plain')
  await expect(page.locator('#events tbody tr')).toHaveCount(1, { timeout: 20_000 })
  await expect(page).toHaveURL(/live=2/)
  await page.goto(`${activity}?requestId=live-plain&live=90`)
  const refresh = page.locator('meta[http-equiv=refresh]')
  await expect(refresh).toHaveAttribute('content', /live=stopped$/)
  await page.locator('#live').click()
  await expect(refresh).toHaveCount(0)
  await page.goto(`${activity}?requestId=live-plain&live=1&to=2026-03-04`)
  await expect(page.locator('#live')).toHaveCount(0)
  await expect(refresh).toHaveCount(0)
})

test('what a filter holds is downloaded as CSV or NDJSON', async ({ page, database }) => {
  await database.prisma.auditLog.createMany({
    data: ['=1+1', 'two'].map((email) => ({
      createdAt: yesterday(),
      auditEvent: 'requested_registration',
      details: JSON.stringify({ email }),
      requestId: 'to-download',
    })),
  })
  await openConsole(page, theAdministrator, `${activity}?requestId=to-download`)
  for (const [name, lines] of [
    ['CSV, for spreadsheets', 4],
    ['NDJSON, for programs', 3],
  ] as const) {
    await page.locator('#export').click()
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name }).click()
    const file = await downloading
    expect(file.suggestedFilename()).toMatch(/^activity-\d{4}-\d\d-\d\d\.(csv|ndjson)$/)
    expect((await readFile(await file.path(), 'utf8')).split('\n')).toHaveLength(lines)
    await page.keyboard.press('Escape')
  }
})

test('how long refused requests are kept is a setting', async ({ page, database }) => {
  await openConsole(page, theAdministrator, '/admin/settings/audit-logs')
  await page.getByLabel('Days to keep refused requests').fill('91')
  await page.locator('#save-refusals').click()
  await expect(page.getByText('Enter a number from 1 to 90.').last()).toBeVisible()
  await page.getByLabel('Days to keep refused requests').fill('14')
  await page.locator('#save-refusals').click()
  await expect
    .poll(async () => (await database.prisma.settings.findFirstOrThrow()).refusalRecordDays)
    .toBe(14)
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
  await page.goto(`${activity}?range=all&person=0`)
  await expect(page.getByText('There’s no such person or application.')).toBeVisible()
  await page.goto(`${activity}?range=all&from=2026-13-01`)
  await expect(page.getByText('The address has a filter that can’t be read.')).toBeVisible()
  await expect(page.locator('tbody tr')).toHaveCount(0)
  await expect(page.locator('#export')).toHaveCount(0)
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
  if (hasScripts()) await expectSound(page)
  if (hasScripts()) await expectAccessible(page)
  await page.getByRole('link', { name: 'Open the form' }).click()
  await expect(page.locator('#proposed')).toContainText('If you don’t know it, don’t add it.')
  const addresses = page.getByRole('list', { name: 'Redirect URIs' }).getByRole('textbox')
  await expect(addresses.last()).toHaveValue('https://shop.example/cb/')
  await page.locator('#submit').click()
  await expect(page.locator('#proposed')).toHaveCount(0)
  expect((await storedClient(store, client)).redirectUris).toHaveLength(2)
  await page.goto('/admin/refusals?requestId=unknown-one')
  await expect(page.getByText('Nothing is known of this request.', { exact: false })).toBeVisible()
})

test('of http instead of https the setting of the application’s framework stands first among the cures', async ({
  page,
  store,
}) => {
  const redirectUris = ['https://shop.example/cb']
  await openConsole(page, theAdministrator, '/admin/refusals')
  for (const framework of ['django', 'react']) {
    const client = await aClient(store, { redirectUris, framework })
    const sent = authorizePath({ ...client, redirectUri: 'http://shop.example/cb' })
    expect((await page.request.get(sent)).status()).toBe(400)
    const records = () => store.refusalRecords.list({ clientId: client.id }, undefined, 1)
    await expect.poll(records).toHaveLength(1)
    const [refusal] = await records()
    await page.goto(`/admin/refusals/${refusal?.id}`)
    const first = page.locator('#what-to-do li').first()
    // A single-page application has no server behind a proxy.
    if (framework === 'django') await expect(first).toContainText('1Behind a proxySet SECURE_PROXY')
    else await expect(first).not.toContainText('Behind a proxy')
    await expect(page.getByRole('link', { name: 'Open the form' })).toHaveCount(0)
    if (hasScripts()) await expectAccessible(page)
  }
})

test('the refused requests of an application are a link away from its activity, and all of them another', async ({
  page,
  store,
}) => {
  const redirectUris = ['https://shop.example/cb']
  const [one, two] = [
    await aClient(store, { redirectUris }),
    await aClient(store, { redirectUris }),
  ]
  for (const client of [one, two]) {
    await page.request.get(authorizePath({ ...client, redirectUri: 'https://shop.example/cb/' }))
    const records = () => store.refusalRecords.list({ clientId: client.id }, undefined, 1)
    await expect.poll(records).toHaveLength(1)
  }
  await openConsole(page, theAdministrator, `/admin/clients/${one.id}/history`)
  await page.locator('#refusals-of').click()
  const list = page.locator('#refusals')
  await expect(list.locator('tbody tr')).toHaveCount(1)
  await expect(list).toContainText(one.clientIdentifier)
  if (hasScripts()) await expectAccessible(page)
  await page.getByRole('link', { name: `Application ${one.clientIdentifier}` }).click()
  await expect(list).toContainText(two.clientIdentifier)
  const odd = await page.goto('/admin/refusals?clientId=one&userId=-1&rule=no_such_rule&after=x')
  expect(odd?.status()).toBe(200)
  await expect(list).toContainText(two.clientIdentifier)
})
