import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DatabaseTooNewError, migrate } from '#lib/persistence/maintenance/migrate.ts'
import { createDatabase, type TestDatabase, testProvider } from '#tests/support/databases.ts'
import { migrationsFolder } from '#tests/support/migrations-folder.ts'

const provider = testProvider()
/** The document's example migration. */
const example = '20270101000000_example'
let database: TestDatabase
let newer: string

beforeEach(async () => {
  database = await createDatabase(provider)
  newer = mkdtempSync(join(tmpdir(), 'authserver-migrations-'))
  cpSync(migrationsFolder, newer, { recursive: true })
  mkdirSync(join(newer, provider, example))
  writeFileSync(join(newer, provider, example, 'migration.sql'), 'CREATE TABLE news (x INTEGER)')
})
afterEach(async () => {
  rmSync(newer, { recursive: true })
  await database.remove()
})

/** The statements of docs/operate/upgrading.md: first for the downgrade, then for the next upgrade. */
function statements(): string[] {
  const path = fileURLToPath(new URL('../../docs/operate/upgrading.md', import.meta.url))
  return [...readFileSync(path, 'utf8').matchAll(/^```sql\n(.*?)^```$/gms)].map(
    ([, sql = '']) => sql,
  )
}

async function run(sql: string): Promise<void> {
  if (provider === 'sqlite') {
    const file = new Database(database.url.replace(/^file:/, ''))
    file.exec(sql)
    file.close()
    return
  }
  const connection = new pg.Client({ connectionString: database.url })
  await connection.connect()
  await connection.query(sql)
  await connection.end()
}

test('the statements of docs/operate/upgrading.md let the older version start, and the newer one again', async () => {
  const [back = '', forth = ''] = statements()
  await migrate(database.url, newer)
  await expect(migrate(database.url, migrationsFolder)).rejects.toThrow(DatabaseTooNewError)

  await run(back)
  expect(await migrate(database.url, migrationsFolder)).toEqual([])
  await expect(migrate(database.url, newer)).rejects.toThrow(/already exists/)

  await run(forth)
  expect(await migrate(database.url, newer)).toEqual([])
})
