import { type AliasedRawBuilder, sql } from 'kysely'
import { Prisma } from '../generated/sqlite/client.ts'
import type { Row } from './tables.ts'

/** Tables used in joins, with their columns. */
const columnsOf = {
  clients: Prisma.ClientScalarFieldEnum,
  codes: Prisma.CodeScalarFieldEnum,
  grants: Prisma.GrantScalarFieldEnum,
  groupAttributes: Prisma.GroupAttributeScalarFieldEnum,
  groups: Prisma.GroupScalarFieldEnum,
  permissions: Prisma.PermissionScalarFieldEnum,
  refreshTokens: Prisma.RefreshTokenScalarFieldEnum,
  resources: Prisma.ResourceScalarFieldEnum,
  users: Prisma.UserScalarFieldEnum,
  userSessions: Prisma.UserSessionScalarFieldEnum,
} as const

/** A table in a join. Its columns get unique aliases, because two tables may both have an `id`. */
export interface JoinedTable<R> {
  /** For `select`. */
  readonly columns: readonly AliasedRawBuilder<unknown, string>[]
  /** The table's own row; null when an outer join found none. */
  read(joined: Readonly<Record<string, unknown>>): R | null
}

/** All columns of a table, or a selection whose first column is never null. */
export function joinedTable<T extends keyof typeof columnsOf>(table: T): JoinedTable<Row<T>>
export function joinedTable<T extends keyof typeof columnsOf, C extends keyof Row<T> & string>(
  table: T,
  columns: readonly C[],
): JoinedTable<Pick<Row<T>, C>>
export function joinedTable(
  table: keyof typeof columnsOf,
  columns: readonly string[] = Object.keys(columnsOf[table]),
): JoinedTable<unknown> {
  const aliases = columns.map(
    (column) => `${table}${column.charAt(0).toUpperCase()}${column.slice(1)}`,
  )
  return {
    columns: columns.map((column, i) => sql.ref(`${table}.${column}`).as(aliases[i] as string)),
    read(joined) {
      if (joined[aliases[0] as string] === null) return null
      const row: Record<string, unknown> = {}
      for (const [i, column] of columns.entries()) row[column] = joined[aliases[i] as string]
      return row
    },
  }
}
