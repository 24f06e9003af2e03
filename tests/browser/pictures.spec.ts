import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { addSeconds } from '#lib/base/time/clock.ts'
import { hourSeconds, startOfHour } from '#lib/domain/dashboard/sign-in-hours.ts'
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
  const client = await withStore(ownServer.databaseUrl, async (store) => {
    await store.settings.update({
      appName: 'Halden',
      selfRegistrationEnabled: true,
      supportUrl: 'https://halden.example/help',
      privacyUrl: 'https://halden.example/privacy',
      termsUrl: 'https://halden.example/terms',
    })
    return aClient(store, {
      displayName: 'Halden Invoices',
      showDisplayName: true,
      description: 'Invoices and payments for teams',
      showDescription: true,
      pkceRequired: false,
    })
  })
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

const hoursOfWeek = 7 * 24

/** Adds users, clients and a week of sign-ins, so that the chart has bars. */
async function fill(store: Store): Promise<void> {
  const people = []
  for (let one = 0; one < 46; one++) people.push(await aUser(store))
  const clients = []
  for (const displayName of ['Invoices', 'Warehouse', 'Track & Trace', 'Metrics']) {
    clients.push(await aClient(store, { displayName, showDisplayName: true }))
  }
  for (const name of ['accounting', 'support', 'warehouse']) {
    await aGroup(store, { groupIdentifier: name }, people.slice(0, 5))
  }
  await aResource(store, 'inventory', ['read', 'write'])
  await aResource(store, 'invoices', ['read'])
  const ids = clients.map(({ id }) => id)
  for (let hoursAgo = 4; hoursAgo < hoursOfWeek; hoursAgo++) await countHour(store, hoursAgo, ids)
}

/** Stores what an hour counted, as the cleaner does: busy by day, quiet at night and on the last days of a week. */
async function countHour(
  store: Store,
  hoursAgo: number,
  clientIds: readonly number[],
): Promise<void> {
  const hour = startOfHour(addSeconds(new Date(), -hoursAgo * hourSeconds))
  const [day, time] = [hour.getUTCDay(), hour.getUTCHours()]
  const ofDay = day === 0 || day === 6 ? 3 : 14
  const share = Math.max(0, Math.sin(((time - 5) / 14) * Math.PI))
  const signIns = Math.round(ofDay * share)
  if (signIns === 0) return
  const counts = [
    { clientId: 0, reason: '', count: signIns },
    ...clientIds.map((clientId, index) => ({
      clientId,
      reason: 'code',
      count: Math.ceil(signIns / (index + 1)),
    })),
    { clientId: 0, reason: 'wrong_password', count: (hoursAgo * 7) % 3 },
    { clientId: 0, reason: 'wrong_code', count: hoursAgo % 5 === 0 ? 1 : 0 },
  ].filter(({ count }) => count > 0)
  await store.adminTransaction((tx) =>
    tx.signInHours.replace(
      hour,
      counts.map((count) => ({ ...count, hour })),
    ),
  )
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
