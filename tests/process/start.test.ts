import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testProvider } from '#tests/support/databases.ts'
import { remoteServer } from '#tests/support/remote.ts'
import { encryptionKey } from '#tests/support/settings.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'

let started: StartedServer

beforeAll(async () => {
  started = await startServer({ ADMIN_PASSWORD: undefined })
})
afterAll(() => started?.remove())

describe('a started server', () => {
  test('prints its address, the administrator and a generated password once', async () => {
    const banner = started.output()
    expect(banner).toContain(started.baseUrl)
    expect(banner).toContain(started.administrator.email)
    expect(banner.toLowerCase()).toContain('password')
  })

  test('answers health, readiness, discovery and keys', async () => {
    const server = remoteServer(started.baseUrl)
    for (const path of ['/health', '/ready', '/.well-known/openid-configuration', '/certs']) {
      const response = await server.fetch(path)
      expect(response.status, path).toBe(200)
      expect(response.headers.get('x-request-id'), path).toMatch(/^[\w.-]{1,64}$/)
    }
  })

  test('answers an unknown path with 404', async () => {
    const response = await remoteServer(started.baseUrl).fetch('/no/such/path')
    expect(response.status).toBe(404)
  })

  test('has no compiler, file watcher, image library or other database in its memory', async () => {
    // Only Linux lists the native libraries that a process has loaded.
    if (process.platform !== 'linux') return
    expect((await remoteServer(started.baseUrl).fetch('/no/such/page')).status).toBe(404)
    const loaded = readFileSync(`/proc/${started.pid()}/maps`, 'utf8')
    expect(loaded.includes('better-sqlite3')).toBe(testProvider() === 'sqlite')
    expect(loaded).not.toMatch(/@swc\/core|swc-native|@parcel\/watcher|@next\/swc|libvips|sharp/)
  })

  test('loads the program that the build compiled, and compiles no TypeScript', async () => {
    const server = await startServer({ NODE_DEBUG_NATIVE: 'COMPILE_CACHE' })
    await server.remove()
    expect(server.output()).toMatch(
      /retrieving transpile cache for .+lib\/server\/main\.ts\.\.\.success/,
    )
    expect(server.output()).not.toContain('no transpile cache')
  })

  test('was built without source maps, which nothing would read', () => {
    const built = readdirSync(new URL('../../.next/server', import.meta.url), { recursive: true })
    expect(built.filter((name) => String(name).endsWith('.map'))).toEqual([])
  })

  test('ends on SIGTERM and starts again with the same data, without a password', async () => {
    const before = started.output().length
    const keys = await (await remoteServer(started.baseUrl).fetch('/certs')).text()
    await started.end('SIGTERM')
    await started.startAgain()
    expect(await (await remoteServer(started.baseUrl).fetch('/certs')).text()).toBe(keys)
    expect(started.output().slice(before).toLowerCase()).not.toContain('password')
  })
})

describe('a server whose settings are valid, but unwise', () => {
  test('warns once at the start, however many workers it has', async () => {
    // With an existing installation, the start would also warn about settings for the first start.
    const env = { BASE_URL: 'https://login.example.com', WORKERS: '2', ADMIN_PASSWORD: undefined }
    const server = await startServer(env)
    await server.end()
    const output = server.output()
    await server.remove()
    const warnings = output.split('\n').filter((line) => line.includes('"level":"warn"'))
    expect(warnings).toEqual([expect.stringContaining('"msg":"RATE_LIMITER_ENABLED is on and')])
  })
})

describe('a start is stopped by one sentence and nothing else:', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'authserver-refused-'))
  afterAll(() => rmSync(dataDir, { recursive: true }))

  test.each([
    [
      'a password that everybody tries first',
      { ADMIN_PASSWORD: 'password' },
      /^ADMIN_PASSWORD must not/,
    ],
    ['a folder that is not there', { DATABASE_URL: 'file:/nonexistent/x.db' }, /DATABASE_URL/],
    [
      'a port that no machine has',
      { DATABASE_URL: 'postgresql://h:99999/x' },
      /^DATABASE_URL must/,
    ],
    ['proxies that nobody named', { TRUST_PROXY: '1', TRUSTED_PROXIES: ',' }, /^TRUSTED_PROXIES/],
    [
      'texts that are not there',
      { I18N_OVERRIDES_DIR: '/nonexistent' },
      /^I18N_OVERRIDES_DIR must/,
    ],
    ['a port left open and no address', { BASE_URL: undefined }, /^BASE_URL is required/],
  ])('%s', (_, env, sentence) => isStopped(env, sentence))

  test.each(['1', '2'])('a port that is in use (WORKERS=%s)', (workers) => {
    const { baseUrl: BASE_URL, databaseUrl: DATABASE_URL } = started
    const PORT = new URL(BASE_URL).port
    const env = { WORKERS: workers, BASE_URL, DATABASE_URL, PORT, HOSTNAME: '127.0.0.1' }
    isStopped(env, new RegExp(`^Port ${PORT} is already in use\\. `))
  })

  function isStopped(env: Readonly<Record<string, string | undefined>>, sentence: RegExp): void {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['lib/start.mjs'], {
      cwd: fileURLToPath(new URL('../../', import.meta.url)),
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        BASE_URL: 'http://localhost:1',
        PORT: '0',
        DATA_DIR: dataDir,
        ENCRYPTION_KEY: encryptionKey,
        LOG_LEVEL: 'warn',
        ...env,
      },
      encoding: 'utf8',
      // Ends a server that starts in spite of the error.
      timeout: 30_000,
    })
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^[^\n]+\.\n$/)
    expect(stderr).toMatch(sentence)
  }
})
