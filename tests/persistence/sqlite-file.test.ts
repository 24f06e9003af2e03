import { cpSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { rememberFile } from '#lib/persistence/database/sqlite-file.ts'
import { inAnotherProcess } from '#tests/support/child-process.ts'

/** An open database with writes, like that of a running server. */
function openDatabase() {
  const folder = mkdtempSync(join(tmpdir(), 'open-database-'))
  const path = join(folder, 'authserver.db')
  const database = new Database(path)
  onTestFinished(() => {
    database.close()
    rmSync(folder, { recursive: true })
  })
  database.pragma('journal_mode = WAL')
  database.exec('CREATE TABLE "notes" ("text" TEXT)')
  return { path, database, write: () => database.exec(`INSERT INTO "notes" VALUES ('a note')`) }
}

test('an open database has the files it had, whatever is written, moved over, read and backed up', async () => {
  const { path, database, write } = openDatabase()
  const requireSame = await rememberFile(path)
  write()
  database.pragma('wal_checkpoint(TRUNCATE)')
  await requireSame()
  write()
  const other = `
    import Database from 'better-sqlite3'
    const other = new Database(${JSON.stringify(path)})
    other.exec('INSERT INTO "notes" VALUES (1)')
    other.pragma('wal_checkpoint(TRUNCATE)')
    await other.backup(${JSON.stringify(`${path}.copy`)})
    other.close()`
  await inAnotherProcess(other)
  await requireSame()
})

test.each(['', '-wal', '-shm'])(
  'a file "authserver.db%s" that is gone, or another one, is told',
  async (end) => {
    const { path, write } = openDatabase()
    const requireSame = await rememberFile(path)
    write()
    renameSync(path + end, `${path}.moved`)
    await expect(requireSame()).rejects.toThrow()
    cpSync(`${path}.moved`, path + end)
    await expect(requireSame()).rejects.toThrow(`Replaced or removed: ${path}${end}.`)
  },
)
