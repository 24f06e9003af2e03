import { openConsole } from '#app/_ui/shell/api.ts'
import { mayRead } from '#app/_ui/shell/rights.ts'
import { maxPage } from '#lib/api/contract/common.ts'

/** Display names of clients by identifier; '' for a client without one. */
export type ClientNames = ReadonlyMap<string, string>

/**
 * The display names of clients by identifier: records of consents and sessions hold only the identifier. Empty for
 * visitors who may not read clients, and when there is nothing to name.
 * @param identifiers of the clients that the page shows
 */
export async function clientNames(identifiers: readonly string[]): Promise<ClientNames> {
  const { api, visitor } = await openConsole()
  if (!mayRead(visitor, 'clients')) return new Map()
  const left = [...new Set(identifiers)]
  const calls = []
  while (left.length > 0) {
    const some = left.splice(0, maxPage).join(' ')
    calls.push(api.searchClients({ query: { identifiers: some, size: maxPage } }))
  }
  const answers = await Promise.all(calls)
  return new Map(
    answers
      .flatMap(({ clients }) => clients)
      .map(({ clientIdentifier, displayName }) => [clientIdentifier, displayName]),
  )
}
