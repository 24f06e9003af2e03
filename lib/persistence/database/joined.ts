import { type AliasedExpression, type AliasNode, RawNode, sql } from 'kysely'
import { Prisma } from '../generated/sqlite/client.ts'
import { columnName } from './names.ts'
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

/**
 * A table in a join. Its columns get the table's name as a prefix, because two tables may both have an `id`; the driver
 * makes an object for each table (`rowReader`).
 */
export interface JoinedTable<R> {
  /** For `select`. */
  readonly columns: readonly AliasedExpression<unknown, string>[]
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
  const list = columns.map((column) => {
    const name = `"${columnName(table)}"."${columnName(column)}"`
    return `${name} as "${columnName(table)}.${columnName(column)}"`
  })
  const [first = ''] = columns
  return {
    columns: [asSelection(list.join(', '))],
    read(joined) {
      const row = joined[table] as Readonly<Record<string, unknown>>
      return row[first] === null ? null : row
    },
  }
}

/**
 * A list of columns as one selection. Kysely would compile each column of each query again, which costs more than the
 * query itself for the widest joins.
 */
function asSelection(list: string): AliasedExpression<unknown, string> {
  const node = RawNode.createWithSql(list)
  return {
    expression: sql.raw(list),
    alias: '',
    // A selection may be any node: this one already contains its aliases.
    toOperationNode: () => node as unknown as AliasNode,
  }
}
