import { lstatSync, realpathSync, statSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { type Config, sqliteFile } from '#lib/config.ts'
import { keyFileIn } from '#lib/encryption-key-file.ts'
import { messageOf } from '#lib/kernel/errors.ts'
import { randomToken } from '#lib/kernel/random.ts'
import { Failure } from './command.ts'

/** A file without which the installation is lost. */
interface OwnFile {
  readonly path: string
  readonly what: string
}

/**
 * The absolute path of a file that a command is about to write.
 * @param force an existing file may be replaced
 * @throws Failure for a file of the installation itself, whatever it is called here and with `force`
 *   too; for an existing file without `force`; for what is no file, such as a folder or a device
 */
export function outputFile(config: Config, name: string, force: boolean): string {
  const file = resolve(name)
  const own = ownFiles(config).find(({ path }) => isSameFile(path, file))
  if (own) throw new Failure(`${file} is ${own.what} of this installation: name another file.`)
  if (!lstatSync(file, { throwIfNoEntry: false })) return file
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === false) {
    throw new Failure(`${file} is no file: name another one.`)
  }
  if (!force) throw new Failure(`There is a file ${file} already: --force replaces it.`)
  return file
}

/**
 * Writes a text file under its name only when it is complete: a failure leaves what was there. Its owner alone may
 * read it, also where it replaces one that others could: what it is needed for decides who else may.
 * @throws Failure when it cannot be written
 */
export async function writeWhole(file: string, text: string): Promise<void> {
  const aside = `${file}.${randomToken(6)}.partial`
  try {
    await writeFile(aside, text, { flag: 'wx', mode: 0o600, flush: true })
    await rename(aside, file)
  } catch (error) {
    await rm(aside, { force: true })
    const reason = messageOf(error)
    throw new Failure(`The file cannot be written: ${reason}.`)
  }
}

function ownFiles(config: Config): OwnFile[] {
  const database = sqliteFile(config)
  // SQLite keeps the side files beside the file itself, not beside a link that leads to it.
  const databases = database === null ? [] : [database, realPath(database)]
  return [
    ...databases.map((path) => ({ path, what: 'the database' })),
    ...databases.flatMap((path) =>
      ['-wal', '-shm', '-journal'].map((suffix) => ({
        path: `${path}${suffix}`,
        what: 'a part of the database',
      })),
    ),
    // Although ENCRYPTION_KEY is set: a key that was replaced still opens the older backups.
    { path: keyFileIn(config.dataDir), what: 'the encryption key' },
    // Read by `authserver.mjs`; it may hold the key.
    { path: resolve('.env'), what: 'the file of settings' },
  ]
}

/** True when two paths lead to one file, over links of folders, symbolic or hard links. */
function isSameFile(one: string, other: string): boolean {
  if (placeOf(one) === placeOf(other)) return true
  const identity = identityOf(one)
  return identity !== null && identity === identityOf(other)
}

/** The path with its folder's links resolved: the file itself need not exist. */
function placeOf(path: string): string {
  return join(realPath(dirname(path)), basename(path))
}

/** Device and number of an existing file, which all its names have in common. */
function identityOf(path: string): string | null {
  try {
    const { dev, ino } = statSync(path, { bigint: true })
    return `${dev}:${ino}`
  } catch {
    return null
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
