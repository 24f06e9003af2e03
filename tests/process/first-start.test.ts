import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { verifyPassword } from '#lib/domain/passwords/password.ts'
import { freePort } from '#tests/support/free-port.ts'
import { remoteServer, withStore } from '#tests/support/remote.ts'
import { administrator, encryptionKey } from '#tests/support/settings.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'

type Env = Readonly<Record<string, string | undefined>>

let home: string
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'authserver-first-'))
})
afterAll(() => rmSync(home, { recursive: true }))

/** Runs a start that is expected to exit by itself. */
function startToEnd(env: Env) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['lib/start.mjs'], {
    cwd: fileURLToPath(new URL('../../', import.meta.url)),
    env: { PATH: process.env.PATH, NODE_ENV: 'production', LOG_LEVEL: 'warn', ...env },
    encoding: 'utf8',
    timeout: 60_000,
  })
  return { status, stdout, stderr }
}

async function start(env: Env): Promise<StartedServer> {
  const started = await startServer(env, [], 'sqlite')
  onTestFinished(() => started.remove())
  return started
}

async function issuerOf({ baseUrl }: StartedServer): Promise<unknown> {
  const answer = await remoteServer(baseUrl).fetch('/.well-known/openid-configuration')
  return ((await answer.json()) as { issuer: unknown }).issuer
}

describe('a port that cannot be had', () => {
  test.each(['1', '2'])(
    'stops a first start before anything is made (WORKERS=%s)',
    async (WORKERS) => {
      const other = createServer().listen(0, '127.0.0.1')
      onTestFinished(() => void other.close())
      await once(other, 'listening')
      const PORT = String((other.address() as { port: number }).port)
      const dataDir = join(home, `busy-${WORKERS}`)
      const { status, stdout, stderr } = startToEnd({ PORT, WORKERS, DATA_DIR: dataDir })
      expect([status, stdout]).toEqual([1, ''])
      expect(stderr).toBe(
        `Port ${PORT} is already in use. Stop the other program, or set PORT to another port.\n`,
      )
      expect(existsSync(dataDir)).toBe(false)
    },
  )

  test('stops it too where the system keeps the port for its own', () => {
    // In a container, unprivileged users may use every port.
    const first = '/proc/sys/net/ipv4/ip_unprivileged_port_start'
    const isKept = existsSync(first) && Number(readFileSync(first, 'utf8')) > 80
    // Root without that right, not another account, which may not read the folder of the project.
    const asUnprivileged =
      process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-net_bind_service'] : ['env']
    const dataDir = join(home, 'kept')
    const [command = '', ...args] = [...asUnprivileged, process.execPath, 'lib/start.mjs']
    const { stdout, stderr } = spawnSync(command, args, {
      cwd: fileURLToPath(new URL('../../', import.meta.url)),
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        PORT: isKept ? '80' : '70000',
        DATA_DIR: dataDir,
      },
      encoding: 'utf8',
      timeout: 60_000,
    })
    expect(stdout).toBe('')
    expect(stderr).toMatch(/^(This account is not allowed to use port 80|PORT must be)[^\n]+\n$/)
    expect(existsSync(dataDir)).toBe(false)
  })
})

describe('the issuer', () => {
  const local = { BASE_URL: undefined, LOG_LEVEL: 'info' }

  test('follows the address while it is the first start’s own, and not once it was changed', async () => {
    const first = await start(local)
    expect(await issuerOf(first)).toBe(first.baseUrl)
    await first.end()
    const second = await start({ ...local, DATABASE_URL: first.databaseUrl })
    expect(second.baseUrl).not.toBe(first.baseUrl)
    expect(await issuerOf(second)).toBe(second.baseUrl)
    expect(second.output()).toContain('"msg":"changed the issuer to BASE_URL"')
    expect(second.output()).not.toContain('"msg":"The issuer is ')

    const chosen = 'http://localhost:1'
    await withStore(second.databaseUrl, (store) => store.settings.update({ issuer: chosen }))
    await second.end()
    const third = await start({ ...local, DATABASE_URL: first.databaseUrl })
    expect(await issuerOf(third)).toBe(chosen)
    expect(third.output()).toContain(
      `"msg":"The issuer is ${chosen}, but BASE_URL is ${third.baseUrl}: `,
    )
  })
})

describe('the first password', () => {
  test.each([
    ['\n', { ADMIN_PASSWORD: 'Plain-words-19\n' }],
    ['\r', { ADMIN_PASSWORD: 'Plain-words-19\r' }],
    ['a file from Windows', { ADMIN_PASSWORD: undefined, ADMIN_PASSWORD_FILE: 'windows' }],
  ])('is what people can type, whatever ends it: %j', async (_, env) => {
    const file = join(home, 'password')
    writeFileSync(file, '\ufeffPlain-words-19\r\n')
    const { databaseUrl, output } = await start(
      'ADMIN_PASSWORD_FILE' in env ? { ...env, ADMIN_PASSWORD_FILE: file } : env,
    )
    const hash = await withStore(databaseUrl, async (store) => {
      const user = await store.users.findByEmail(administrator.email)
      return user?.passwordHash ?? ''
    })
    expect(await verifyPassword(hash, 'Plain-words-19')).toBe('right')
    expect(output()).not.toContain('Plain-words-19')
  })

  test('in quotes is refused, and the log says what is not read', async () => {
    const DATA_DIR = join(home, 'quoted')
    const PORT = String(await freePort())
    const { status, stderr } = startToEnd({ PORT, DATA_DIR, ADMIN_PASSWORD: '"Plain-words-19"' })
    expect(status).toBe(1)
    expect(stderr).toMatch(/^ADMIN_PASSWORD must not be in quotes[^\n]+\n$/)
  })
})

test('what a later start does not read is told, with what does it now', async () => {
  const first = await start({})
  await first.end()
  const second = await start({
    DATABASE_URL: first.databaseUrl,
    BOOTSTRAP_CLIENT_ID: 'robot',
    BOOTSTRAP_CLIENT_SECRET: 's'.repeat(40),
    APP_NAME: 'Acme',
    BASEURL: 'http://localhost:1',
    TRUST_PROXIES: '10.0.0.0/8',
  })
  const told = second
    .output()
    .split('\n')
    .filter((line) => line.includes('"level":"warn"'))
    .map((line) => String(JSON.parse(line).msg))
  expect(told.map((message) => message.split('. ', 1)[0])).toEqual([
    'BASEURL is not a setting',
    'TRUST_PROXIES is not a setting',
    'Only the first start reads ADMIN_EMAIL',
    'Only the first start reads ADMIN_PASSWORD',
    'Only the first start reads BOOTSTRAP_CLIENT_ID and BOOTSTRAP_CLIENT_SECRET',
    'Only the first start reads APP_NAME',
  ])
})

test('the files of a first start are its owner’s alone, whatever the mask and the folder allow', async () => {
  const folder = join(home, 'open-to-all')
  mkdirSync(folder)
  chmodSync(folder, 0o777)
  await start({
    DATA_DIR: folder,
    DATABASE_URL: undefined,
    ENCRYPTION_KEY: undefined,
    ADMIN_PASSWORD: undefined,
    NODE_OPTIONS: '--import=data:text/javascript,process.umask(0)',
  })
  const modes = readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o777])
  expect(Object.fromEntries(modes)).toEqual({
    'authserver.db': 0o600,
    'authserver.db-shm': 0o600,
    'authserver.db-wal': 0o600,
    'encryption-key': 0o600,
  })
})

test('a lost key file is not made again beside a database', async () => {
  const folder = join(home, 'lost-key')
  const own = { DATA_DIR: folder, DATABASE_URL: undefined, ENCRYPTION_KEY: undefined }
  const started = await start(own)
  await started.end()
  const key = join(folder, 'encryption-key')
  const before = readFileSync(key)
  rmSync(key)
  const { status, stdout, stderr } = startToEnd({ ...own, PORT: String(await freePort()) })
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toBe(
    `The encryption key ${key} is missing. Restore it from your backup, or set ENCRYPTION_KEY.\n`,
  )
  expect(existsSync(key)).toBe(false)
  writeFileSync(key, before)
  await started.startAgain()
})

describe('an error that nobody caught', () => {
  /** The environment of a server that runs these statements on SIGUSR2. */
  const onSignal = (statements: string) => ({
    LOG_LEVEL: 'info',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`process.on('SIGUSR2', () => setImmediate(() => { ${statements} }))`)}`,
  })
  const env = onSignal("throw new Error('nobody caught this')")
  const rejection = "Promise.reject(new Error('nobody caught this'))"
  const records = ({ output }: StartedServer, msg: string) =>
    output()
      .split('\n')
      .filter((line) => line.includes(`"msg":"${msg}"`))
      .map((line) => JSON.parse(line) as { pid?: number; exitCode?: number; level: string })

  test.each([
    ['uncaught exception', env],
    ['unhandled promise rejection', onSignal(rejection)],
  ])('is logged as %s and stops the server, which ends with 1', async (message, failing) => {
    const started = await start(failing)
    process.kill(started.pid(), 'SIGUSR2')
    await expect.poll(() => started.isRunning(), { timeout: 20_000 }).toBe(false)
    expect(records(started, message)).toEqual([expect.objectContaining({ level: 'fatal' })])
    expect(started.output()).toContain('nobody caught this')
    expect(records(started, 'stopped')).toHaveLength(1)
    expect(started.output()).toContain('[ended: exit code 1]')
  })

  test('in a page that is rendered is logged, and the server goes on', async () => {
    const pageData = "globalThis[Symbol.for('authserver.page data')]"
    const started = await start(onSignal(`${pageData}.run({}, () => { ${rejection} })`))
    await remoteServer(started.baseUrl).fetch('/')
    process.kill(started.pid(), 'SIGUSR2')
    await expect.poll(() => records(started, 'unhandled promise rejection')).toHaveLength(1)
    expect((await remoteServer(started.baseUrl).fetch('/health')).status).toBe(200)
    expect(started.isRunning()).toBe(true)
  })

  test('ends a worker with 1, which is replaced, and the others serve', async () => {
    const started = await start({ ...env, WORKERS: '2' })
    await expect.poll(() => records(started, 'ready'), { timeout: 60_000 }).toHaveLength(2)
    process.kill(records(started, 'ready')[0]?.pid ?? 0, 'SIGUSR2')
    await expect.poll(() => records(started, 'ready'), { timeout: 60_000 }).toHaveLength(3)
    expect(records(started, 'worker exited')).toEqual([expect.objectContaining({ exitCode: 1 })])
    expect((await remoteServer(started.baseUrl).fetch('/ready')).status).toBe(200)
  })

  test('in the process that watches the workers stops all of them', async () => {
    const started = await start({ ...env, WORKERS: '2' })
    // A process that is still starting dies from the signal itself and has nothing to stop.
    await expect.poll(() => records(started, 'ready'), { timeout: 60_000 }).toHaveLength(2)
    process.kill(started.pid(), 'SIGUSR2')
    await expect.poll(() => started.isRunning(), { timeout: 20_000 }).toBe(false)
    expect(records(started, 'stopped')).toHaveLength(2)
    // No worker answers any more.
    const isServed = () =>
      fetch(`${started.baseUrl}/health`).then(
        () => true,
        () => false,
      )
    await expect.poll(isServed).toBe(false)
    expect(records(started, 'uncaught exception')).toHaveLength(1)
    expect(started.output()).toContain('[ended: exit code 1]')
  })
})

/** Filling a separate disk needs a mount, so Linux and root. */
const canMount = process.platform === 'linux' && process.getuid?.() === 0

describe.skipIf(!canMount)('a start on a full disk', () => {
  test.each([0, 16])(
    'with %i KiB free says so, where, and that nothing was changed',
    async (free) => {
      const folder = join(home, `full-${free}`)
      mkdirSync(folder)
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder])
      onTestFinished(() => void execFileSync('umount', ['--lazy', folder]))
      const DATABASE_URL = `file:${join(folder, 'authserver.db')}`
      const started = await start({ DATABASE_URL })
      await started.end()
      const before = readFileSync(join(folder, 'authserver.db'))
      const { bavail, bsize } = statfsSync(folder)
      writeFileSync(join(folder, 'fill'), Buffer.alloc(bavail * bsize - free * 1024))
      const { status, stdout, stderr } = startToEnd({
        DATABASE_URL,
        ENCRYPTION_KEY: encryptionKey,
        PORT: String(await freePort()),
      })
      expect([status, stdout]).toEqual([1, ''])
      // SQLite may have used some of the free space for its shared-memory file.
      expect(stderr.replace(/\d+ KiB/, 'n KiB')).toBe(
        `The disk of the database ${folder}/authserver.db is full (n KiB free). Free space in ${folder} and start again. Nothing was changed.\n`,
      )
      expect(readFileSync(join(folder, 'authserver.db')).equals(before)).toBe(true)
      rmSync(join(folder, 'fill'))
      await started.startAgain()
    },
  )
})
