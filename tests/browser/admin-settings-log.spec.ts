import { expect } from '@playwright/test'
import { aUser } from '#tests/support/people.ts'
import { expectAccessible, expectSound } from './accessible.ts'
import { openConsole, theAdministrator } from './console.ts'
import { test } from './settings-server.ts'

test.describe.configure({ mode: 'default' })

const viewer = '/admin/settings/audit-log-viewer'

test('the audit log is filtered and turned over by the address @scripts', async ({
  page,
  database,
}) => {
  // Recent: the server removes old entries.
  const noon = new Date(Date.now() - 24 * 60 * 60 * 1000).setUTCHours(12, 0, 0, 0)
  const entry = (i: number) => ({
    createdAt: new Date(noon + i * 1000),
    auditEvent: 'saved_consent',
    details: JSON.stringify({ number: i, scopes: ['openid', 'email'], none: '' }),
    requestId: i === 7 ? 'the-one' : `request-${i}`,
  })
  await database.auditLog.createMany({ data: Array.from({ length: 45 }, (_, i) => entry(i)) })
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
  const { id } = await aUser(store)
  await database.auditLog.create({
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
  await expect(event.getByRole('link', { name: 'E-Mail bestätigt' })).toBeVisible()
  await expect(event.locator('code')).toHaveText('verified_email')
  await expect(event.locator('dt').first()).toHaveText('Benutzer')
  const choices = page.locator('#auditEvent option')
  await expect(choices.filter({ hasText: 'E-Mail bestätigt (verified_email)' })).toHaveCount(1)
  await expectAccessible(page)
  await event.getByRole('link', { name: String(id), exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/admin/users/${id}/`))
  await context.close()
})

test('the audit log says why it is empty, and is sound in every state @scripts', async ({
  page,
}) => {
  await openConsole(page, theAdministrator, viewer)
  await expectSound(page)
  await page.goto(`${viewer}?auditEvent=no_such_event`)
  await expect(page.locator('#auditEvent')).toHaveValue('no_such_event')
  await expect(page.getByText('No event matches this filter.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Show all' }).first().click()
  await expect(page).toHaveURL(viewer)
  await page.goto(`${viewer}?page=999999&requestId=%3Cscript%3E`)
  await expect(page.getByText('No event matches this filter.')).toBeVisible()
  await page.goto(`${viewer}?page=999999`)
  await expect(page).not.toHaveURL(/999999/)
  await expect(page.locator('#events')).toBeVisible()
})
