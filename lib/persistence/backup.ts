import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { messageOf } from '#lib/kernel/errors.ts'
import { randomToken } from '#lib/kernel/random.ts'

/** What a backup holds. */
export interface BackupReport {
  readonly bytes: number
}

/** The copy of a database could not be made or does not read back. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

/**
 * Copies an SQLite database while others use it: one read transaction, so the copy is of one moment
 * and nobody waits. (The step-by-step backup API would begin again with every write of the server.)
 * The copy is written aside, read back, synced, and only then gets its name.
 * @param source path of the database
 * @param target path of the copy; an existing file is replaced when the new one is good, whatever it
 *   is: the caller knows that it is no file of the installation
 * @throws BackupError
 */
export function backUpSqlite(source: string, target: string): BackupReport {
  // A name that nobody has: nothing may be removed to make room for it.
  const aside = `${target}.${randomToken(6)}.partial`
  try {
    // Made empty first, for its mode: a copy holds everything that the database holds.
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
    throw new BackupError(`The backup was not made: ${messageOf(error)}.`, { cause: error })
  }
}

function requireReadable(file: string): void {
  const copy = new Database(file, { readonly: true, fileMustExist: true })
  try {
    const [check] = copy.pragma('integrity_check(1)') as { integrity_check: string }[]
    if (check?.integrity_check !== 'ok') throw new Error('the copy does not read back')
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
