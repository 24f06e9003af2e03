import type { AdminSource } from '../database/sources.ts'
import { namedUsers } from '../search/named-users.ts'
import type { UserRecord } from '../users/users.ts'
import type { PermissionRecord } from './permission-rows.ts'

/** A record that can hold permissions. */
export interface PermissionHolder {
  readonly kind: 'user' | 'group' | 'client'
  readonly id: number
}

// Permissions that users, groups and clients hold directly, not through a group.

/** With their resources, ordered by id. */
export function list({ db }: AdminSource, holder: PermissionHolder): Promise<PermissionRecord[]> {
  return db.permission.findMany({
    where: heldBy(holder),
    include: { resource: true },
    orderBy: { id: 'asc' },
  })
}

/** Ids of the permissions held, ascending. */
export async function idsOf({ db }: AdminSource, holder: PermissionHolder): Promise<number[]> {
  const rows = await db.permission.findMany({
    where: heldBy(holder),
    select: { id: true },
    orderBy: { id: 'asc' },
  })
  return rows.map((row) => row.id)
}

export async function add(
  { db }: AdminSource,
  { kind, id }: PermissionHolder,
  permissionIds: readonly number[],
  createdAt: Date,
): Promise<void> {
  if (permissionIds.length === 0) return
  const rows = permissionIds.map((permissionId) => ({ permissionId, createdAt }))
  switch (kind) {
    case 'user':
      await db.userPermission.createMany({ data: rows.map((row) => ({ ...row, userId: id })) })
      break
    case 'group':
      await db.groupPermission.createMany({
        data: rows.map((row) => ({ ...row, groupId: id })),
      })
      break
    case 'client':
      await db.clientPermission.createMany({
        data: rows.map((row) => ({ ...row, clientId: id })),
      })
  }
}

export async function remove(
  { db }: AdminSource,
  { kind, id }: PermissionHolder,
  permissionIds: readonly number[],
): Promise<void> {
  if (permissionIds.length === 0) return
  const permissionId = { in: [...permissionIds] }
  switch (kind) {
    case 'user':
      await db.userPermission.deleteMany({ where: { userId: id, permissionId } })
      break
    case 'group':
      await db.groupPermission.deleteMany({ where: { groupId: id, permissionId } })
      break
    case 'client':
      await db.clientPermission.deleteMany({ where: { clientId: id, permissionId } })
  }
}

/** One page of the users who hold the permission directly, ordered by given name, and their total number. */
export function listUsers(
  { queries, provider }: AdminSource,
  permissionId: number,
  page: number,
  size: number,
): Promise<{ users: UserRecord[]; total: number }> {
  const naming = { table: 'user_permissions', column: 'permission_id', id: permissionId } as const
  return namedUsers(queries, provider, naming, { page, size })
}

/**
 * The given groups that hold one of the permissions, ordered by group and permission.
 * @param permissionIds only a few
 */
export async function groupsHolding(
  { db }: AdminSource,
  groupIds: readonly number[],
  permissionIds: readonly number[],
): Promise<{ groupId: number; permissionId: number }[]> {
  if (groupIds.length === 0) return []
  // Sorted here: Prisma splits a long list of ids over several statements only for unsorted queries.
  const found = await db.groupPermission.findMany({
    where: { groupId: { in: [...groupIds] }, permissionId: { in: [...permissionIds] } },
    select: { groupId: true, permissionId: true },
  })
  return found.sort((a, b) => a.groupId - b.groupId || a.permissionId - b.permissionId)
}

function heldBy({ kind, id }: PermissionHolder) {
  switch (kind) {
    case 'user':
      return { users: { some: { userId: id } } }
    case 'group':
      return { groups: { some: { groupId: id } } }
    case 'client':
      return { clients: { some: { clientId: id } } }
  }
}
