import { accessSync, closeSync, constants, existsSync, fchmodSync, openSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { messageOf } from '#lib/kernel/errors.ts'
import { codesOf } from './errors.ts'
import { freeBytes } from './free-bytes.ts'

/** Nothing can be done with the file of an SQLite database; the message is a sentence for whoever set its path. */
export class DatabaseFileError extends Error {
  override readonly name = 'DatabaseFileError'
}

/** The sentence that says so. */
export function describeUnusableFile(path: string, reason: string): string {
  return `The database file ${path} cannot be used: ${reason}. Check DATABASE_URL and DATA_DIR.`
}

/** What the system, and then SQLite, says when the file or its disk is at fault and not the statement. */
const fileFailure =
  /^(EACCES|EISDIR|ELOOP|ENOENT|ENOSPC|ENOTDIR|EDQUOT|EPERM|EROFS|SQLITE_(CANTOPEN|CORRUPT|FULL|IOERR|NOTADB|PERM|READONLY))/

/** Below this SQLite calls what is wrong with a full disk an I/O error, in bytes: the index of its log has no room. */
const minSpace = 256 * 1024

/** @returns a DatabaseFileError for a failure of the file; any other as it is */
export function describeFileError(path: string, error: unknown): unknown {
  const codes = [...codesOf(error)]
  const message = messageOf(error)
  // Of a folder that does not exist the driver finds out by itself.
  const hasNoFolder = error instanceof TypeError && message.includes('directory does not exist')
  if (!codes.some((code) => fileFailure.test(code)) && !hasNoFolder) return error
  const sentence = describeFullDisk(path, codes) ?? describeUnusableFile(path, message)
  return new DatabaseFileError(sentence, { cause: error })
}

/** The sentence for a disk that has no room left; null where that is not the reason. */
function describeFullDisk(path: string, codes: readonly string[]): string | null {
  const folder = dirname(path)
  const free = freeBytes(folder)
  const isSaid = codes.some((code) => /^(ENOSPC|EDQUOT|SQLITE_FULL)/.test(code))
  const isSeen =
    codes.some((code) => code.startsWith('SQLITE_IOERR')) && (free ?? minSpace) < minSpace
  if (!isSaid && !isSeen) return null
  const room = free === null ? '' : ` (${Math.floor(free / 1024)} KiB are free)`
  return `The disk of the database ${path} is full${room}: make room in ${folder} and start again. Nothing was changed.`
}

/** @throws DatabaseFileError where the file is at fault, or what `work` throws */
export function onFile<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw describeFileError(path, error)
  }
}

/**
 * Refuses a database file that may only be read. SQLite opens it all the same, lets transactions begin, and refuses
 * the first write.
 * @param path of an SQLite database; where there is none yet, nothing is refused
 * @throws Error of the system: EACCES, EPERM or EROFS
 */
export function requireWritable(path: string): void {
  if (existsSync(path)) accessSync(path, constants.W_OK)
}

/**
 * Makes the file of a database that is not there yet, for its owner only, whatever the process's mask and the folder let
 * others do. The log beside it and the index of that get the same mode from SQLite.
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
 * Remembers which files are at the path of a database that is open: its own, and beside it the log that holds the
 * newest writes and the index of that, which stay as long as anybody has it open.
 * @returns refuses when another one is there, or none: whoever has the first one open goes on with that, alone
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

/** @throws Error of the system, where there is no such file */
async function identityOf(path: string): Promise<string> {
  const { dev, ino } = await stat(path)
  return `${dev}:${ino}`
}
