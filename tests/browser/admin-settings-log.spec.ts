import { expect } from '@playwright/test'
import { aClient, aGroup, aUser } from '#tests/support/people.ts'
import { expectAccessible, expectSound } from './accessible.ts'
import { openConsole, theAdministrator } from './console.ts'
import { test } from './settings-server.ts'

test.describe.configure({ mode: 'default' })

const viewer = '/admin/settings/audit-log-viewer'

// The list shows the times of the visitor's zone.
test.use({ timezoneId: 'UTC' })

test('the audit log is filtered and turned over by the address @scripts', async ({
  page,
  database,
}) => {
  // A recent date, because the server removes old entries.
  const noon = new Date(Date.now() - 24 * 60 * 60 * 1000).setUTCHours(12, 0, 0, 0)
  const entry = (i: number) => ({
    createdAt: new Date(noon + i * 1000),
    auditEvent: 'saved_consent',
    details: JSON.stringify({ number: i, scopes: ['openid', 'email'], none: '' }),
    requestId: i === 7 ? 'the-one' : `request-${i}`,
  })
  await database.prisma.auditLog.createMany({
    data: Array.from({ length: 45 }, (_, i) => entry(i)),
  })
  await openConsole(page, theAdministrator, viewer)
  await page.locator('#auditEvent').selectOption('saved_consent')
  await page.locator('#filter').click()
  await expect(page).toHaveURL(/auditEvent=saved_consent/)
  const events = page.locator('#events tbody tr')
  await expect(events).toHaveCount(20)
  await expect(events.first()).toContainText('12:00:44 PM UTC')
  await expect(events.first().locator('dl')).toContainText('openid, email')
  await expect(page.getByText('1–20 of 45')).toBeVisible()
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page.getByText('21–40 of 45')).toBeVisible()
  await expect(page.locator('#auditEvent')).toHaveValue('saved_consent')
  await page.getByRole('link', { name: 'request-20' }).click()
  await expect(page).toHaveURL(`${viewer}?requestId=request-20`)
  await expect(events).toHaveCount(1)
  await expect(page.locator('#requestId')).toHaveValue('request-20')
  await page.locator('#requestId').fill('the-one')
  await page.locator('#filter').click()
  await expect(events.first().locator('dl')).toContainText('7')
})

test('events are told in the language of the page, by their names in the log too, and lead to their records @scripts', async ({
  browser,
  baseURL,
  database,
  ownServer,
  store,
}) => {
  const { id, email } = await aUser(store)
  await database.prisma.auditLog.create({
    data: {
      createdAt: new Date(),
      auditEvent: 'verified_email',
      details: JSON.stringify({ userId: id, loggedInUser: '' }),
      requestId: 'told',
    },
  })
  const context = await browser.newContext({ baseURL: baseURL ?? '', locale: 'de-DE' })
  const page = await context.newPage()
  await openConsole(page, ownServer.administrator, `${viewer}?requestId=told`)
  const event = page.locator('#events tbody tr')
  await expect(event.getByRole('link', { name: 'E‑Mail bestätigt' })).toBeVisible()
  await expect(event.locator('code')).toHaveText('verified_email')
  await expect(event.locator('dt').first()).toHaveText('Benutzer')
  const choices = page.locator('#auditEvent option')
  await expect(choices.filter({ hasText: 'E‑Mail bestätigt (verified_email)' })).toHaveCount(1)
  await expectAccessible(page)
  await expect(event.locator('dd').first()).toHaveText(new RegExp(`${email}\\s*${id}`))
  await event.getByRole('link', { name: email }).click()
  await expect(page).toHaveURL(new RegExp(`/admin/users/${id}/`))
  await context.close()
})

test('the records that events name are called by their names; one that is gone keeps its id @scripts', async ({
  page,
  database,
  store,
}) => {
  const user = await aUser(store)
  const client = await aClient(store, { displayName: 'Depot keeper' })
  const nameless = await aClient(store)
  const group = await aGroup(store)
  const entry = (requestId: string, details: Readonly<Record<string, unknown>>) => ({
    createdAt: new Date(),
    auditEvent: 'updated_user_details',
    details: JSON.stringify(details),
    requestId,
  })
  const gone = 999_999_999
  await database.prisma.auditLog.createMany({
    data: [
      entry('named', { clientId: client.id, groupId: group.id, loggedInUser: user.subject }),
      entry('plain', { clientId: nameless.id, userId: gone, loggedInUser: 'the-command-line' }),
      entry('nobody', { userId: 0, loggedInUser: user.subject.replace(/^.{8}/, '00000000') }),
    ],
  })
  const values = page.locator('#events dd')
  await openConsole(page, theAdministrator, `${viewer}?requestId=named`)
  await expect(values).toHaveText([
    new RegExp(`^Depot keeper\\s*${client.id}$`),
    new RegExp(`^${group.groupIdentifier}\\s*${group.id}$`),
    user.email,
  ])
  const doer = values.getByRole('link', { name: user.email })
  await expect(doer).toHaveAttribute('href', `/admin/users/${user.id}`)
  await expect(doer).toHaveAttribute('title', user.subject)
  await page.goto(`${viewer}?requestId=plain`)
  await expect(values).toHaveText([
    new RegExp(`^${nameless.clientIdentifier}\\s*${nameless.id}$`),
    String(gone),
    'the-command-line',
  ])
  await page.goto(`${viewer}?requestId=nobody`)
  await expect(values).toHaveText(['0', /^00000000-/])
})

test('the audit log says why it is empty, and is sound in every state @scripts', async ({
  page,
}) => {
  await openConsole(page, theAdministrator, viewer)
  await expectSound(page)
  await page.goto(`${viewer}?auditEvent=no_such_event`)
  await expect(page.locator('#auditEvent')).toHaveValue('no_such_event')
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Show all' }).first().click()
  await expect(page).toHaveURL(viewer)
  await page.goto(`${viewer}?page=999999&requestId=%3Cscript%3E`)
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible()
  await page.goto(`${viewer}?page=999999`)
  await expect(page).not.toHaveURL(/999999/)
  await expect(page.locator('#events')).toBeVisible()
})
