import { lstatSync, realpathSync, statSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { randomToken } from '#lib/base/crypto/random.ts'
import { messageOf } from '#lib/base/errors/errors.ts'
import { type Config, sqliteFile } from '#lib/config/config.ts'
import { keyFileIn } from '#lib/config/encryption-key-file.ts'
import { type Environment, secretFiles } from '#lib/config/given-settings.ts'
import { Failure } from './command.ts'
import type { Terminal } from './terminal.ts'

/** A file that the installation needs. */
interface OwnFile {
  readonly path: string
  readonly what: string
}

/**
 * Resolves and checks the path of an output file.
 * @param force allows replacing an existing file
 * @throws Failure for a file of the installation itself, under any name and even with `force`; for an existing file
 *   without `force`; for a folder or a device
 */
export function outputFile(
  { env }: Pick<Terminal, 'env'>,
  config: Config,
  name: string,
  force: boolean,
): string {
  const file = resolve(name)
  const own = ownFiles(env, config).find(({ path }) => isSameFile(path, file))
  if (own) throw new Failure(`${file} is ${own.what} of this installation. Choose another file.`)
  if (!lstatSync(file, { throwIfNoEntry: false })) return file
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === false) {
    throw new Failure(`${file} is not a regular file. Choose another file.`)
  }
  if (!force) throw new Failure(`The file ${file} already exists. Use --force to replace it.`)
  return file
}

/**
 * Writes a text file atomically: a failure leaves the previous content. Only the owner may read the new file, even
 * if others could read the previous one; the operator decides about access.
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

function ownFiles(env: Environment, config: Config): OwnFile[] {
  const database = sqliteFile(config)
  const { breachedPasswordsFile: breached } = config
  // SQLite keeps its side files beside the file itself, not beside a symbolic link to it.
  const databases = database === null ? [] : [database, realPath(database)]
  return [
    ...databases.map((path) => ({ path, what: 'the database' })),
    ...databases.flatMap((path) =>
      ['-wal', '-shm', '-journal'].map((suffix) => ({
        path: `${path}${suffix}`,
        what: 'part of the database',
      })),
    ),
    // Even when ENCRYPTION_KEY is set: a previous key still decrypts older backups.
    { path: keyFileIn(config.dataDir), what: 'the encryption key' },
    // Read by `authserver.mjs`; it may contain the key.
    { path: resolve('.env'), what: 'the settings file' },
    ...secretFiles(env).map(({ variable, path }) => ({ path, what: `a secret (${variable})` })),
    ...(breached === undefined ? [] : [{ path: breached, what: 'the list of breached passwords' }]),
  ]
}

/** True when two paths name the same file, including through symbolic or hard links. */
function isSameFile(one: string, other: string): boolean {
  if (placeOf(one) === placeOf(other)) return true
  const identity = identityOf(one)
  return identity !== null && identity === identityOf(other)
}

/** The path with its folder resolved; the file itself need not exist. */
function placeOf(path: string): string {
  return join(realPath(dirname(path)), basename(path))
}

/** Device and inode of an existing file, shared by all its hard links. */
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
