import { exists } from '../database/results.ts'
import type { AdminSource } from '../database/sources.ts'
import { enabledHolders } from './enabled-holders.ts'

/** Ids of permissions of one resource with one of the identifiers. */
export async function idsOf(
  { db }: AdminSource,
  resource: string,
  identifiers: readonly string[],
): Promise<number[]> {
  const where = named(resource, identifiers)
  return (await db.permission.findMany({ where, select: { id: true } })).map(({ id }) => id)
}

/** True when the user holds one of them, directly or through a group. */
export async function userHolds(
  { db }: AdminSource,
  userId: number,
  resource: string,
  identifiers: readonly string[],
): Promise<boolean> {
  const held = await db.permission.findFirst({
    where: {
      ...named(resource, identifiers),
      OR: [
        { users: { some: { userId } } },
        { groups: { some: { group: { users: { some: { userId } } } } } },
      ],
    },
    select: { id: true },
  })
  return held !== null
}

export async function groupHolds(
  { db }: AdminSource,
  groupId: number,
  resource: string,
  identifiers: readonly string[],
): Promise<boolean> {
  const held = await db.groupPermission.findFirst({
    where: { groupId, permission: named(resource, identifiers) },
    select: { id: true },
  })
  return held !== null
}

export async function clientHolds(
  { db }: AdminSource,
  clientId: number,
  resource: string,
  identifiers: readonly string[],
): Promise<boolean> {
  const held = await db.clientPermission.findFirst({
    where: { clientId, permission: named(resource, identifiers) },
    select: { id: true },
  })
  return held !== null
}

/** True when an enabled user holds the permission, directly or through a group. Stops at the first. */
export async function hasEnabledHolder(
  admin: AdminSource,
  resource: string,
  identifier: string,
): Promise<boolean> {
  for (const id of await idsOf(admin, resource, [identifier])) {
    for (const holders of enabledHolders(admin.queries, id)) if (await exists(holders)) return true
  }
  return false
}

/** The number of enabled users who hold the permission, directly or through a group. */
export function countEnabledHolders(
  { db }: AdminSource,
  resource: string,
  identifier: string,
): Promise<number> {
  const permissions = { some: { permission: named(resource, [identifier]) } }
  return db.user.count({
    where: {
      enabled: true,
      OR: [{ permissions }, { groups: { some: { group: { permissions } } } }],
    },
  })
}

/** Permissions of one resource with one of the identifiers. */
function named(resourceIdentifier: string, identifiers: readonly string[]) {
  return {
    permissionIdentifier: { in: [...identifiers] },
    resource: { resourceIdentifier },
  }
}
