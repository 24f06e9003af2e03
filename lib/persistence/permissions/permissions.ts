import { prepared, type ValueOf } from '../database/prepared.ts'
import type { Queries } from '../database/tables.ts'
import { type PermissionRecord, readPermission, withResource } from './permission-rows.ts'

const selectHeld = prepared((queries, value: ValueOf<{ userId: number }>) =>
  withResource(queries).where('permissions.id', 'in', (eb) =>
    eb
      .selectFrom('userPermissions')
      .select('userPermissions.permissionId')
      .where('userPermissions.userId', '=', value('userId'))
      .union(
        eb
          .selectFrom('groupPermissions')
          .innerJoin('userGroups', 'userGroups.groupId', 'groupPermissions.groupId')
          .select('groupPermissions.permissionId')
          .where('userGroups.userId', '=', value('userId')),
      ),
  ),
)

/** Permissions that a user holds directly or through a group, each once, ordered by id. */
export async function heldByUser(queries: Queries, userId: number): Promise<PermissionRecord[]> {
  const held = await selectHeld.all(queries, { userId })
  return held.flatMap(readPermission).sort((a, b) => a.id - b.id)
}

/** Identifiers of a resource's permissions that the user with this subject holds, directly or through a group. */
export async function heldBySubject(
  queries: Queries,
  subject: string,
  resourceIdentifier: string,
): Promise<string[]> {
  const found = await queries
    .selectFrom('permissions')
    .innerJoin('resources', 'resources.id', 'permissions.resourceId')
    .select('permissions.permissionIdentifier')
    .where('resources.resourceIdentifier', '=', resourceIdentifier)
    .where('permissions.id', 'in', (eb) =>
      eb
        .selectFrom('userPermissions')
        .innerJoin('users', 'users.id', 'userPermissions.userId')
        .select('userPermissions.permissionId')
        .where('users.subject', '=', subject)
        .union(
          eb
            .selectFrom('groupPermissions')
            .innerJoin('userGroups', 'userGroups.groupId', 'groupPermissions.groupId')
            .innerJoin('users', 'users.id', 'userGroups.userId')
            .select('groupPermissions.permissionId')
            .where('users.subject', '=', subject),
        ),
    )
    .execute()
  return found.map(({ permissionIdentifier }) => permissionIdentifier)
}
