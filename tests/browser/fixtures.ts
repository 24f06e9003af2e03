import { test as base } from '@playwright/test'
import { type Database, openDatabase } from '#lib/persistence/client.ts'
import type { Provider } from '#lib/persistence/database/provider.ts'
import type { Store } from '#lib/persistence/store.ts'
import { aClient, aUser, type TestClient, type TestUser } from '#tests/support/people.ts'
import { openStoreBeside } from '#tests/support/store-beside.ts'
import { type RelyingParty, startRelyingParty } from './relying-party.ts'
import { sharedServer } from './shared-servers.ts'

export interface DatabaseOption {
  /** The database of the server under test, and of servers that tests start. */
  readonly provider: Provider
}

interface Fixtures {
  /** Public address of the server under test. */
  readonly serverUrl: string
  /** A new user without a second factor. */
  readonly user: TestUser
  /** A new client; its redirect URI is the application's `/callback`. */
  readonly client: TestClient
}

interface WorkerFixtures extends DatabaseOption {
  /** Makes servers and databases of this process use the project's provider. */
  readonly ownServersDatabase: undefined
  /** The server's own database, for a test's users and clients (`tests/support/people.ts`). */
  readonly store: Store
  /** An application at its own origin, to which sign-ins return. */
  readonly application: RelyingParty
}

/** Playwright's `test` with the server under test, its database and an application. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  provider: ['sqlite', { option: true, scope: 'worker' }],
  ownServersDatabase: [
    async ({ provider }, use) => {
      process.env.TEST_DATABASE = provider
      await use(undefined)
    },
    { scope: 'worker', auto: true },
  ],
  baseURL: async ({ provider }, use) => use(sharedServer(provider).baseUrl),
  serverUrl: async ({ baseURL }, use) => use(baseURL ?? ''),
  user: async ({ store }, use) => use(await aUser(store)),
  client: async ({ store, application }, use) => {
    const redirectUris = [`${application.origin}/callback`]
    await use(await aClient(store, { pkceRequired: false, redirectUris }))
  },
  store: [
    async ({ provider }, use) => {
      const database: Database = openDatabase(sharedServer(provider).databaseUrl, 5)
      await use(openStoreBeside(database))
      await database.close()
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
