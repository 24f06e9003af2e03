import { test as base } from '@playwright/test'
import { type Client, connect, providerOf } from '#lib/persistence/client.ts'
import { openStore, type Store } from '#lib/persistence/store.ts'
import { aClient, aUser, type TestClient, type TestUser } from '#tests/support/people.ts'
import { type RelyingParty, startRelyingParty } from './relying-party.ts'

/** What browser tests have besides Playwright's own. */
interface Fixtures {
  /** Public address of the server under test. */
  readonly serverUrl: string
  /** A person of the test's own, without a second factor. */
  readonly user: TestUser
  /** A client of the test's own, whose redirect URI is the application's `/callback`. */
  readonly client: TestClient
}

interface WorkerFixtures {
  /** The server's own database: for people and clients of a test (`tests/support/people.ts`). */
  readonly store: Store
  /** An application at an origin of its own, to which sign-ins return. */
  readonly application: RelyingParty
}

/** Playwright's `test`, with the server under test, its database and an application. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  serverUrl: async ({ baseURL }, use) => use(baseURL ?? ''),
  user: async ({ store }, use) => use(await aUser(store)),
  client: async ({ store, application }, use) => {
    const redirectUris = [`${application.origin}/callback`]
    await use(await aClient(store, { pkceRequired: false, redirectUris }))
  },
  store: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from this pattern.
    async ({}, use) => {
      const url = process.env.TEST_SERVER_DATABASE_URL ?? ''
      const client: Client = connect(url, 5)
      await use(openStore(client, providerOf(url)))
      await client.$disconnect()
    },
    { scope: 'worker' },
  ],
  application: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from this pattern.
    async ({}, use) => {
      const application = await startRelyingParty()
      await use(application)
      await application.close()
    },
    { scope: 'worker' },
  ],
})
