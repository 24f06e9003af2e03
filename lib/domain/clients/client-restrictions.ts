import type { AdminTx, Context } from '#lib/context.ts'
import type { ClientRecord } from '#lib/persistence/store.ts'
import { audit } from '../audit/audit.ts'
import { checkScopeList, readScopeList, type ScopeList } from '../permissions/scope-lists.ts'
import { requireExpectedOrNone } from '../values/expected-list.ts'
import { invalidValue } from '../values/validation.ts'
import { lockClient } from './clients.ts'

/** A save of what a client may request for users, and how. */
export interface RestrictionsSave {
  /** It has to push its authorization requests; undefined or null leaves it as it is. */
  readonly pushedRequestsRequired?: boolean | null | undefined
  /** It has to prove possession of a key with each request for tokens; undefined or null leaves it as it is. */
  readonly dpopRequired?: boolean | null | undefined
  /** It may sign people in on devices without a browser; undefined or null leaves it as it is. */
  readonly deviceGrantEnabled?: boolean | null | undefined
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

/** @throws Refusal VALIDATION_ERROR: the console has no key to prove possession of */
export function checkDpopRequired(
  client: Pick<ClientRecord, 'isSystemLevelClient'>,
  sent: boolean | null | undefined,
): void {
  if (!sent || !client.isSystemLevelClient) return
  throw invalidValue('The client of the administration console proves possession of no key.')
}

/**
 * Saves what a client may request for users, and how. Writes `updated_client_restrictions` with what changed, before
 * and after; nothing when nothing did. Stored consents stay, and codes of the last minute are still redeemed.
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

/** The columns of what a client may request for users, and how. */
export type Restrictions = Pick<
  ClientRecord,
  'allowedScopes' | 'pushedRequestsRequired' | 'dpopRequired' | 'deviceGrantEnabled'
>
