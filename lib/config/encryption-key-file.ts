import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Path of an installation's key file. */
export function keyFileIn(dataDir: string): string {
  return resolve(dataDir, 'encryption-key')
}

/**
 * Reads the key file of an installation on one machine, or creates it, readable by its owner only. A new file is
 * written under a temporary name and hard-linked into place, which fails when another process was first. Processes
 * that start at the same time therefore read the same, complete key.
 * @param file absolute path
 * @param databaseFolder also created, so that the database file finds its folder
 * @returns 64 hexadecimal digits
 * @throws Error when the file cannot be read or created, or contains something else
 */
export function readOrCreateKeyFile(file: string, databaseFolder: string): string {
  for (const folder of [dirname(file), databaseFolder])
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  return checked(file, readKey(file) ?? createKey(file))
}

/**
 * Reads the existing key file of an installation.
 * @throws Error when the file cannot be read, or contains something else
 */
export function readKeyFile(file: string): string {
  return checked(file, readFileSync(file, 'utf8').trim())
}

function checked(file: string, key: string): string {
  if (!/^[0-9A-Fa-f]{64}$/.test(key)) {
    throw new Error(`${file} must contain 64 hexadecimal digits`)
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
