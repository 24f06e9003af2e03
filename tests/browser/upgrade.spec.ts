import { expect, type Page } from '@playwright/test'
import { openInTurn } from '#tests/support/in-turn.ts'
import { authorizePath } from '#tests/support/oauth.ts'
import { aClient } from '#tests/support/people.ts'
import { withStore } from '#tests/support/remote.ts'
import { aSecondBuild } from '#tests/support/second-build.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'
import { anAdministrator, openConsole, postOn } from './console.ts'
import { test as shared } from './fixtures.ts'
import { signIn } from './people.ts'
import { scriptsBegun } from './scripts-begun.ts'

/** A server of the first build. Each test goes on with the second one at the same address. */
const test = shared.extend<{ readonly server: StartedServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from this pattern.
  server: async ({}, use) => {
    const server = await startServer()
    await use(server)
    await server.remove()
  },
  baseURL: async ({ server }, use) => use(server.baseUrl),
})

let second: ReturnType<typeof aSecondBuild>

test.describe.configure({ mode: 'default' })
test.beforeAll(() => {
  second = aSecondBuild()
})
test.afterAll(() => second?.remove())

async function upgrade(server: StartedServer): Promise<void> {
  await server.end()
  await server.startAgain(second.folder)
}

test('a tab of the former release goes on: every page of the menu opens, a form is saved @scripts', async ({
  page,
  server,
}) => {
  const administrator = await withStore(server.databaseUrl, (store) =>
    anAdministrator(store, 'manage'),
  )
  await openConsole(page, administrator, '/admin/settings/general')
  const former = await scriptsOf(page)
  await page.locator('#appName').fill('Halden ID')
  await upgrade(server)
  for (const path of former.slice(0, 3)) expect((await page.request.get(path)).status()).toBe(404)
  await page.locator('#submit').click()
  await expect(page.getByText(/unsaved change/)).toHaveCount(0)
  await expect
    .poll(() => withStore(server.databaseUrl, (store) => store.settings.find()))
    .toMatchObject({ appName: 'Halden ID' })

  const menu = page.getByRole('navigation', { name: 'Administration' })
  const paths = await menu
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  expect(paths.length).toBeGreaterThan(10)
  for (const path of paths) {
    await menu.locator(`a[href="${path}"]`).click()
    await page.waitForURL((url) => url.pathname.startsWith(path.split('?')[0] ?? ''))
    await expect(page.locator('#page-failure')).toHaveCount(0)
    await expect(menu.locator(`a[href="${path}"]`)).toHaveAttribute('aria-current', 'page')
  }
  await scriptsBegun(page)
})

test('a sign-in page of the former release signs in', async ({ page, server, application }) => {
  const { client, user } = await withStore(server.databaseUrl, async (store) => ({
    client: await aClient(store, {
      pkceRequired: false,
      redirectUris: [`${application.origin}/callback`],
    }),
    user: await anAdministrator(store, 'manage'),
  }))
  await page.goto(authorizePath(client))
  await upgrade(server)
  await signIn(page, user)
  await page.waitForURL((url) => url.origin === application.origin)
  expect(new URL(page.url()).searchParams.get('code')).toBeTruthy()
})

shared(
  'two releases behind one address, request by request in turn, sign in and save a form @no-scripts',
  async ({ page, application }) => {
    const proxy = await openInTurn()
    const env = { BASE_URL: proxy.baseUrl }
    const one = await startServer(env)
    const other = await startServer(
      { ...env, DATABASE_URL: one.databaseUrl },
      [],
      undefined,
      second.folder,
    )
    proxy.serve([one, other].map(({ baseUrl }) => Number(new URL(baseUrl).port)))
    const { client, user } = await withStore(one.databaseUrl, async (store) => ({
      client: await aClient(store, {
        pkceRequired: false,
        redirectUris: [`${application.origin}/callback`],
      }),
      user: await anAdministrator(store, 'manage'),
    }))
    await page.goto(proxy.baseUrl + authorizePath(client))
    await signIn(page, user)
    await page.waitForURL((url) => url.origin === application.origin)
    expect(new URL(page.url()).searchParams.get('code')).toBeTruthy()
    await page.goto(`${proxy.baseUrl}/account/profile`)
    await postOn(page)
    await page.locator('#givenName').fill('Augusta')
    await page.locator('#submit').click()
    await expect(page.getByRole('status').filter({ hasText: 'Saved.' }).first()).toBeVisible()
    expect(
      await withStore(one.databaseUrl, (store) => store.users.findById(user.id)),
    ).toMatchObject({ givenName: 'Augusta' })
    await other.remove()
    await one.remove()
    await proxy.close()
  },
)

for (const [comes, title] of [
  [true, 'a page whose script was gone is loaded again'],
  [false, 'a page whose script stays away is loaded again once, and works as without scripts'],
] as const) {
  test(`${title} @scripts`, async ({ page, server }) => {
    const administrator = await withStore(server.databaseUrl, (store) =>
      anAdministrator(store, 'manage'),
    )
    await openConsole(page, administrator, '/account/overview')
    const known = await scriptsOf(page)
    let loaded = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loaded += 1
    })
    // With one process of each release, the data may come from one and the script be asked of the other.
    await page.route(/\/_next\/static\/chunks\/.+\.js/, (route) => {
      const isKnown = known.includes(new URL(route.request().url()).pathname)
      return isKnown || (comes && loaded > 0) ? route.continue() : route.fulfill({ status: 404 })
    })
    await page
      .getByRole('navigation', { name: 'Your account' })
      .getByRole('link', { name: 'Personal info' })
      .click()
    await expect.poll(() => loaded).toBe(1)
    await expect(page.locator('#givenName')).toBeVisible()
    if (comes) await scriptsBegun(page)
    expect(loaded).toBe(1)
    await page.locator('#givenName').fill('Augusta')
    await page.locator('#submit').click()
    await expect
      .poll(() => withStore(server.databaseUrl, (store) => store.users.findById(administrator.id)))
      .toMatchObject({ givenName: 'Augusta' })
  })
}

/** The addresses of the scripts of the page. */
function scriptsOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.endsWith('.js')),
  )
}
