import { test as base } from '@playwright/test'
import { type Client, connect, providerOf } from '#lib/persistence/client.ts'
import { openStore, type Store } from '#lib/persistence/store.ts'

/** What browser tests have besides Playwright's own. */
interface Fixtures {
  /** Public address of the server under test. */
  readonly serverUrl: string
}

interface WorkerFixtures {
  /** The server's own database: for people and clients of a test (`tests/support/people.ts`). */
  readonly store: Store
}

/** Playwright's `test`, with the server under test and its database. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  serverUrl: async ({ baseURL }, use) => use(baseURL ?? ''),
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
})
