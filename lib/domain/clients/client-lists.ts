import type { AdminTx, Context } from '#lib/context.ts'
import type { ClientWithLists } from '#lib/persistence/clients/clients.ts'
import type { ClientRecord } from '#lib/persistence/store.ts'
import { audit } from '../audit/audit.ts'
import { consoleCallback } from '../permissions/built-in.ts'
import { listChange, requireExpected } from '../values/expected-list.ts'
import { invalidValue } from '../values/validation.ts'
import { findClient, lockClient } from './clients.ts'
import { canonicalOrigin } from './web-origins.ts'

export interface SavedList {
  /** The complete new list. */
  readonly wanted: readonly string[]
  /** The list as the caller last read it; absent or null skips the comparison. */
  readonly expected?: readonly string[] | null | undefined
}

/**
 * Saves a client's redirect URIs; unchanged URIs keep their row. Writes `updated_redirect_uris`.
 * @throws Refusal NOT_FOUND (deleted meanwhile), CONCURRENT_UPDATE
 */
export async function saveRedirectUris(
  tx: AdminTx,
  id: number,
  { wanted, expected }: SavedList,
  loggedInUser: string,
): Promise<ClientWithLists> {
  const { redirectUris } = await lockClient(tx, id)
  const stored = redirectUris.map((row) => row.uri)
  requireExpected(
    stored,
    expected?.map((uri) => uri.trim()),
  )
  const { added, removed } = listChange(stored, wanted)
  await tx.store.clients.removeRedirectUris(id, removed)
  await tx.store.clients.addRedirectUris(id, added)
  audit(tx, 'updated_redirect_uris', { clientId: id, loggedInUser })
  return findClient(tx, id)
}

/**
 * Saves a client's web origins; unchanged origins keep their row. Writes `updated_web_origins`.
 * @param list wanted: canonical origins; expected: compared in canonical form, and an invalid origin matches no stored
 *   one
 * @throws Refusal NOT_FOUND (deleted meanwhile), CONCURRENT_UPDATE
 */
export async function saveWebOrigins(
  tx: AdminTx,
  id: number,
  { wanted, expected }: SavedList,
  loggedInUser: string,
): Promise<ClientWithLists> {
  const { webOrigins } = await lockClient(tx, id)
  const stored = webOrigins.map((row) => row.origin)
  requireExpected(
    stored,
    expected?.map((origin) => canonicalOrigin(origin) ?? origin),
  )
  const { added, removed } = listChange(stored, wanted)
  await tx.store.clients.removeWebOrigins(id, removed)
  await tx.store.clients.addWebOrigins(id, added)
  audit(tx, 'updated_web_origins', { clientId: id, loggedInUser })
  return findClient(tx, id)
}

/**
 * Refuses to remove the console's callback. Without it no administrator could sign in to the console or the account
 * pages, not even to restore it.
 * @param wanted the client's new redirect URIs
 * @throws Refusal VALIDATION_ERROR when it is the console's own client and its callback is missing
 */
export function requireConsoleCallback(
  { config }: Context,
  { isSystemLevelClient }: ClientRecord,
  wanted: readonly string[],
): void {
  const callback = consoleCallback(config)
  if (!isSystemLevelClient || wanted.includes(callback)) return
  throw invalidValue(`The administration console cannot do without its redirect URI ${callback}.`)
}
