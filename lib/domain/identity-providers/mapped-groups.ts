import type { AnyContext, Tx } from '#lib/context.ts'
import { audit } from '#lib/domain/audit/audit.ts'
import { administrativePermissions, builtInResource } from '#lib/domain/permissions/built-in.ts'
import { invalidField } from '#lib/domain/values/validation.ts'
import type { IdentityProviderRecord } from '#lib/persistence/store.ts'
import type { CheckedMapping } from './mapping.ts'

/**
 * Refuses groups that do not exist, and administrative ones: a provider never makes administrators.
 * @throws Refusal VALIDATION_ERROR
 */
export async function requireMappable(tx: Tx, groups: CheckedMapping['groups']): Promise<void> {
  const ids = [...new Set(groups.map(({ groupId }) => groupId))]
  const held = await tx.store.providerGroups.holdGroups(ids)
  if (held.length !== ids.length) throw invalidField('mapping', 'names a group that does not exist')
  if ((await administrative(tx, ids)).size > 0) {
    throw invalidField('mapping', 'names a group with a permission of administrators')
  }
}

async function administrative(
  { store }: AnyContext,
  groupIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const { identifier } = builtInResource
  return new Set(
    await store.providerGroups.groupsHolding(groupIds, identifier, administrativePermissions),
  )
}

/**
 * Makes a user a member of the mapped groups that a provider names, and of no other mapped one. Groups that became
 * administrative stay unchanged. Writes `user_added_to_group` and `user_removed_from_group`.
 * @param values of the claim; null: the claim is absent, and nothing changes
 */
export async function followGroups(
  tx: Tx,
  { id: providerId, alias, groupsClaim }: IdentityProviderRecord,
  userId: number,
  values: readonly string[] | null,
): Promise<void> {
  if (groupsClaim === '' || !values) return
  const { providerGroups } = tx.store
  const mapped = await providerGroups.groupsOf(providerId)
  const ids = [...new Set(mapped.map(({ groupId }) => groupId))].toSorted((a, b) => a - b)
  const held = await providerGroups.holdGroups(ids)
  const withheld = await administrative(tx, held)
  const said = new Set(values)
  const named = new Set(mapped.filter(({ value }) => said.has(value)).map((one) => one.groupId))
  const joined = new Set(await providerGroups.joinedAmong(userId, held))
  const entry = { userId, providerId, alias, loggedInUser: '' }
  for (const groupId of held) {
    if (withheld.has(groupId) || named.has(groupId) === joined.has(groupId)) continue
    if (named.has(groupId)) {
      if (!(await providerGroups.join(userId, groupId, tx.now))) continue
      audit(tx, 'user_added_to_group', { ...entry, groupId })
    } else if (await providerGroups.leave(userId, groupId)) {
      audit(tx, 'user_removed_from_group', { ...entry, groupId })
    }
  }
}
