import type { Provider } from '#lib/persistence/database/provider.ts'
import type { StartedServer } from '#tests/support/started-server.ts'

/** A server that all browser tests on its database share. */
type SharedServer = Pick<StartedServer, 'baseUrl' | 'databaseUrl'>

const variable = 'TEST_SHARED_SERVERS'

export function shareServers(servers: ReadonlyMap<Provider, SharedServer>): void {
  const known = [...servers].map(([provider, { baseUrl, databaseUrl }]) => [
    provider,
    { baseUrl, databaseUrl },
  ])
  process.env[variable] = JSON.stringify(Object.fromEntries(known))
}

export function sharedServer(provider: Provider): SharedServer {
  const found = sharedServers()[provider]
  if (!found) throw new Error(`No server was started on ${provider}.`)
  return found
}

/** The database of the shared server at this address, for programs that open it directly. */
export function databaseOf(baseUrl: string): string {
  const found = Object.values(sharedServers()).find((server) => server.baseUrl === baseUrl)
  if (!found) throw new Error(`No server was started at ${baseUrl}.`)
  return found.databaseUrl
}

function sharedServers(): Partial<Record<Provider, SharedServer>> {
  return JSON.parse(process.env[variable] ?? '{}')
}
