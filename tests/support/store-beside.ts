import { setTimeout as rest } from 'node:timers/promises'
import type { Database } from '#lib/persistence/client.ts'
import { configurationLeaseMs } from '#lib/persistence/configuration-cache.ts'
import { openStore, type Store } from '#lib/persistence/store.ts'

/**
 * The store of a started server's database. Configuration changes, in a transaction or not, resolve only when
 * they are effective for the server's next request.
 */
export function openStoreBeside(database: Database): Store {
  const store = openStore(database, configurationLeaseMs)
  return {
    ...store,
    clients: settled(store.clients),
    permissionGrants: settled(store.permissionGrants),
    permissions: settled(store.permissions),
    resources: settled(store.resources),
    settings: settled(store.settings),
    signingKeys: settled(store.signingKeys),
  }
}

/** Wraps a repository so its writes resolve only when every process uses the changed configuration. */
function settled<R extends object>(repository: R): R {
  const asked = Object.entries(repository).map(([name, ask]) => [
    name,
    async (...values: unknown[]) => {
      const answer = await ask(...values)
      await rest(configurationLeaseMs + 1)
      return answer
    },
  ])
  return Object.fromEntries(asked)
}
