import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installPackage, systemProgram } from './packages.mjs'
import { freePort, unprivilegedUser } from './postgresql.mjs'
import { kill, start } from './programs.mjs'

const names = ['pgbouncer']
/** These folders are often missing from PATH. */
const places = ['/usr/sbin/pgbouncer', '/opt/homebrew/bin/pgbouncer', '/usr/local/bin/pgbouncer']

/**
 * The path of PgBouncer: the system's, or Debian's package, installed when root.
 * @throws Error when there is none
 */
export async function findPgbouncer() {
  const found = systemProgram(names, places) ?? (await installPackage('pgbouncer', names, places))
  if (found === null) throw new Error('There is no pgbouncer: install the package of that name.')
  return found
}

/**
 * Starts PgBouncer in front of a server. Like PostgreSQL, it refuses to run as root.
 * @param {string} program
 * @param {string} serverUrl any database of the server behind it
 * @param {'session' | 'transaction' | 'statement'} mode
 * @param {Record<string, string | number>} [changes] of its settings
 * @returns {Promise<{ origin: string, stop: () => Promise<void> }>} origin: replaces `user@host:port` in the
 * URL
 */
export async function startPgbouncer(program, serverUrl, mode, changes = {}) {
  const { hostname, port: serverPort, username } = new URL(serverUrl)
  const user = unprivilegedUser()
  const folder = mkdtempSync(
    join(user.uid === undefined ? tmpdir() : '/tmp', 'authserver-pgbouncer-'),
  )
  const port = await freePort()
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: join(folder, 'users'),
    pool_mode: mode,
    default_pool_size: 20,
    max_client_conn: 200,
    ...changes,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  writeFileSync(join(folder, 'users'), `"${username}" ""\n`)
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    ['[databases]', `* = host=${hostname} port=${serverPort}`, '[pgbouncer]', ...lines, ''].join(
      '\n',
    ),
  )
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  const child = start(program, [join(folder, 'pgbouncer.ini')], { ...user, cwd: folder })
  await untilListening(child)
  return {
    origin: `${username}@127.0.0.1:${port}`,
    stop: async () => {
      const closed = once(child, 'close')
      kill(child, 'SIGKILL')
      await closed
      rmSync(folder, { recursive: true, force: true })
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
    const fail = () => reject(new Error(`pgbouncer did not start:\n${output}`))
    const limit = setTimeout(fail, 30_000)
    child.stdout?.resume()
    child.stderr?.on('data', (chunk) => {
      output += chunk
      if (!output.includes('process up')) return
      clearTimeout(limit)
      resolve()
    })
    child.once('close', fail)
    child.once('error', fail)
  })
}
