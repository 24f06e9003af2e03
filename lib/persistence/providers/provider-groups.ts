import type { Queries } from '../database/tables.ts'

/** A group here, and the value with which a provider's claims name it. */
export interface MappedGroup {
  readonly value: string
  readonly groupId: number
}

/** The same mapping with the names of group and provider. */
export interface NamedGroup extends MappedGroup {
  readonly providerId: number
  readonly groupIdentifier: string
}

/** The groups of providers, in the order of their values. */
export function listGroups(queries: Queries): Promise<NamedGroup[]> {
  return queries
    .selectFrom('identityProviderGroups')
    .innerJoin('groups', 'groups.id', 'identityProviderGroups.groupId')
    .select(['providerId', 'value', 'groupId', 'groupIdentifier'])
    .orderBy('value')
    .execute()
}

/** The groups of one provider, in the order of their values. */
export function groupsOf(queries: Queries, providerId: number): Promise<MappedGroup[]> {
  return queries
    .selectFrom('identityProviderGroups')
    .select(['value', 'groupId'])
    .where('providerId', '=', providerId)
    .orderBy('value')
    .execute()
}

/** Replaces the groups of a provider. */
export async function setGroups(
  queries: Queries,
  providerId: number,
  groups: readonly MappedGroup[],
): Promise<void> {
  await queries.deleteFrom('identityProviderGroups').where('providerId', '=', providerId).execute()
  if (groups.length === 0) return
  await queries
    .insertInto('identityProviderGroups')
    .values(groups.map(({ value, groupId }) => ({ providerId, value, groupId })))
    .execute()
}

/** Whether a provider names the members of a group. */
export async function namesGroup(queries: Queries, groupId: number): Promise<boolean> {
  const found = await queries
    .selectFrom('identityProviderGroups')
    .select('id')
    .where('groupId', '=', groupId)
    .limit(1)
    .execute()
  return found.length > 0
}

/**
 * Returns the existing ones among these groups, and keeps them from being locked or deleted until the transaction ends.
 */
export async function holdGroups(queries: Queries, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await queries
    .selectFrom('groups')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forKeyShare()
    .execute()
  return rows.map(({ id }) => id)
}

/** The ones of these groups that hold a permission of a resource. */
export async function groupsHolding(
  queries: Queries,
  groupIds: readonly number[],
  resource: string,
  permissions: readonly string[],
): Promise<number[]> {
  if (groupIds.length === 0) return []
  const rows = await queries
    .selectFrom('groupPermissions')
    .innerJoin('permissions', 'permissions.id', 'groupPermissions.permissionId')
    .innerJoin('resources', 'resources.id', 'permissions.resourceId')
    .select('groupPermissions.groupId')
    .distinct()
    .where('groupPermissions.groupId', 'in', groupIds)
    .where('resources.resourceIdentifier', '=', resource)
    .where('permissions.permissionIdentifier', 'in', permissions)
    .execute()
  return rows.map(({ groupId }) => groupId)
}

/** The ones of these groups that a user is a member of. */
export async function joinedAmong(
  queries: Queries,
  userId: number,
  groupIds: readonly number[],
): Promise<number[]> {
  if (groupIds.length === 0) return []
  const rows = await queries
    .selectFrom('userGroups')
    .select('groupId')
    .where('userId', '=', userId)
    .where('groupId', 'in', groupIds)
    .execute()
  return rows.map(({ groupId }) => groupId)
}

/** @returns false when the user is a member already */
export async function join(
  queries: Queries,
  userId: number,
  groupId: number,
  createdAt: Date,
): Promise<boolean> {
  const added = await queries
    .insertInto('userGroups')
    .values({ userId, groupId, createdAt })
    .onConflict((conflict) => conflict.columns(['userId', 'groupId']).doNothing())
    .returning('id')
    .execute()
  return added.length > 0
}

/** @returns false when the user is no longer a member */
export async function leave(queries: Queries, userId: number, groupId: number): Promise<boolean> {
  const removed = await queries
    .deleteFrom('userGroups')
    .where('userId', '=', userId)
    .where('groupId', '=', groupId)
    .returning('id')
    .execute()
  return removed.length > 0
}
