import { accessSync, closeSync, constants, existsSync, fchmodSync, openSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { messageOf } from '#lib/base/errors/errors.ts'
import { codesOf } from '../errors.ts'
import { freeBytes } from '../maintenance/free-bytes.ts'

/** The file of an SQLite database is unusable. The message is a sentence for the operator who set its path. */
export class DatabaseFileError extends Error {
  override readonly name = 'DatabaseFileError'
}

export function describeUnusableFile(path: string, reason: string): string {
  return `The database file ${path} cannot be used: ${reason}. Check DATABASE_URL and DATA_DIR.`
}

/** Error codes of the system and of SQLite that blame the file or its disk, not the statement. */
const fileFailure =
  /^(EACCES|EISDIR|ELOOP|ENOENT|ENOSPC|ENOTDIR|EDQUOT|EPERM|EROFS|SQLITE_(CANTOPEN|CORRUPT|FULL|IOERR|NOTADB|PERM|READONLY))/

/** In bytes. With less free space, SQLite reports a full disk as an I/O error, because its log's index does not fit. */
const minSpace = 256 * 1024

/** @returns a DatabaseFileError for a failure of the file; any other error unchanged */
export function describeFileError(path: string, error: unknown): unknown {
  const codes = [...codesOf(error)]
  const message = messageOf(error)
  // The driver itself detects a missing folder.
  const hasNoFolder = error instanceof TypeError && message.includes('directory does not exist')
  if (!codes.some((code) => fileFailure.test(code)) && !hasNoFolder) return error
  const sentence = describeFullDisk(path, codes) ?? describeUnusableFile(path, message)
  return new DatabaseFileError(sentence, { cause: error })
}

/** The sentence for a full disk; null for another reason. */
function describeFullDisk(path: string, codes: readonly string[]): string | null {
  const folder = dirname(path)
  const free = freeBytes(folder)
  const isSaid = codes.some((code) => /^(ENOSPC|EDQUOT|SQLITE_FULL)/.test(code))
  const isSeen =
    codes.some((code) => code.startsWith('SQLITE_IOERR')) && (free ?? minSpace) < minSpace
  if (!isSaid && !isSeen) return null
  const room = free === null ? '' : ` (${Math.floor(free / 1024)} KiB free)`
  return `The disk of the database ${path} is full${room}. Free space in ${folder} and start again. Nothing was changed.`
}

/** @throws DatabaseFileError for a failure of the file; otherwise the error of `work` */
export function onFile<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw describeFileError(path, error)
  }
}

/**
 * Refuses a read-only database file. SQLite would open it, begin transactions, and refuse only the first write.
 * @param path of an SQLite database; a missing file is accepted
 * @throws Error of the system: EACCES, EPERM or EROFS
 */
export function requireWritable(path: string): void {
  if (existsSync(path)) accessSync(path, constants.W_OK)
}

/**
 * Creates a missing database file for its owner only, regardless of the process's umask and the folder. SQLite gives
 * the log and its index the same mode.
 * @throws Error of the system
 */
export function makePrivately(path: string): void {
  if (existsSync(path)) return
  const descriptor = openSync(path, 'a', 0o600)
  try {
    fchmodSync(descriptor, 0o600)
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Records the identities of an open database's files: the file itself, the log with the newest writes, and the log's
 * index. They exist as long as a process has the database open.
 * @returns a function that throws when a file was replaced or removed. A process with the old file open would continue
 *   with it, alone
 */
export async function rememberFile(path: string): Promise<() => Promise<void>> {
  const paths = [path, `${path}-wal`, `${path}-shm`]
  const identities = () => Promise.all(paths.map(identityOf))
  const first = await identities()
  return async () => {
    const now = await identities()
    const changed = paths.filter((_, i) => now[i] !== first[i])
    if (changed.length > 0) throw new Error(`Replaced or removed: ${changed.join(', ')}.`)
  }
}

/** @throws Error of the system when the file is missing */
async function identityOf(path: string): Promise<string> {
  const { dev, ino } = await stat(path)
  return `${dev}:${ino}`
}
