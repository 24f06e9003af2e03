import { execFileSync } from 'node:child_process'
import { expect, type Page } from '@playwright/test'
import type { Store } from '#lib/persistence/store.ts'
import { aClient, aGroup, grantToClient, unique } from '#tests/support/people.ts'
import { expectAccessible } from './accessible.ts'
import { anIdentifier, enterAsAdministrator } from './admin-clients.ts'
import { expectToast } from './admin-users.ts'
import { test } from './fixtures.ts'

/** Asks for the request that the first form of a page would send, and reads it. */
async function showCall(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'More for this form' }).first().click()
  await page.getByRole('button', { name: 'Show API call' }).click()
  await expect(shown(page)).toContainText('Nothing was saved.')
  return (await shown(page).locator('pre').textContent()) ?? ''
}

/** A dialog with scripts, else a part of the page. */
const shown = (page: Page) =>
  page.getByLabel('API call', { exact: true }).and(page.locator(':visible'))

/** Sends the request of a command of curl, as a shell reads it. */
async function send(command: string, token: string): Promise<Response> {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`
  const env = { ...process.env, TOKEN: token }
  const all = execFileSync('sh', ['-c', script], { encoding: 'utf8', env }).split('\0')
  const [, method = '', url = '', , authorization = '', , contentType = '', , body = ''] = all
  const headers = [authorization, contentType].map((line) => line.split(': ') as [string, string])
  return await fetch(url, { method, headers, body })
}

/** A token of a machine client that may manage users and groups. */
async function managersToken(store: Store, serverUrl: string): Promise<string> {
  const scope = 'authserver:manage-users'
  const client = await aClient(store)
  await grantToClient(store, client, scope)
  const answer = await fetch(`${serverUrl}/auth/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${client.clientIdentifier}:${client.secret}`)}`,
    },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope }),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}

test('a form shows the request that saves what it holds, and saves nothing by that', async ({
  page,
  store,
  serverUrl,
}) => {
  const group = await aGroup(store)
  const renamed = anIdentifier('crew')
  await enterAsAdministrator(page, store, `/admin/groups/${group.id}/settings`)
  await page.locator('#groupIdentifier').fill(renamed)
  const command = await showCall(page)
  await expect(shown(page)).toContainText('authserver:manage-users')
  const stored = () => store.groups.findById(group.id)
  expect(await stored()).toMatchObject({ groupIdentifier: group.groupIdentifier })

  expect((await send(command, 'no-token')).status).toBe(401)
  expect((await send(command, await managersToken(store, serverUrl))).status).toBe(200)
  expect(await stored()).toMatchObject({ groupIdentifier: renamed })
})

/** The scopes that the shown request names. */
const scopes = (page: Page) => shown(page).locator('li code').allTextContents()

test('a form that only Owners save names no other scope', async ({ page, store }) => {
  await enterAsAdministrator(page, store, '/admin/settings/audit-logs')
  await page.locator('#auditLogRetentionDays').fill('31')
  await showCall(page)
  await expect(shown(page)).toContainText('TOKEN is an access token with this scope:')
  expect(await scopes(page)).toEqual(['authserver:manage'])
})

test('a form that may change administrators says which scope that needs', async ({
  page,
  store,
}) => {
  const group = await aGroup(store)
  await enterAsAdministrator(page, store, `/admin/groups/${group.id}/settings`)
  await page.locator('#description').fill('Night shift')
  await showCall(page)
  await expect(shown(page)).toContainText('To change administrators or their rights')
  expect(await scopes(page)).toEqual([
    'authserver:manage-users',
    'authserver:manage',
    'authserver:manage',
  ])
})

test('after showing its request, a form is saved as it was typed', async ({ page, store }) => {
  const group = await aGroup(store)
  const description = unique('text ')
  await enterAsAdministrator(page, store, `/admin/groups/${group.id}/settings`)
  await page.locator('#description').fill(description)
  await showCall(page)
  const close = page.getByRole('button', { name: 'Close', exact: true })
  if (await close.isVisible()) await close.click()
  await expect(page.locator('#description')).toHaveValue(description)
  await page.locator('#submit').click()
  await expectToast(page, 'Saved.')
  expect(await store.groups.findById(group.id)).toMatchObject({ description })
})

test('the request of a new user leaves the password out and makes no user', async ({
  page,
  store,
}) => {
  const email = `${unique('new')}@example.com`
  await enterAsAdministrator(page, store, '/admin/users/new')
  await page.locator('#email').fill(email)
  await page.locator('#password').fill('k9-Vesper-Lantern')
  expect(await showCall(page)).toContain(email)
  await expect(shown(page)).toContainText('Secrets are shown as')
  expect(await page.content()).not.toContain('k9-Vesper-Lantern')
  expect(await store.users.findByEmail(email)).toBeNull()
})

test('what the form refuses has no request', async ({ page, store }) => {
  const group = await aGroup(store)
  await enterAsAdministrator(page, store, `/admin/groups/${group.id}/settings`)
  await page.locator('#groupIdentifier').fill('a')
  await page.getByRole('button', { name: 'More for this form' }).click()
  await page.getByRole('button', { name: 'Show API call' }).click()
  await expect(page.locator('#groupIdentifier-error')).toContainText('3 to 38 letters')
  await expect(shown(page)).toHaveCount(0)
})

test('the request stands in a dialog that everyone can read, and the focus returns from it @scripts', async ({
  page,
  store,
}) => {
  const group = await aGroup(store)
  await enterAsAdministrator(page, store, `/admin/groups/${group.id}/settings`)
  await page.locator('#description').fill("It's new")
  await showCall(page)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(shown(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'More for this form' })).toBeFocused()
})
