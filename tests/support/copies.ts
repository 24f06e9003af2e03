import { randomUuid } from '#lib/base/crypto/random.ts'
import { columnsOf } from './columns.ts'
import type { OpenDatabase } from './file-database.ts'

/** A row of which a test needs many. */
interface Original {
  readonly table: string
  readonly id: number
  /** The columns that differ in each copy: texts of any form. */
  readonly unique: readonly string[]
}

/** Inserts copies of a row in one statement. Prisma takes seconds for as many rows. */
export async function insertCopies(
  { client, provider }: Pick<OpenDatabase, 'client' | 'provider'>,
  { table, id, unique }: Original,
  count: number,
): Promise<void> {
  if (count < 1) return
  const columns = (await columnsOf(client, provider))
    .filter((found) => found.table === table && found.column !== 'id')
    .map(({ column }) => column)
  const prefix = randomUuid().slice(0, 24)
  const values = columns.map((column) =>
    unique.includes(column) ? `'${prefix}' || n` : `"${column}"`,
  )
  const names = columns.map((column) => `"${column}"`)
  await client.$executeRawUnsafe(
    `WITH RECURSIVE copies(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copies WHERE n < ${count})
    INSERT INTO "${table}" (${names}) SELECT ${values} FROM "${table}", copies WHERE "id" = ${id}`,
  )
}
