import { expect } from '@playwright/test'
import { authorizePath } from '#tests/support/oauth.ts'
import { aClient } from '#tests/support/people.ts'
import { expectAccessible } from './accessible.ts'
import { anIdentifier, enterAsAdministrator } from './admin-clients.ts'
import { counted } from './counted-job.ts'
import { test } from './fixtures.ts'

const jobs = [
  ['a Next.js application', 'nextjs', { isPublic: false }],
  ['a single-page application', 'react', { isPublic: true }],
] as const

for (const [name, framework, expected] of jobs) {
  test(`job: connect ${name} @scripts`, async ({ page, store }) => {
    const word = anIdentifier('job').toLowerCase().replaceAll('_', 'x')
    await enterAsAdministrator(page, store, '/admin/clients/new')
    const job = counted(page)
    await job.click(`label:has(#framework-${framework})`)
    await page.locator('#displayName').fill(word)
    await job.open('#submit', /\/connect/)
    await expect(page.locator(`#steps-${framework}`)).toBeVisible()
    await expect(page.locator('#registered-redirect-uris')).toContainText('http://localhost:')
    if (!expected.isPublic) {
      await job.click('#reveal-secret')
      await expect(page.locator('#reveal-secret')).toHaveText('Hide')
    }
    await expectAccessible(page)
    expect(await store.clients.findByIdentifier(word)).toMatchObject(expected)
    const { clicks, loads } = job.count()
    expect(clicks).toBeLessThanOrEqual(3)
    expect(loads).toBe(2)
  })
}

test('job: an API with three permissions and a machine client @scripts', async ({
  page,
  store,
}) => {
  const api = anIdentifier('api')
  const machine = anIdentifier('job').toLowerCase()
  const permissions = ['read', 'write', 'approve']
  await enterAsAdministrator(page, store, '/admin/resources/new')
  const job = counted(page)
  await page.locator('#resourceIdentifier').fill(api)
  await job.open('#submit', /\/permissions/)
  const identifiers = page.locator('input[name$=permissionIdentifier]')
  for (const [index, permission] of permissions.entries()) {
    await expect(identifiers).toHaveCount(index + 1)
    await identifiers.last().fill(permission)
    await page.locator('textarea[name$=description]').last().fill(`May ${permission}`)
    // Enter adds a row after the last.
    await identifiers.last().press('Enter')
  }
  await job.click('#submit')
  await expect(page.locator('#submit')).toHaveCount(0)
  await job.open('.ui-rail a[href="/admin/clients"]', /\/admin\/clients$/)
  await job.open('#new-client', /\/clients\/new/)
  await job.click('label:has(#framework-machine)')
  await page.locator('#displayName').fill(machine)
  await job.open('#submit', /\/connect/)
  await job.open('#no-permission a', /\/permissions/)
  await job.choose('API', api)
  for (const permission of permissions) {
    await job.choose('Permission', permission)
    await job.click('#grant')
  }
  await job.click('#submit')
  await expect(page.locator('#submit')).toHaveCount(0)
  await page.reload()
  const held = page.getByRole('list', { name: 'Permissions' }).locator('li')
  await expect(held).toHaveCount(permissions.length)
  await expectAccessible(page)
  const { clicks, loads } = job.count()
  expect(clicks).toBeLessThanOrEqual(15)
  expect(loads).toBeLessThanOrEqual(6)
})

test('job: find why a sign-in failed yesterday @scripts', async ({ page, store, request }) => {
  const client = await aClient(store, { redirectUris: ['https://app.example/callback'] })
  const refused = authorizePath({ ...client, redirectUri: 'https://app.example/callback/' })
  expect((await request.get(refused)).status()).toBe(400)
  // The record is written after the answer.
  await expect
    .poll(() => store.refusalRecords.list({ clientId: client.id }, undefined, 1))
    .toHaveLength(1)
  await enterAsAdministrator(page, store, '/admin/refusals')
  const job = counted(page)
  await expect(page.locator('#refusals')).toContainText(client.clientIdentifier)
  await job.open(`#refusals tr:has-text("${client.clientIdentifier}") a`, /\/refusals\/\d+/)
  await expect(page.locator('main')).toContainText('Only the slash at the end.')
  await expectAccessible(page)
  expect(job.count()).toEqual({ clicks: 1, loads: 2 })
})
