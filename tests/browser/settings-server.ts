import { type Client, connect, providerOf } from '#lib/persistence/client.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'
import { openStoreBeside } from '#tests/support/store-beside.ts'
import { test as shared } from './fixtures.ts'

interface WorkerFixtures {
  readonly ownServer: StartedServer
  readonly database: Client
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
      const client = connect(ownServer.databaseUrl, 2)
      await use(client)
      await client.$disconnect()
    },
    { scope: 'worker' },
  ],
  store: [
    async ({ ownServer, database }, use) =>
      use(openStoreBeside(database, providerOf(ownServer.databaseUrl))),
    { scope: 'worker' },
  ],
  baseURL: async ({ ownServer }, use) => use(ownServer.baseUrl),
})
