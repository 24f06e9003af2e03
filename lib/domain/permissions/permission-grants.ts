import { refuse } from '#lib/answers/refusal.ts'
import type { AdminTx, Context } from '#lib/context.ts'
import type { PermissionHolder, PermissionRecord } from '#lib/persistence/store.ts'
import { auditAdministrativeChange } from '../audit/administrative-changes.ts'
import { audit } from '../audit/audit.ts'
import { listChange, maxListed, requireExpected } from '../values/expected-list.ts'
import { invalidValue } from '../values/validation.ts'
import {
  administrativePermissionIds,
  beyondForGrants,
  groupViolation,
  holdUser,
  lockAdministration,
  userViolation,
} from './administrators.ts'
import { type AuthorizedOperation, authorizeWrite } from './authorized-write.ts'
import { actorOf, type Caller } from './caller.ts'
import { keepAnAdministrator } from './last-administrator.ts'

/**
 * Users and groups are saved here. Clients have their own module, because their permissions alone make no
 * administrator.
 */
export type SavedHolder = PermissionHolder & { readonly kind: 'user' | 'group' }

/** A save of the complete list of a holder's permissions. */
export interface GrantSave {
  readonly holder: SavedHolder
  /** Ids of existing permissions, without duplicates. */
  readonly wanted: readonly number[]
  /** The list as last read; absent or null skips the comparison. */
  readonly expected: readonly number[] | null | undefined
  readonly caller: Caller
}

/** @throws Refusal NOT_FOUND */
export async function findPermission(ctx: Context, id: number): Promise<PermissionRecord> {
  const permission = await ctx.store.permissions.findById(id)
  if (!permission) throw refuse('NOT_FOUND')
  return permission
}

/**
 * Checks the number of permissions in a save.
 * @param permissions ids or names, as sent
 * @throws Refusal VALIDATION_ERROR (over 1,000)
 */
export function checkPermissionCount(permissions: readonly unknown[]): void {
  if (permissions.length <= maxListed) return
  throw invalidValue(`At most ${maxListed} permissions can be saved at once.`)
}

/**
 * Checks the permissions that a holder is to have.
 * @param ids as sent
 * @returns the ids without duplicates
 * @throws Refusal VALIDATION_ERROR (over 1,000), NOT_FOUND (an unknown id)
 */
export async function checkPermissionIds(ctx: Context, ids: readonly number[]): Promise<number[]> {
  checkPermissionCount(ids)
  const wanted = [...new Set(ids)]
  await requireEveryPermission(ctx, wanted)
  return wanted
}

/**
 * Refuses a granular token that adds or removes an administrative permission, or writes to an administrator. The check
 * compares with the list stored at that moment.
 * @returns the context to write with, which checks the policy again: see `authorizeWrite`
 * @throws Refusal MANAGE_SCOPE_REQUIRED
 */
export function guardGrantSave(
  ctx: Context,
  operation: AuthorizedOperation,
  { holder, wanted }: Pick<GrantSave, 'holder' | 'wanted'>,
): Promise<Context> {
  const { kind, id } = holder
  return authorizeWrite(ctx, operation, {
    async hold(tx) {
      await lockAdministration(tx)
      await tx.store.permissions.hold(wanted)
      await (kind === 'user' ? holdUser(tx, id) : tx.store.groups.lock(id))
    },
    async violation(now) {
      const { added, removed } = listChange(await now.store.permissionGrants.idsOf(holder), wanted)
      const target = { targetKind: kind, targetId: id }
      return (
        (await beyondForGrants(now, [...added, ...removed], target)) ??
        (await (kind === 'user' ? userViolation : groupViolation)(now, id))
      )
    },
  })
}

/**
 * Saves the direct permissions of a user or group. Writes `added_…_permission` and `deleted_…_permission` for each,
 * then `administrative_permission_changed` for each direction with an actual change of administrative permissions.
 * @throws Refusal NOT_FOUND, CONCURRENT_UPDATE, validator.group.named_by_provider, LAST_ADMINISTRATOR (in this order)
 */
export async function saveGrants(tx: AdminTx, save: GrantSave): Promise<void> {
  const { holder, wanted, expected } = save
  return keepAnAdministrator(tx, async () => {
    await tx.store.permissions.hold(wanted)
    await requireEveryPermission(tx, wanted)
    await lockHolder(tx, holder)
    const stored = await tx.store.permissionGrants.idsOf(holder)
    requireExpected(stored, expected)
    const change = listChange(stored, wanted)
    if (holder.kind === 'group') await guardMappedGroup(tx, holder.id, change.added)
    await tx.store.permissionGrants.remove(holder, change.removed)
    await tx.store.permissionGrants.add(holder, change.added, tx.now)
    await auditSave(tx, save, change)
  })
}

/** A provider that names a group's members never makes administrators. */
async function guardMappedGroup(tx: AdminTx, groupId: number, added: readonly number[]) {
  const administrative = await administrativePermissionIds(tx)
  if (!added.some((id) => administrative.has(id))) return
  if (await tx.store.providerGroups.namesGroup(groupId)) {
    throw refuse('validator.group.named_by_provider')
  }
}

async function requireEveryPermission(ctx: Context, ids: readonly number[]): Promise<void> {
  const found = await ctx.store.permissions.existing(ids)
  if (found.length !== ids.length) {
    throw refuse('NOT_FOUND', { description: 'One of the permissions does not exist.' })
  }
}

async function lockHolder(tx: AdminTx, { kind, id }: SavedHolder): Promise<void> {
  const { users, groups } = tx.store
  const found = kind === 'user' ? await users.lock(id) : await groups.lock(id)
  if (!found) throw refuse('NOT_FOUND')
}

async function auditSave(
  tx: AdminTx,
  { holder, caller }: GrantSave,
  { added, removed }: { readonly added: readonly number[]; readonly removed: readonly number[] },
): Promise<void> {
  const details = (permissionId: number) => ({
    ...(holder.kind === 'user' ? { userId: holder.id } : {}),
    ...(holder.kind === 'group' ? { groupId: holder.id } : {}),
    permissionId,
    loggedInUser: actorOf(caller),
  })
  for (const id of added) audit(tx, `added_${holder.kind}_permission`, details(id))
  for (const id of removed) audit(tx, `deleted_${holder.kind}_permission`, details(id))
  const granted = { holder, change: 'granted', permissionIds: added } as const
  const revoked = { holder, change: 'revoked', permissionIds: removed } as const
  await auditAdministrativeChange(tx, granted, caller)
  await auditAdministrativeChange(tx, revoked, caller)
}
