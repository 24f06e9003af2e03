import type { AdminTx, Context } from '#lib/context.ts'
import type { ClientRecord } from '#lib/persistence/store.ts'
import { auditAdministrativeChange } from '../audit/administrative-changes.ts'
import { audit } from '../audit/audit.ts'
import { beyondForGrants, clientViolation } from '../permissions/administrators.ts'
import { type AuthorizedOperation, authorizeWrite } from '../permissions/authorized-write.ts'
import { actorOf, type Caller } from '../permissions/caller.ts'
import { checkPermissionCount, checkPermissionIds } from '../permissions/permission-grants.ts'
import { listChange, requireExpected } from '../values/expected-list.ts'
import { invalidValue } from '../values/validation.ts'
import { lockClient } from './clients.ts'

/** A save of the complete list of a client's permissions. */
export interface ClientPermissionSave {
  readonly client: ClientRecord
  /** Ids of existing permissions, without duplicates. */
  readonly wanted: readonly number[]
  /** The list as last read; absent or null skips the comparison. */
  readonly expected: readonly number[] | null | undefined
  readonly caller: Caller
}

/**
 * Checks the permissions that a client is to hold.
 * @returns their ids, without duplicates
 * @throws Refusal VALIDATION_ERROR (over 1,000 ids, or a change while the client-credentials flow is off, which alone
 *   uses them), NOT_FOUND (no such permission)
 */
export async function checkClientPermissions(
  ctx: Context,
  client: ClientRecord,
  ids: readonly number[],
): Promise<readonly number[]> {
  checkPermissionCount(ids)
  if (!client.clientCredentialsEnabled) {
    const stored = await ctx.store.permissionGrants.idsOf({ kind: 'client', id: client.id })
    const { added, removed } = listChange(stored, ids)
    if (added.length > 0 || removed.length > 0) {
      throw invalidValue('Permissions of a client need the client credentials flow.')
    }
  }
  return checkPermissionIds(ctx, ids)
}

/**
 * Refuses a granular token that adds or removes an administrative permission, or writes to an administrator client. The
 * check compares with the list stored at that moment.
 * @returns the context to write with, which checks the policy again: see `authorizeWrite`
 * @throws Refusal MANAGE_SCOPE_REQUIRED
 */
export function guardClientPermissions(
  ctx: Context,
  operation: AuthorizedOperation,
  { client: { id }, wanted }: Pick<ClientPermissionSave, 'client' | 'wanted'>,
): Promise<Context> {
  return authorizeWrite(ctx, operation, {
    async hold(tx) {
      await tx.store.permissions.hold(wanted)
      await tx.store.clients.lock(id)
    },
    async violation(now) {
      const stored = await now.store.permissionGrants.idsOf({ kind: 'client', id })
      const { added, removed } = listChange(stored, wanted)
      const target = { targetKind: 'client', targetId: id } as const
      return (
        (await beyondForGrants(now, [...added, ...removed], target)) ??
        (await clientViolation(now, id))
      )
    },
  })
}

/**
 * Saves the permissions of a client. Writes `updated_client_permissions`, then `administrative_permission_changed` for
 * each direction with an actual change.
 * @throws Refusal NOT_FOUND (client or permission deleted meanwhile), CONCURRENT_UPDATE
 */
export async function saveClientPermissions(
  tx: AdminTx,
  { client, wanted, expected, caller }: ClientPermissionSave,
): Promise<void> {
  const holder = { kind: 'client', id: client.id } as const
  // Permissions are locked before their holder, as everywhere, so that two saves cannot deadlock.
  await tx.store.permissions.hold(wanted)
  await checkPermissionIds(tx, wanted)
  await lockClient(tx, client.id)
  const stored = await tx.store.permissionGrants.idsOf(holder)
  requireExpected(stored, expected)
  const { added, removed } = listChange(stored, wanted)
  await tx.store.permissionGrants.remove(holder, removed)
  await tx.store.permissionGrants.add(holder, added, tx.now)
  audit(tx, 'updated_client_permissions', {
    clientId: client.id,
    loggedInUser: actorOf(caller),
  })
  await auditAdministrativeChange(tx, { holder, change: 'granted', permissionIds: added }, caller)
  await auditAdministrativeChange(tx, { holder, change: 'revoked', permissionIds: removed }, caller)
}
