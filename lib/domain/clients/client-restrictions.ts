import type { AdminTx, Context } from '#lib/context.ts'
import type { ClientRecord } from '#lib/persistence/store.ts'
import { audit } from '../audit/audit.ts'
import { checkScopeList, readScopeList, type ScopeList } from '../permissions/scope-lists.ts'
import { requireExpectedOrNone } from '../values/expected-list.ts'
import { invalidValue } from '../values/validation.ts'
import { lockClient } from './clients.ts'

/** A save of the scopes that a client may request for users. */
export interface RestrictionsSave {
  /** As `checkAllowedScopes` returned it; undefined leaves the list as it is. */
  readonly allowedScopes: string | null | undefined
  /** The list as last read; undefined skips the comparison. */
  readonly expected?: ScopeList | undefined
}

/**
 * Checks the scopes that a client may request for users. They bind no grant of the client itself.
 * @param sent undefined leaves the list as it is, null allows any
 * @returns the text to store
 * @throws Refusal VALIDATION_ERROR, also for a list of the console's client; validator.protocol.scope
 */
export async function checkAllowedScopes(
  ctx: Context,
  client: Pick<ClientRecord, 'isSystemLevelClient'>,
  sent: ScopeList | undefined,
): Promise<string | null | undefined> {
  if (!sent) return sent
  if (client.isSystemLevelClient) {
    throw invalidValue('The client of the administration console may request any scope.')
  }
  return checkScopeList(ctx, 'allowedScopes', sent, { own: true })
}

/**
 * Saves the scopes that a client may request for users. Writes `updated_client_restrictions` with the list before and
 * after; nothing when it did not change. Stored consents stay, and codes of the last minute are still redeemed.
 * @returns the list as stored
 * @throws Refusal NOT_FOUND (deleted meanwhile), CONCURRENT_UPDATE
 */
export async function saveRestrictions(
  tx: AdminTx,
  clientId: number,
  { allowedScopes, expected }: RestrictionsSave,
  loggedInUser: string,
): Promise<ScopeList> {
  const { allowedScopes: before } = await lockClient(tx, clientId)
  requireExpectedOrNone(readScopeList(before), expected)
  if (allowedScopes === undefined || allowedScopes === before) return readScopeList(before)
  await tx.store.clients.update(clientId, { allowedScopes })
  audit(tx, 'updated_client_restrictions', {
    clientId,
    loggedInUser,
    old: { allowedScopes: before },
    new: { allowedScopes },
  })
  return readScopeList(allowedScopes)
}
