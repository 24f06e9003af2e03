import { expect, type Page } from '@playwright/test'
import type { Store } from '#lib/persistence/store.ts'
import { aSession } from '#tests/support/granted.ts'
import { aClient, type TestUser } from '#tests/support/people.ts'
import { openAsAdministrator } from './admin-users.ts'
import { aPerson, openConsole } from './console.ts'
import { test } from './fixtures.ts'

const entriesOfPage = 20

/** Adds active sessions to those the user has. */
async function addSessions(store: Store, user: TestUser, count: number): Promise<void> {
  const now = new Date()
  for (let i = 0; i < count; i++) {
    await aSession(store, user, [], { started: now, lastAccessed: now, authTime: now })
  }
}

async function addConsents(store: Store, user: TestUser, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    await store.consents.save(user.id, (await aClient(store)).id, 'openid', new Date())
  }
}

/** A page of twenty, one with the rest, and no third. */
async function expectPages(page: Page, rows: string, rest: number): Promise<void> {
  await expect(page.locator(rows)).toHaveCount(entriesOfPage)
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page.locator(rows)).toHaveCount(rest)
  await expect(page.getByRole('link', { name: 'Next page' })).toHaveCount(0)
}

test('however many sessions and consents somebody has, a page of the account shows twenty @no-scripts', async ({
  page,
  store,
}) => {
  const person = await aPerson(store)
  await openConsole(page, person, '/account/sessions')
  await expect(page.locator('#sessions > li')).toHaveCount(1)
  await expect(page.locator('#content nav'), 'of one page nothing is said').toHaveCount(0)
  await addSessions(store, person, entriesOfPage + 2)
  await addConsents(store, person, entriesOfPage + 3)
  await page.goto('/account/sessions')
  await expect(page.locator('#sessions > li').first()).toHaveAttribute('data-current', 'true')
  await expectPages(page, '#sessions > li', 3)
  await page.goto('/account/manage-consents')
  await expectPages(page, '#consents > li', 3)
  await page.goto('/account/manage-consents?page=9')
  await expect(page.locator('#consents > li'), 'a page behind the end').toHaveCount(3)
})

test('a page of a user’s sessions or consents shows twenty, and the way back to the list of users stays @no-scripts', async ({
  page,
  store,
}) => {
  const user = await aPerson(store)
  await addSessions(store, user, entriesOfPage + 2)
  await addConsents(store, user, entriesOfPage + 3)
  await openAsAdministrator(page, store, `/admin/users/${user.id}/sessions?query=user&page=2`)
  await expectPages(page, '#session-list > li', 2)
  await page.goto(`/admin/users/${user.id}/consents?query=user&page=2`)
  await expectPages(page, '#consent-table tbody tr', 3)
  await expect(page.locator('#content header a').first()).toHaveAttribute(
    'href',
    '/admin/users?query=user&page=2',
  )
})
