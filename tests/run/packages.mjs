import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './programs.mjs'

/**
 * @param {string[]} names
 * @param {string[]} [places] further paths to look at
 */
export function systemProgram(names, places = []) {
  const folders = (process.env.PATH ?? '').split(':')
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...paths, ...places].find((path) => existsSync(path)) ?? null
}

/**
 * Installs a Debian package when root.
 * @param {string} name of the package
 * @param {string[]} names of its program
 * @param {string[]} [places] further paths to look at
 */
export async function installPackage(name, names, places) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', name],
  ]) {
    const options = ['-o', 'DPkg::Lock::Timeout=120', '-o', 'Acquire::http::Timeout=15']
    const { ok, output } = await run('apt-get', [...options, ...args], { env, limitSeconds: 480 })
    if (!ok) throw new Error(output)
  }
  return systemProgram(names, places)
}
