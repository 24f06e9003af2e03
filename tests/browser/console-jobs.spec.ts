import { type APIRequestContext, expect } from '@playwright/test'
import { openDatabase } from '#lib/persistence/client.ts'
import type { Provider } from '#lib/persistence/database/provider.ts'
import type { Store } from '#lib/persistence/store.ts'
import { authorizePath } from '#tests/support/oauth.ts'
import { aClient, type TestClient } from '#tests/support/people.ts'
import { expectAccessible } from './accessible.ts'
import { anIdentifier, enterAsAdministrator } from './admin-clients.ts'
import { counted } from './counted-job.ts'
import { test } from './fixtures.ts'
import { sharedServer } from './shared-servers.ts'

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
    job.expectAsDocumented(`Connect ${name}`)
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
  job.expectAsDocumented('An API with three permissions and a machine client')
})

test('job: find why a sign-in failed yesterday @scripts', async ({
  page,
  store,
  request,
  provider,
}) => {
  const uri = 'https://app.example/callback'
  const [client, other] = [
    await aClient(store, { redirectUris: [uri] }),
    await aClient(store, { redirectUris: [uri] }),
  ]
  await refuse(request, store, client, `${uri}/`)
  await setBackADay(provider, client)
  // Today's refusals of this application and of another one stand above it.
  await refuse(request, store, client, 'https://elsewhere.example/callback')
  await refuse(request, store, other, `${uri}/`)
  await enterAsAdministrator(page, store, '/admin/refusals')
  const job = counted(page)
  const row = `#refusals tr:has-text("${client.clientIdentifier}"):has-text("Yesterday")`
  await expect(page.locator(row)).toHaveCount(1)
  await job.open(`${row} a`, /\/refusals\/\d+/)
  await expect(page.locator('main')).toContainText('Only the slash at the end.')
  await expectAccessible(page)
  job.expectAsDocumented('Find why a sign-in failed yesterday')
})

/** Has a sign-in refused for its redirect URI, and waits for the record, which is written after the answer. */
async function refuse(
  request: APIRequestContext,
  store: Store,
  client: TestClient,
  redirectUri: string,
): Promise<void> {
  const recorded = () => store.refusalRecords.list({ clientId: client.id }, undefined, 10)
  const before = (await recorded()).length
  const answer = await request.get(authorizePath({ ...client, redirectUri }))
  expect(answer.status()).toBe(400)
  await expect.poll(recorded).toHaveLength(before + 1)
}

/** Makes the refusals of a client those of a day ago. */
async function setBackADay(provider: Provider, { id }: TestClient): Promise<void> {
  const database = openDatabase(sharedServer(provider).databaseUrl, 2)
  const createdAt = new Date(Date.now() - 86_400_000)
  await database.prisma.refusalRecord.updateMany({
    where: { clientId: id },
    data: { createdAt, lastAt: createdAt },
  })
  await database.close()
}
