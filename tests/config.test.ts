import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConfigurationError, readConfig } from '#lib/config.ts'
import { variables } from '#lib/environment.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'config-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const read = (env: Record<string, string | undefined> = {}) =>
  readConfig({ DATA_DIR: folder, ...env })
const problemsOf = (env: Record<string, string | undefined>): readonly string[] => {
  try {
    read(env)
    return []
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems
    throw error
  }
}
const hex = 'ab'.repeat(32)

describe('without any setting', () => {
  it('the server is reached on this machine only and keeps its data in the folder', () => {
    const config = read()
    expect(config).toMatchObject({
      baseUrl: 'http://localhost:3000',
      adminConsoleUrl: 'http://localhost:3000',
      port: 3000,
      hostname: '127.0.0.1',
      sessionCookieName: 'authserver',
      databaseUrl: `file:${join(folder, 'authserver.db')}`,
      adminEmail: 'admin@example.com',
      appName: 'authserver',
      trustProxy: false,
      trustedProxies: [],
      rateLimiterEnabled: true,
      profilePictureMaxBytes: 3_145_728,
      workers: 1,
      logLevel: 'info',
      logHttpRequests: false,
      debugApiRequests: false,
      secureCookies: false,
    })
    for (const name of [
      'adminPassword',
      'bootstrapClient',
      'metricsToken',
      'encryptionKeyPrevious',
    ])
      expect(config).not.toHaveProperty(name)
    expect(Object.isFrozen(config)).toBe(true)
  })

  it('empty and blank values count as absent', () => {
    expect(read({ PORT: '', BASE_URL: '  ', ADMIN_PASSWORD: '' })).toEqual(read())
  })
})

describe('values', () => {
  it('an address may have a domain in Unicode', () => {
    expect(read({ ADMIN_EMAIL: "O'Brien@MÜLLER.de" }).adminEmail).toBe("o'brien@xn--mller-kva.de")
  })

  it('are trimmed and normalised', () => {
    const config = read({
      BASE_URL: ' HTTPS://Login.Example.com/ ',
      PORT: ' 8080 ',
      ADMIN_EMAIL: 'Root@Example.com',
      TRUST_PROXY: 'TRUE',
      TRUSTED_PROXIES: '10.0.0.1, 10.1.0.0/16',
      RATE_LIMITER_ENABLED: '0',
      SESSION_COOKIE_NAME: ' 2nd_Staging-1 ',
      DEBUG_API_REQUESTS: 'True',
    })
    expect(config).toMatchObject({
      baseUrl: 'https://login.example.com',
      adminConsoleUrl: 'https://login.example.com',
      secureCookies: true,
      port: 8080,
      adminEmail: 'root@example.com',
      trustProxy: true,
      trustedProxies: ['10.0.0.1', '10.1.0.0/16'],
      rateLimiterEnabled: false,
      sessionCookieName: '2nd_Staging-1',
      debugApiRequests: true,
    })
  })

  it('the address follows the port unless it is set', () => {
    expect(read({ PORT: '4000' }).baseUrl).toBe('http://localhost:4000')
  })

  it.each([
    [{ BASE_URL: 'https://login.example.com' }, '0.0.0.0'],
    [{ BASE_URL: 'http://127.0.0.1:3000' }, '127.0.0.1'],
    [{ BASE_URL: 'http://127.0.0.2:3000' }, '127.0.0.2'],
    [{ BASE_URL: 'http://127.example.com' }, '0.0.0.0'],
    [{ BASE_URL: 'http://login.localhost:3000' }, '127.0.0.1'],
    [{ BASE_URL: 'http://[::1]:3000' }, '::1'],
    [{ BASE_URL: 'http://[::1]:3000', HOSTNAME: hostname() }, '::1'],
    [{ BASE_URL: 'http://[::1]:3000', HOSTNAME: '127.0.0.1' }, '127.0.0.1'],
    [{ HOSTNAME: '0.0.0.0' }, '0.0.0.0'],
    [{ HOSTNAME: '::' }, '::'],
    [{ HOSTNAME: hostname() }, '127.0.0.1'],
    [{ HOSTNAME: hostname().toUpperCase(), BASE_URL: 'https://login.example.com' }, '0.0.0.0'],
  ])('%j listens on %s', (env, address) => {
    expect(read(env).hostname).toBe(address)
  })

  it('a relative SQLite path is made absolute', () => {
    const database = join(folder, 'x.db')
    expect(read({ DATABASE_URL: `file://${database}` }).databaseUrl).toBe(`file:${database}`)
    expect(read({ DATABASE_URL: `file:${database}` }).databaseUrl).toBe(`file:${database}`)
  })

  it.each([
    'postgresql://user:password@localhost:5432/logins?sslmode=require',
    'postgres://user:p%40ss@[::1]/logins',
    'postgresql://user:password@/logins?host=/run/postgresql',
    'postgresql:///logins',
  ])('%s is taken as it is', (url) => {
    expect(read({ DATABASE_URL: url, ENCRYPTION_KEY: hex }).databaseUrl).toBe(url)
  })

  it('any port goes with an address that is set', () => {
    expect(read({ PORT: '0', BASE_URL: 'http://localhost:8080' })).toMatchObject({
      port: 0,
      baseUrl: 'http://localhost:8080',
    })
  })

  it('the folder of the database is made where the key file is, and not where the key is set', () => {
    for (const ENCRYPTION_KEY of [undefined, hex]) {
      const own = join(folder, `folder-${ENCRYPTION_KEY?.length}`, 'deep')
      read({ DATABASE_URL: `file:${own}/x.db`, ENCRYPTION_KEY })
      expect(existsSync(own)).toBe(ENCRYPTION_KEY === undefined)
    }
  })

  it('a password keeps its blanks', () => {
    expect(read({ ADMIN_PASSWORD: ' secret words ' }).adminPassword).toBe(' secret words ')
  })

  it('the bootstrap client has both halves', () => {
    const env = { BOOTSTRAP_CLIENT_ID: 'robot', BOOTSTRAP_CLIENT_SECRET: hex }
    expect(read(env).bootstrapClient).toEqual({ id: 'robot', secret: hex })
  })
})

describe('a wrong value is told in one sentence that names the variable', () => {
  it.each([
    ['BASE_URL', 'login.example.com'],
    ['BASE_URL', 'ftp://login.example.com'],
    ['BASE_URL', 'https://login.example.com/auth'],
    ['BASE_URL', 'https://login.example.com?'],
    ['BASE_URL', 'https://login.example.com#'],
    ['BASE_URL', 'https://user@login.example.com'],
    ['ADMIN_CONSOLE_URL', 'https://login.example.com/admin'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80 80'],
    ['PORT', '3e3'],
    ['HOSTNAME', 'http://host'],
    ['SESSION_COOKIE_NAME', '-staging'],
    ['SESSION_COOKIE_NAME', '__Host-x'],
    ['SESSION_COOKIE_NAME', 'my app'],
    ['SESSION_COOKIE_NAME', 'a=b'],
    ['SESSION_COOKIE_NAME', 'ä'],
    ['SESSION_COOKIE_NAME', 'x'.repeat(41)],
    ['DATABASE_URL', 'mysql://host/database'],
    ['DATABASE_URL', 'file:'],
    ['DATABASE_URL', 'file:x.db?mode=ro'],
    ['DATABASE_URL', 'file:/'],
    ['DATABASE_URL', 'file:.'],
    ['DATABASE_URL', 'file:..'],
    ['DATABASE_URL', 'file:no/such/folder/'],
    ['DATABASE_URL', 'file::memory:'],
    ['DATABASE_URL', 'file:./:memory:'],
    ['DATABASE_URL', `file:${tmpdir()}`],
    ['DATABASE_URL', 'postgresql://'],
    ['DATABASE_URL', 'postgresql://user:xyzzy@localhost:99999/logins'],
    ['DATABASE_URL', 'postgresql://user:xy#zzy@localhost/logins'],
    ['DATABASE_URL', 'postgresql://user:xy/zzy@localhost/logins'],
    ['ENCRYPTION_KEY', 'ab'],
    ['ENCRYPTION_KEY', 'xy'.repeat(32)],
    ['ENCRYPTION_KEY_PREVIOUS', 'ab'.repeat(31)],
    ['ADMIN_EMAIL', 'admin'],
    ['ADMIN_EMAIL', 'root@-example.com'],
    ['ADMIN_EMAIL', 'root@localhost'],
    ['ADMIN_EMAIL', `${'a'.repeat(60)}@example.com`],
    ['ADMIN_PASSWORD', 'short'],
    ['ADMIN_PASSWORD', 'x'.repeat(129)],
    ['ADMIN_CONSOLE_CLIENT_SECRET', 'x'.repeat(59)],
    ['APP_NAME', '<b>'],
    ['APP_NAME', 'x'.repeat(31)],
    ['APP_NAME', 'two\nlines'],
    ['APP_NAME', 'a\u2028line'],
    ['TRUST_PROXY', 'yes'],
    ['RATE_LIMITER_ENABLED', 'off'],
    ['PROFILE_PICTURE_MAX_BYTES', '3MB'],
    ['WORKERS', '0'],
    ['WORKERS', '65'],
    ['LOG_LEVEL', 'verbose'],
    ['LOG_HTTP_REQUESTS', '2'],
    ['DEBUG_API_REQUESTS', 'debug'],
    ['METRICS_TOKEN', 'short'],
  ])('%s=%s', (name, value) => {
    const problems = problemsOf({ [name]: value })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(new RegExp(`^${name} [^\\n]+\\.$`))
    expect(problems[0]).not.toMatch(/xy.?zzy/)
  })

  it.each([
    [{ TRUST_PROXY: '1', TRUSTED_PROXIES: 'proxy.example' }, /^TRUSTED_PROXIES must/],
    [{ TRUSTED_PROXIES: '10.0.0.1' }, /^TRUSTED_PROXIES has no effect/],
    [{ PORT: '0' }, /^BASE_URL is required when PORT is 0/],
    [
      { DATABASE_URL: `file:${import.meta.filename}/x.db` },
      /^The folder of DATABASE_URL cannot be made: /,
    ],
    [{ BOOTSTRAP_CLIENT_ID: 'robot' }, /must be set together/],
    [{ BOOTSTRAP_CLIENT_SECRET: hex }, /must be set together/],
    [{ BOOTSTRAP_CLIENT_ID: 'r--t', BOOTSTRAP_CLIENT_SECRET: hex }, /^BOOTSTRAP_CLIENT_ID must/],
    [
      { BOOTSTRAP_CLIENT_ID: 'admin-console-client', BOOTSTRAP_CLIENT_SECRET: hex },
      /^BOOTSTRAP_CLIENT_ID may not/,
    ],
    [
      {
        BOOTSTRAP_CLIENT_ID: 'e5f92111-225d-460a-84e0-19c437b3a5a2',
        BOOTSTRAP_CLIENT_SECRET: hex,
      },
      /^BOOTSTRAP_CLIENT_ID may not have the form of a UUID/,
    ],
    ...['x'.repeat(7), 'x'.repeat(256), `${hex} `.repeat(2).trim(), `${hex}%2D`].map(
      (secret): [Record<string, string>, RegExp] => [
        { BOOTSTRAP_CLIENT_ID: 'robot', BOOTSTRAP_CLIENT_SECRET: secret },
        /^BOOTSTRAP_CLIENT_SECRET must have 8 to 255 .* no percent signs\.$/,
      ],
    ),
    [{ DATABASE_URL: 'postgresql://host/database' }, /^ENCRYPTION_KEY is required/],
  ])('%j', (env, sentence) => {
    const problems = problemsOf(env)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(sentence)
  })

  it.each([
    ',',
    ',,',
    ' , ',
    '10.0.0.1,',
    ',10.0.0.1',
    '10.0.0.1, ,10.0.0.2',
    '::ffff:10.0.0.0/90',
  ])('TRUSTED_PROXIES=%j, which would believe more or fewer than are meant', (list) => {
    const problems = problemsOf({ TRUST_PROXY: 'true', TRUSTED_PROXIES: list })
    expect(problems).toEqual([expect.stringMatching(/^TRUSTED_PROXIES must [^\n]+\.$/)])
  })

  it('and several in several', () => {
    expect(problemsOf({ PORT: 'x', WORKERS: 'x', LOG_LEVEL: 'x' })).toHaveLength(3)
  })

  it('without repeating a secret', () => {
    for (const name of ['ENCRYPTION_KEY', 'ADMIN_PASSWORD', 'METRICS_TOKEN']) {
      expect(problemsOf({ [name]: 'xyzzy' }).join()).not.toContain('xyzzy')
    }
  })
})

describe('the encryption key', () => {
  it('is taken from the environment', () => {
    const config = read({ ENCRYPTION_KEY: hex, ENCRYPTION_KEY_PREVIOUS: 'CD'.repeat(32) })
    expect(config.encryptionKey).toEqual(new Uint8Array(32).fill(0xab))
    expect(config.encryptionKeyPrevious).toEqual(new Uint8Array(32).fill(0xcd))
  })

  it('is generated once into a file that only its owner reads', () => {
    const own = join(folder, 'fresh', 'data')
    const first = read({ DATA_DIR: own }).encryptionKey
    expect(first).toHaveLength(32)
    expect(read({ DATA_DIR: own }).encryptionKey).toEqual(first)
    expect(statSync(join(own, 'encryption-key')).mode & 0o777).toBe(0o600)
    expect(statSync(own).mode & 0o777).toBe(0o700)
  })

  it('in a spoilt file stops the start', () => {
    const own = mkdtempSync(join(folder, 'spoilt-'))
    writeFileSync(join(own, 'encryption-key'), 'abc\n')
    expect(problemsOf({ DATA_DIR: own })[0]).toMatch(/must hold 64 hexadecimal digits\.$/)
  })
})

it('.env.example lists every variable in the order of the schema', () => {
  const example = readFileSync(new URL('../.env.example', import.meta.url), 'utf8')
  const listed = [...example.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map((match) => match[1])
  expect(listed).toEqual(Object.keys(variables.shape))
})
