import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { DatabaseFileError } from '#lib/persistence/database/sqlite-file.ts'
import { DatabaseAddressError, migrate } from '#lib/persistence/maintenance/migrate.ts'
import { inAnotherProcess } from '#tests/support/child-process.ts'
import { migrationsFolder } from '#tests/support/migrations-folder.ts'

const folder = mkdtempSync(join(tmpdir(), 'database-file-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function failureOf(databaseUrl: string, migrations = migrationsFolder): Promise<unknown> {
  return migrate(databaseUrl, migrations).catch((error: unknown) => error)
}

describe('a database that cannot be opened is told in one sentence that names the setting:', () => {
  writeFileSync(join(folder, 'letter.txt'), 'Dear reader, this is no database. '.repeat(50))

  test.each([
    ['a folder that does not exist', join(folder, 'none', 'x.db')],
    ['a folder that takes no files', '/proc/x.db'],
    ['a folder in its place', folder],
    ['another kind of file', join(folder, 'letter.txt')],
  ])('%s', async (_, path) => {
    const error = await failureOf(`file:${path}`)
    expect(error).toBeInstanceOf(DatabaseFileError)
    const { message } = error as Error
    expect(message).toMatch(/^The database file [^\n]+\. Check DATABASE_URL and DATA_DIR\.$/)
    expect(message).toContain(` ${path} cannot be used: `)
  })

  test('a disk that is full', async () => {
    const migrations = join(folder, 'migrations')
    cpSync(migrationsFolder, migrations, { recursive: true })
    const last = join(migrations, 'sqlite', '99991231235959_more')
    mkdirSync(last)
    // SQLite reports its own page limit with the same error as a full disk.
    const sql = 'PRAGMA max_page_count = 1; CREATE TABLE more AS SELECT zeroblob(9999999) AS bytes'
    writeFileSync(join(last, 'migration.sql'), sql)
    const path = join(folder, 'full.db')
    const error = await failureOf(`file:${path}`, migrations)
    expect(error).toBeInstanceOf(DatabaseFileError)
    expect((error as Error).message).toMatch(
      /^The disk of the database \S+full\.db is full \(\d+ KiB free\)\. Free space in \S+ and start again\. Nothing was changed\.$/,
    )
  })

  test.each([
    ['an address that cannot be decoded', 'postgresql://user:xyzzy%c3@localhost/logins'],
    ['a certificate that is not there', 'postgresql://user:xyzzy@h/logins?sslrootcert=/none.pem'],
  ])('%s', async (_, url) => {
    const error = await failureOf(url)
    expect(error).toBeInstanceOf(DatabaseAddressError)
    const { message } = error as Error
    expect(message).toMatch(/^The address of the database [^\n]+\. Check DATABASE_URL\.$/)
    expect(message).not.toContain('xyzzy')
  })
})

test('a database file that may only be read stops the start, and the doctor says the same', async () => {
  const home = mkdtempSync(join(tmpdir(), 'read-only-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  mkdirSync(join(home, 'migrations', 'sqlite'), { recursive: true })
  const path = join(home, 'read-only.db')
  await migrate(`file:${path}`, join(home, 'migrations'))
  // The folder is writable, the file is not.
  chmodSync(home, 0o777)
  chmodSync(path, 0o444)
  const printed = await inAnotherProcess(`
    import { describeObstacle } from '#lib/cli/open.ts'
    import { inspectDatabase } from '#lib/persistence/maintenance/inspection.ts'
    import { migrate } from '#lib/persistence/maintenance/migrate.ts'
    process.chdir(${JSON.stringify(home)})
    // What files allow does not bind root. Not everybody gets to the folder, who is in it already can use it.
    if (process.getuid() === 0) process.setuid(65534)
    const databaseUrl = 'file:read-only.db'
    const start = await migrate(databaseUrl, 'migrations').then(
      () => 'It starts.',
      (error) => error.message,
    )
    const inspection = await inspectDatabase(databaseUrl, 'migrations')
    const doctor = describeObstacle(inspection, { databaseUrl })
    process.stdout.write(JSON.stringify({ start, doctor }))`)
  const { start, doctor } = JSON.parse(printed)
  expect(start).toMatch(
    /^The database file read-only\.db cannot be used: EACCES: [^\n]+\. Check DATABASE_URL and DATA_DIR\.$/,
  )
  expect(doctor).toBe(start)
})
