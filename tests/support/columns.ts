import type { Provider } from '#lib/persistence/database/provider.ts'
import type { PrismaClient } from '#lib/persistence/generated/sqlite/client.ts'

export interface DatabaseColumn {
  readonly table: string
  readonly column: string
  readonly isBinary: boolean
}

const statements: Readonly<Record<Provider, string>> = {
  sqlite: `SELECT m.name AS "table", c.name AS "column", c.type AS "type"
    FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table'`,
  postgresql: `SELECT table_name AS "table", column_name AS "column", data_type AS "type"
    FROM information_schema.columns WHERE table_schema = 'public'`,
}

/** Columns of the program's tables, without those of the search index, which triggers maintain. */
export async function columnsOf(
  client: PrismaClient,
  provider: Provider,
): Promise<DatabaseColumn[]> {
  const rows = await client.$queryRawUnsafe<{ table: string; column: string; type: string }[]>(
    statements[provider],
  )
  return rows
    .filter(({ table }) => !table.startsWith('user_text'))
    .map(({ table, column, type }) => ({
      table,
      column,
      isBinary: /^(blob|bytea)$/i.test(type),
    }))
}
