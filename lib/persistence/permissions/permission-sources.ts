import type { AdminSource } from '../database/sources.ts'

/** One way in which a user has a permission: directly, or through a group. */
export interface PermissionSource {
  readonly userId: number
  readonly permissionId: number
  /** Null for a direct grant. */
  readonly group: { readonly id: number; readonly groupIdentifier: string } | null
  /** For a group: when the user had both the membership and the group the permission. */
  readonly since: Date
}

/**
 * Every way in which users have permissions: direct ones first, then by group.
 * @param permissionIds absent: every permission
 */
export async function sourcesOf(
  { db }: AdminSource,
  userIds: readonly number[],
  permissionIds?: readonly number[],
): Promise<PermissionSource[]> {
  if (userIds.length === 0) return []
  const ofUsers = { userId: { in: [...userIds] } }
  const wanted = permissionIds ? { permissionId: { in: [...permissionIds] } } : {}
  const [direct, memberships] = await Promise.all([
    db.userPermission.findMany({
      where: { ...ofUsers, ...wanted },
      select: { userId: true, permissionId: true, createdAt: true },
    }),
    db.userGroup.findMany({
      where: ofUsers,
      select: { userId: true, groupId: true, createdAt: true },
    }),
  ])
  const granted = await grantsOfGroups(
    { db },
    memberships.map(({ groupId }) => groupId),
    wanted,
  )
  const throughGroups = memberships.flatMap(({ userId, groupId, createdAt }) =>
    (granted.get(groupId) ?? []).map((grant) => ({
      userId,
      permissionId: grant.permissionId,
      group: grant.group,
      since: createdAt > grant.createdAt ? createdAt : grant.createdAt,
    })),
  )
  return [
    ...direct.map(({ createdAt, ...grant }) => ({ ...grant, group: null, since: createdAt })),
    ...throughGroups.sort((a, b) => compare(a.group.groupIdentifier, b.group.groupIdentifier)),
  ]
}

/** The wanted permissions of groups, by group. */
async function grantsOfGroups(
  { db }: Pick<AdminSource, 'db'>,
  groupIds: readonly number[],
  wanted: { readonly permissionId?: { in: number[] } },
) {
  const rows = await db.groupPermission.findMany({
    where: { groupId: { in: [...new Set(groupIds)] }, ...wanted },
    select: {
      permissionId: true,
      createdAt: true,
      group: { select: { id: true, groupIdentifier: true } },
    },
  })
  return Map.groupBy(rows, ({ group }) => group.id)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
