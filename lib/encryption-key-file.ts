import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Where the key file of an installation stands. */
export function keyFileIn(dataDir: string): string {
  return resolve(dataDir, 'encryption-key')
}

/**
 * Reads the key file of an installation on one machine, or makes it (readable by its owner only).
 * The new file is written aside and then linked into place, which fails when another process was
 * first: processes that start at once therefore read the same, whole key.
 * @param file absolute path
 * @param databaseFolder made as well, so that the database file finds its folder
 * @returns 64 hexadecimal digits
 * @throws Error when it cannot be read or made, or holds something else
 */
export function readOrCreateKeyFile(file: string, databaseFolder: string): string {
  for (const folder of [dirname(file), databaseFolder])
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  return checked(file, readKey(file) ?? createKey(file))
}

/**
 * Reads the key file of an installation that is there.
 * @throws Error when it cannot be read, or holds something else
 */
export function readKeyFile(file: string): string {
  return checked(file, readFileSync(file, 'utf8').trim())
}

function checked(file: string, key: string): string {
  if (!/^[0-9A-Fa-f]{64}$/.test(key)) {
    throw new Error(`${file} must hold 64 hexadecimal digits`)
  }
  return key
}

function readKey(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}

function createKey(file: string): string {
  const aside = `${file}.${randomBytes(6).toString('hex')}`
  writeFileSync(aside, `${randomBytes(32).toString('hex')}\n`, {
    mode: 0o600,
    flag: 'wx',
    flush: true,
  })
  try {
    linkSync(aside, file)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(aside, { force: true })
  }
  return readFileSync(file, 'utf8').trim()
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
