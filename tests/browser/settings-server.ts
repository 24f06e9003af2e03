import { type Database, openDatabase } from '#lib/persistence/client.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'
import { openStoreBeside } from '#tests/support/store-beside.ts'
import { test as shared } from './fixtures.ts'

interface WorkerFixtures {
  readonly ownServer: StartedServer
  readonly database: Database
}

/** Tests with a separate server, whose settings they may change: `baseURL` and `store` are its own. */
export const test = shared.extend<object, WorkerFixtures>({
  ownServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from this pattern.
    async ({}, use) => {
      const server = await startServer({ RATE_LIMITER_ENABLED: 'false' })
      await use(server)
      await server.remove()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  database: [
    async ({ ownServer }, use) => {
      const database = openDatabase(ownServer.databaseUrl, 2)
      await use(database)
      await database.close()
    },
    { scope: 'worker' },
  ],
  store: [async ({ database }, use) => use(openStoreBeside(database)), { scope: 'worker' }],
  baseURL: async ({ ownServer }, use) => use(ownServer.baseUrl),
})
