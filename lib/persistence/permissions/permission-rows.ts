import { joinedTable } from '../database/joined.ts'
import type { Queries, Row } from '../database/tables.ts'

/** A permission, always together with its resource. */
export type PermissionRecord = Row<'permissions'> & { resource: Row<'resources'> }

const permission = joinedTable('permissions')
const resource = joinedTable('resources')

/** Permissions with their resources, unsorted: SQLite would sort whole rows, which costs more than finding them. */
export function withResource(queries: Queries) {
  return queries
    .selectFrom('permissions')
    .innerJoin('resources', 'resources.id', 'permissions.resourceId')
    .select([...permission.columns, ...resource.columns])
}

/** Reads a row of `withResource`. */
export function readPermission(row: Readonly<Record<string, unknown>>): PermissionRecord[] {
  const itself = permission.read(row)
  const itsResource = resource.read(row)
  return itself && itsResource ? [{ ...itself, resource: itsResource }] : []
}
