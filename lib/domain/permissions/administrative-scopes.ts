import type { AdminTx } from '#lib/context.ts'
import type { ClientWithLists } from '#lib/persistence/clients/clients.ts'
import type { ClientRecord } from '#lib/persistence/store.ts'
import { audit } from '../audit/audit.ts'
import { lockClient } from '../clients/clients.ts'
import { invalidField, invalidValue } from '../values/validation.ts'

/**
 * Checks whether a client may be allowed administrative scopes. The value is required, and the console's own client
 * always keeps the allowance.
 * @throws Refusal VALIDATION_ERROR
 */
export function checkAllowance(client: ClientRecord, allowed: boolean | null | undefined): boolean {
  if (allowed === null || allowed === undefined) {
    throw invalidField('allowed', 'is required')
  }
  if (!allowed && client.isSystemLevelClient) {
    throw invalidValue('The client of the administration console must be allowed these scopes.')
  }
  return allowed
}

/**
 * Switches whether a client may request administrative scopes for users. Nothing is revoked: a code or refresh token
 * with such a scope is refused when it is used. Writes `updated_client_administrative_scopes` even when nothing
 * changes.
 * @throws Refusal NOT_FOUND when the client was deleted meanwhile
 */
export async function saveAllowance(
  tx: AdminTx,
  id: number,
  allowed: boolean,
  loggedInUser: string,
): Promise<ClientWithLists> {
  const { clientIdentifier } = await lockClient(tx, id)
  const saved = await tx.store.clients.update(id, { administrativeScopesAllowed: allowed })
  audit(tx, 'updated_client_administrative_scopes', {
    clientId: id,
    clientIdentifier,
    allowed,
    loggedInUser,
  })
  return saved
}
