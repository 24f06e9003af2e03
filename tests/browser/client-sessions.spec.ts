import { expect } from '@playwright/test'
import { aSession } from '#tests/support/granted.ts'
import { aClient } from '#tests/support/people.ts'
import { anAdministrator, openConsole } from './console.ts'
import { test } from './fixtures.ts'

test('sessions of a client are shown twenty at a time: each brings a dialog of its own @scripts', async ({
  page,
  store,
  user,
}) => {
  const client = await aClient(store)
  const path = `/admin/clients/${client.id}/user-sessions`
  const now = new Date()
  const times = { started: now, lastAccessed: now, authTime: now }
  for (let made = 0; made < 21; made++) await aSession(store, user, [client], times)
  await openConsole(page, await anAdministrator(store, 'manage'), path)
  await expect(page.locator('#session-list > li')).toHaveCount(20)
  await page.goto(`${path}?page=2`)
  await expect(page.locator('#session-list > li')).toHaveCount(1)
})
