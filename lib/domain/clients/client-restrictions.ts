import type { AdminTx, Context } from '#lib/context.ts'
import type { ClientRecord } from '#lib/persistence/store.ts'
import { audit } from '../audit/audit.ts'
import { checkScopeList, readScopeList, type ScopeList } from '../permissions/scope-lists.ts'
import { requireExpectedOrNone } from '../values/expected-list.ts'
import { invalidValue } from '../values/validation.ts'
import { lockClient } from './clients.ts'

/** A save of the restrictions on a client's requests for users. */
export interface RestrictionsSave {
  /** The client must push its authorization requests; undefined or null keeps the setting. */
  readonly pushedRequestsRequired?: boolean | null | undefined
  /** The client must prove possession of a key with each request for tokens; undefined or null keeps the setting. */
  readonly dpopRequired?: boolean | null | undefined
  /** The client may sign people in on devices without a browser; undefined or null keeps the setting. */
  readonly deviceGrantEnabled?: boolean | null | undefined
  /** As `checkAllowedScopes` returned it; undefined keeps the list. */
  readonly allowedScopes: string | null | undefined
  /** The list as last read; undefined skips the comparison. */
  readonly expected?: ScopeList | undefined
}

/**
 * Checks the scopes that a client may request for users. They do not restrict its own tokens (client credentials).
 * @param sent undefined keeps the list, null allows any
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
 * Refuses restrictions that the console does not meet, because no administrator could sign in to lift them.
 * @throws Refusal VALIDATION_ERROR: the console has no key to prove possession of, and pushes no requests
 */
export function checkConsoleRequests(
  client: Pick<ClientRecord, 'isSystemLevelClient'>,
  {
    pushedRequestsRequired,
    dpopRequired,
  }: Pick<RestrictionsSave, 'pushedRequestsRequired' | 'dpopRequired'>,
): void {
  if (!client.isSystemLevelClient) return
  if (dpopRequired) {
    throw invalidValue('The client of the administration console proves possession of no key.')
  }
  if (pushedRequestsRequired) {
    throw invalidValue('The client of the administration console pushes no requests.')
  }
}

/**
 * Saves the restrictions on a client's requests for users. Writes `updated_client_restrictions` with the old and new
 * values of what changed; nothing when nothing did. Stored consents stay, and codes of the last minute are still
 * redeemed.
 * @returns the client as stored
 * @throws Refusal NOT_FOUND (deleted meanwhile), CONCURRENT_UPDATE
 */
export async function saveRestrictions(
  tx: AdminTx,
  clientId: number,
  {
    allowedScopes,
    pushedRequestsRequired,
    dpopRequired,
    deviceGrantEnabled,
    expected,
  }: RestrictionsSave,
  loggedInUser: string,
): Promise<Restrictions> {
  const before = await lockClient(tx, clientId)
  requireExpectedOrNone(readScopeList(before.allowedScopes), expected)
  const scopes = allowedScopes === undefined ? before.allowedScopes : allowedScopes
  const pushed = pushedRequestsRequired ?? before.pushedRequestsRequired
  const dpop = dpopRequired ?? before.dpopRequired
  const device = deviceGrantEnabled ?? before.deviceGrantEnabled
  const change = {
    ...(scopes !== before.allowedScopes && { allowedScopes: scopes }),
    ...(pushed !== before.pushedRequestsRequired && { pushedRequestsRequired: pushed }),
    ...(dpop !== before.dpopRequired && { dpopRequired: dpop }),
    ...(device !== before.deviceGrantEnabled && { deviceGrantEnabled: device }),
  }
  const names = Object.keys(change) as (keyof typeof change)[]
  if (names.length === 0) return before
  const old = Object.fromEntries(names.map((name) => [name, before[name]]))
  audit(tx, 'updated_client_restrictions', { clientId, loggedInUser, old, new: change })
  return tx.store.clients.update(clientId, change)
}

/** The columns of these restrictions. */
export type Restrictions = Pick<
  ClientRecord,
  'allowedScopes' | 'pushedRequestsRequired' | 'dpopRequired' | 'deviceGrantEnabled'
>
