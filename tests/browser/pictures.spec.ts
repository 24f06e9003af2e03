import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import type { Store } from '#lib/persistence/store.ts'
import { aClient, aGroup, aResource, aUser, grantToUser } from '#tests/support/people.ts'
import { withStore } from '#tests/support/remote.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'
import { aPerson, openConsole } from './console.ts'
import { test as shared } from './fixtures.ts'

const folder = fileURLToPath(new URL('../../docs/pictures/', import.meta.url))

/** `TEST_PICTURES=1` replaces the pictures in the README; otherwise they are only rendered. */
const keep = process.env.TEST_PICTURES === '1'

/** A separate server with the default limits and without other tests' users. */
const test = shared.extend<object, { readonly ownServer: StartedServer }>({
  ownServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from this pattern.
    async ({}, use) => {
      const server = await startServer({ RATE_LIMITER_ENABLED: 'true' })
      await use(server)
      await server.remove()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ ownServer }, use) => use(ownServer.baseUrl),
})

// One worker, so one server.
test.describe.configure({ mode: 'default' })

test('the sign-in page can be shown in pictures, light and dark @scripts', async ({
  page,
  ownServer,
}) => {
  const client = await withStore(ownServer.databaseUrl, (store) =>
    aClient(store, {
      displayName: 'Acme Billing',
      showDisplayName: true,
      description: 'Invoices and payments for teams',
      showDescription: true,
      pkceRequired: false,
    }),
  )
  const request = new URLSearchParams({
    client_id: client.clientIdentifier,
    redirect_uri: client.redirectUri,
    response_type: 'code',
    scope: 'openid',
    login_hint: 'ada@example.org',
  })
  await page.setViewportSize({ width: 960, height: 720 })
  await page.goto(`/auth/authorize?${request}`)
  await expect(page.locator('#page-sign-in')).toBeVisible()
  await page.locator('#password').focus()
  await takeBoth(page, 'sign-in')
})

test('the console can be shown in pictures, light and dark @scripts', async ({
  page,
  ownServer,
}) => {
  const administrator = await withStore(ownServer.databaseUrl, async (store) => {
    await fill(store)
    const user = await aPerson(store, { email: 'ada@example.org' })
    await grantToUser(store, user, 'authserver:manage')
    return user
  })
  await page.setViewportSize({ width: 1280, height: 800 })
  await openConsole(page, administrator, '/admin/dashboard')
  await takeBoth(page, 'console')
})

/** Sign-ins and refusals of the days before today, oldest first. */
const signIns = [31, 36, 9, 6, 41, 38, 35, 44, 33, 12, 8, 46, 39]
const refused = [2, 1, 0, 0, 4, 2, 1, 3, 2, 0, 1, 2, 3]

/** Adds users, clients and two weeks of sign-ins, so that the charts have bars. */
async function fill(store: Store): Promise<void> {
  const people = []
  for (let one = 0; one < 46; one++) people.push(await aUser(store))
  for (const name of ['accounting', 'support', 'warehouse']) {
    await aGroup(store, { groupIdentifier: name }, people.slice(0, 5))
  }
  await aResource(store, 'inventory', ['read', 'write'])
  await aResource(store, 'invoices', ['read'])
  for (let one = 0; one < 4; one++) await aClient(store)
  const entries = signIns.flatMap((count, day) => [
    ...entriesOf('started_new_user_session', count, signIns.length - day),
    ...entriesOf('auth_failed_pwd', refused[day] ?? 0, signIns.length - day),
  ])
  await store.auditLog.insertAll(entries)
}

/** Audit entries at one moment some days ago. */
function entriesOf(auditEvent: string, count: number, daysAgo: number) {
  const createdAt = new Date(Date.now() - daysAgo * 24 * 60 * 60 * 1000)
  return Array.from({ length: count }, () => ({
    auditEvent,
    details: '{}',
    requestId: '',
    createdAt,
  }))
}

/** Takes the page in light and in dark, with 256 colours: a third of the size without a visible difference. */
async function takeBoth(page: Page, name: string): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    const image = await page.screenshot({ animations: 'disabled' })
    expect(image.byteLength).toBeGreaterThan(10_000)
    const small = sharp(image).png({ palette: true, effort: 10, compressionLevel: 9 })
    if (keep) await small.toFile(`${folder}${name}-${scheme}.png`)
  }
}
