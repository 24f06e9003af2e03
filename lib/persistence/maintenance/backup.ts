import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { randomToken } from '#lib/base/crypto/random.ts'
import { messageOf } from '#lib/base/errors/errors.ts'

export interface BackupReport {
  readonly bytes: number
}

/** The copy of a database failed, or is not readable. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

/**
 * Copies an SQLite database while other processes use it. One read transaction makes a consistent copy and blocks no
 * writer. (The step-by-step backup API would restart with every write of the server.) The copy gets its name only after
 * it was checked and synced.
 * @param source path of the database
 * @param target path of the copy. A valid copy replaces any existing file: the caller must ensure that it is no file of
 *   the installation
 * @throws BackupError
 */
export function backUpSqlite(source: string, target: string): BackupReport {
  // A unique name: no existing file may be overwritten.
  const aside = `${target}.${randomToken(6)}.partial`
  try {
    // Created empty first to set its mode, because the copy contains everything that the database contains.
    closeSync(openSync(aside, 'wx', 0o600))
    const database = new Database(source, { fileMustExist: true, timeout: 30_000 })
    try {
      database.prepare('VACUUM INTO ?').run(aside)
    } finally {
      database.close()
    }
    requireReadable(aside)
    sync(aside)
    renameSync(aside, target)
    return { bytes: statSync(target).size }
  } catch (error) {
    rmSync(aside, { force: true })
    throw new BackupError(`The backup failed: ${messageOf(error)}.`, { cause: error })
  }
}

function requireReadable(file: string): void {
  const copy = new Database(file, { readonly: true, fileMustExist: true })
  try {
    const [check] = copy.pragma('integrity_check(1)') as { integrity_check: string }[]
    if (check?.integrity_check !== 'ok') throw new Error('the copy failed its integrity check')
  } finally {
    copy.close()
  }
}

function sync(file: string): void {
  const descriptor = openSync(file, 'r+')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
