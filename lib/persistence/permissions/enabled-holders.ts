import { sql } from 'kysely'
import type { Queries } from '../database/tables.ts'

/**
 * Queries for enabled users who hold a permission directly, and for groups with an enabled member that hold it. Both
 * follow an index from the permission's id, so finding one holder costs the same for any number of users.
 */
export function enabledHolders(queries: Queries, permissionId: number) {
  return [
    queries
      .selectFrom('userPermissions')
      .select('userPermissions.id')
      .where('permissionId', '=', permissionId)
      .where(isOfEnabledUser('userPermissions'))
      .orderBy('userPermissions.userId')
      .limit(1),
    queries
      .selectFrom('groupPermissions')
      .select('groupPermissions.id')
      .where('permissionId', '=', permissionId)
      .where((eb) =>
        eb
          .selectFrom('userGroups')
          .select((member) => member.lit(true).as('isThere'))
          .whereRef('userGroups.groupId', '=', 'groupPermissions.groupId')
          .where(isOfEnabledUser('userGroups'))
          .orderBy('userGroups.userId')
          .limit(1)
          .$asScalar(),
      )
      .limit(1),
  ] as const
}

/** A condition checked row by row: for the first row of a join, PostgreSQL would scan all users or all rows. */
function isOfEnabledUser(table: 'userPermissions' | 'userGroups') {
  return sql<boolean>`(select ${sql.ref('users.enabled')} from ${sql.table('users')}
    where ${sql.ref('users.id')} = ${sql.ref(`${table}.userId`)})`
}
