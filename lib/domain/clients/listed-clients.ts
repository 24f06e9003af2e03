import { addSeconds, daySeconds } from '#lib/base/time/clock.ts'
import type { Context } from '#lib/context.ts'
import type { ListedClientFacts } from '#lib/persistence/clients/listed-clients.ts'

/** Days whose sign-ins are counted; grants are kept as long (`grants.insert`). */
const countedDays = 7

/** Facts about each client that a list shows besides the record. */
export function describeClients(
  { store, now }: Context,
  ids: readonly number[],
): Promise<(id: number) => ListedClientFacts> {
  return store.clients.factsAmong(ids, addSeconds(now, -countedDays * daySeconds))
}
