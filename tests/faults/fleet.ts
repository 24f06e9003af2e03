import type { RemoteServer } from '#tests/support/remote.ts'
import { baseUrl } from '#tests/support/settings.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'
import { type Balancer, startBalancer } from './balancer.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { visitor } from './visitor.ts'

export interface Fleet {
  readonly cluster: Cluster
  readonly servers: readonly StartedServer[]
  readonly balancer: Balancer
  /** The server with this number, without the balancer. */
  at(index: number, address?: string): RemoteServer
  close(): Promise<void>
}

/**
 * Starts a database, and then the servers, all at once on the empty database, and the balancer.
 * @param env of every server
 */
export async function startFleet(
  count: number,
  env: Readonly<Record<string, string>> = {},
): Promise<Fleet> {
  const cluster = await startCluster()
  const common = { DATABASE_URL: cluster.url, BASE_URL: baseUrl, TRUST_PROXY: 'true', ...env }
  const starting = Array.from({ length: count }, () => startServer(common))
  const outcomes = await Promise.allSettled(starting)
  const servers = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const failed = outcomes.find((one) => one.status === 'rejected')
  if (failed) {
    for (const server of servers) await server.remove()
    await cluster.remove()
    throw failed.reason
  }
  const balancer = await startBalancer(servers.map((server) => server.baseUrl))
  return {
    cluster,
    servers,
    balancer,
    at: (index, address) =>
      visitor(servers[index]?.baseUrl ?? '', address === undefined ? {} : { address }),
    async close() {
      await balancer.close()
      await Promise.all(servers.map((server) => server.remove()))
      await cluster.remove()
    },
  }
}
