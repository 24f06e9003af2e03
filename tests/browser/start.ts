import type { Provider } from '#lib/persistence/database/provider.ts'
import { testProviders } from '#tests/support/databases.ts'
import { openRegistration } from '#tests/support/open-registration.ts'
import { prepareKeys } from '#tests/support/seeded-ahead.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'
import { shareServers } from './shared-servers.ts'

/**
 * Starts the built server once on each database for all browser tests.
 * @returns a function that ends the servers and removes their data
 */
export default async function start(): Promise<() => Promise<void>> {
  await prepareKeys()
  // All browsers share one address here, and sign in far more often than people do.
  const env = { RATE_LIMITER_ENABLED: 'false' }
  const servers = new Map<Provider, StartedServer>()
  const removeAll = async () => {
    for (const server of servers.values()) await server.remove()
  }
  try {
    for (const provider of testProviders()) {
      const server = await startServer(env, [], provider)
      servers.set(provider, server)
      await openRegistration(server.databaseUrl)
    }
  } catch (error) {
    await removeAll()
    throw error
  }
  shareServers(servers)
  return async () => {
    const died = [...servers.values()].find((server) => !server.isRunning())
    await removeAll()
    if (died) throw new Error(`A server ended during the tests:\n${died.output()}`)
  }
}
