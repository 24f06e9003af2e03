import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConfigurationError, readConfig } from '#lib/config/config.ts'
import { variables } from '#lib/config/environment.ts'

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
      sessionCookieName: 'authserver-3000',
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
      SIGN_IN_LIMIT_CODE: ' 7/60 ',
    })
    expect(config.signInLimits).toMatchObject({ code: [7, 60], account: [100, 3_600] })
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

  it.each([
    ['http with a port', { BASE_URL: 'http://localhost:8080' }, 'authserver-8080'],
    ['http without a port', { BASE_URL: 'http://login.example.com' }, 'authserver'],
    ['https with a port', { BASE_URL: 'https://login.example.com:8443' }, 'authserver'],
    ['a name of its own', { BASE_URL: 'http://localhost:8080', SESSION_COOKIE_NAME: 'x' }, 'x'],
  ])('cookies are named by the port where browsers need it: %s', (_, env, name) => {
    expect(read(env).sessionCookieName).toBe(name)
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
    'postgresql://auth:top%40secret%2Fx@db.example:5432/auth',
    'postgresql://db.example/auth?user=auth@tenant&sslmode=require',
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

  it.each([
    'Plain-words-19\n',
    'Plain-words-19\r',
    'Plain-words-19\r\n',
    'Plain-words-19\n\n',
    'Plain-words-19\r\n\r\n',
  ])('a password loses the line ends at its end: %j', (ADMIN_PASSWORD) => {
    expect(read({ ADMIN_PASSWORD }).adminPassword).toBe('Plain-words-19')
  })

  it('a password of line ends alone is none', () => {
    expect(read({ ADMIN_PASSWORD: '\r\n' })).not.toHaveProperty('adminPassword')
  })

  it.each([
    ['80', 'http://localhost'],
    ['443', 'http://localhost:443'],
    ['8080', 'http://localhost:8080'],
  ])(
    'the address at port %s is %s: a port that goes without saying is not said',
    (PORT, address) => {
      expect(read({ PORT })).toMatchObject({ baseUrl: address, adminConsoleUrl: address })
    },
  )

  it.each([
    ['http://login.example.com:80', 'http://login.example.com'],
    ['https://login.example.com:443/', 'https://login.example.com'],
    ['https://login.example.com:80', 'https://login.example.com:80'],
  ])('so of BASE_URL %s', (BASE_URL, address) => {
    expect(read({ BASE_URL }).baseUrl).toBe(address)
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
    ['DATABASE_URL', 'postgresql://auth:top@xyzzy/x@db.example:5432/auth'],
    ['DATABASE_URL', 'postgresql://auth:xy@zzy@db.example:5432/auth'],
    ['DATABASE_URL', 'postgresql://auth:5432/xyzzy@db.example/auth'],
    ['DATABASE_URL', 'postgresql://auth:5432#xyzzy@db.example/auth'],
    ['DATABASE_URL', 'postgresql://auth:5432?xyzzy@db.example/auth'],
    ['DATABASE_URL', 'postgres://auth:5432?x&xyzzy@db.example/auth'],
    ['DATABASE_URL', 'POSTGRESQL://auth:xyzzy@db.example/auth'],
    ['ENCRYPTION_KEY', 'ab'],
    ['ENCRYPTION_KEY', 'xy'.repeat(32)],
    ['ENCRYPTION_KEY_PREVIOUS', 'ab'.repeat(31)],
    ['ADMIN_EMAIL', 'admin'],
    ['ADMIN_EMAIL', 'root@-example.com'],
    ['ADMIN_EMAIL', 'root@localhost'],
    ['ADMIN_EMAIL', `${'a'.repeat(60)}@example.com`],
    ['ADMIN_PASSWORD', 'short'],
    ['ADMIN_PASSWORD', 'x'.repeat(129)],
    ['ADMIN_PASSWORD', 'two lines\nof words'],
    ['ADMIN_PASSWORD', 'two lines\rof words'],
    ['ADMIN_CONSOLE_CLIENT_SECRET', 'x'.repeat(59)],
    ['APP_NAME', '<b>'],
    ['APP_NAME', 'x'.repeat(31)],
    ['APP_NAME', 'two\nlines'],
    ['APP_NAME', 'a\u2028line'],
    ['TRUST_PROXY', 'yes'],
    ['RATE_LIMITER_ENABLED', 'off'],
    ['SIGN_IN_LIMIT_ADDRESS', '30'],
    ['SIGN_IN_LIMIT_ACCOUNT', '0/60'],
    ['SIGN_IN_LIMIT_CODE', '5 / 900'],
    ['SIGN_IN_ALARM', '1/1000000'],
    ['SIGN_IN_FAILURES_BEFORE_LINK', '-1'],
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
      /^The folder of DATABASE_URL cannot be created: /,
    ],
    [{ BOOTSTRAP_CLIENT_ID: 'robot' }, /must be set together/],
    [{ BOOTSTRAP_CLIENT_SECRET: hex }, /must be set together/],
    [{ BOOTSTRAP_CLIENT_ID: 'r--t', BOOTSTRAP_CLIENT_SECRET: hex }, /^BOOTSTRAP_CLIENT_ID must/],
    [
      { BOOTSTRAP_CLIENT_ID: 'admin-console-client', BOOTSTRAP_CLIENT_SECRET: hex },
      /^BOOTSTRAP_CLIENT_ID must not/,
    ],
    [
      {
        BOOTSTRAP_CLIENT_ID: 'e5f92111-225d-460a-84e0-19c437b3a5a2',
        BOOTSTRAP_CLIENT_SECRET: hex,
      },
      /^BOOTSTRAP_CLIENT_ID must not be a UUID/,
    ],
    ...['x'.repeat(7), 'x'.repeat(256), `${hex} `.repeat(2).trim(), `${hex}%2D`].map(
      (secret): [Record<string, string>, RegExp] => [
        { BOOTSTRAP_CLIENT_ID: 'robot', BOOTSTRAP_CLIENT_SECRET: secret },
        /^BOOTSTRAP_CLIENT_SECRET must have 8 to 255 .* without spaces and percent signs\.$/,
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

  it('that must be there is not made again where it is lost, nor is any folder', () => {
    const own = join(folder, 'lost', 'data')
    expect(() => readConfig({ DATA_DIR: own }, 'require')).toThrow(
      `The encryption key ${join(own, 'encryption-key')} is missing. Restore it from your backup, or set ENCRYPTION_KEY.`,
    )
    expect(existsSync(own)).toBe(false)
  })

  it('that does not matter is not asked for', () => {
    const own = join(folder, 'none', 'data')
    expect(readConfig({ DATA_DIR: own }, 'leave').dataDir).toBe(own)
    expect(existsSync(own)).toBe(false)
  })

  it('in a spoilt file stops the start', () => {
    const own = mkdtempSync(join(folder, 'spoilt-'))
    writeFileSync(join(own, 'encryption-key'), 'abc\n')
    expect(problemsOf({ DATA_DIR: own })[0]).toMatch(/must contain 64 hexadecimal digits\.$/)
  })
})

describe('a secret may come from a file:', () => {
  const bootstrap = { BOOTSTRAP_CLIENT_ID: 'robot' }
  const cases: [name: string, value: string, field: string, read: unknown, more?: object][] = [
    ['ADMIN_PASSWORD', ' Plain words 19 ', 'adminPassword', ' Plain words 19 '],
    ['ENCRYPTION_KEY', hex, 'encryptionKey', new Uint8Array(32).fill(0xab)],
    ['ENCRYPTION_KEY_PREVIOUS', hex, 'encryptionKeyPrevious', new Uint8Array(32).fill(0xab)],
    [
      'DATABASE_URL',
      'postgresql://auth:word@db.example/auth',
      'databaseUrl',
      'postgresql://auth:word@db.example/auth',
      { ENCRYPTION_KEY: hex },
    ],
    ['BOOTSTRAP_CLIENT_SECRET', hex, 'bootstrapClient', { id: 'robot', secret: hex }, bootstrap],
    ['ADMIN_CONSOLE_CLIENT_SECRET', hex, 'adminConsoleClientSecret', hex],
    ['METRICS_TOKEN', hex, 'metricsToken', hex],
  ]
  const file = (content: string | Uint8Array) => {
    const path = join(mkdtempSync(join(folder, 'secret-')), 'secret')
    writeFileSync(path, content)
    return path
  }

  it.each(cases)('%s', (name, value, field, expected, more = {}) => {
    const ends = ['', '\n', '\r\n', '\r', '\n\n']
    for (const content of [...ends.map((end) => value + end), `\ufeff${value}\r\n`]) {
      const config = read({ ...more, [`${name}_FILE`]: ` ${file(content)} `, [name]: '' })
      expect(config).toHaveProperty(field, expected)
    }
  })

  it.each(cases)('%s and its file at once are refused', (name, value) => {
    const problems = problemsOf({ [name]: value, [`${name}_FILE`]: file(value) })
    expect(problems).toContain(`${name} and ${name}_FILE are both set. Keep one of them.`)
    expect(problems.join()).not.toContain(value)
  })

  it.each([
    'BASE_URL',
    'PORT',
    'DATA_DIR',
    'ADMIN_EMAIL',
    'BOOTSTRAP_CLIENT_ID',
    'APP_NAME',
    'TRUSTED_PROXIES',
    'HOSTNAME',
  ])('%s may not', (name) => {
    expect(problemsOf({ [`${name}_FILE`]: '/run/secrets/x' })).toContain(
      `${name}_FILE is not supported. Set ${name} instead.`,
    )
    expect(problemsOf({ [`${name}_FILE`]: '' })).toEqual([])
  })

  it.each([
    ['is not there', () => join(folder, 'nowhere'), /cannot be read: ENOENT/],
    ['is a folder', () => folder, /is not a regular file/],
    ['is a device without an end', () => '/dev/zero', /is not a regular file/],
    ['is empty', () => file(''), /is empty/],
    ['holds nothing but line ends and blanks', () => file('\ufeff \r\n\n'), /is empty/],
    ['is larger than any secret', () => file('xyzzy'.repeat(4_000)), /is too large for a secret/],
    ['is Latin-1', () => file(Buffer.from('xyzzy-Mü', 'latin1')), /is not UTF-8/],
    ['is UTF-16', () => file(Buffer.from('\ufeffxyzzy', 'utf16le')), /is not UTF-8/],
    ['has two lines', () => file('xyzzy-one\nxyzzy-two\n'), /contains more than one line/],
    ['has a NUL', () => file('xyzzy\0xyzzy'), /contains more than one line/],
  ])('a file that %s is told in one sentence without its content', (_, path, sentence) => {
    const problems = problemsOf({ ADMIN_PASSWORD_FILE: path() })
    expect(problems).toEqual([
      expect.stringMatching(/^ADMIN_PASSWORD_FILE names \/[^\n]+, which [^\n]+\.$/),
    ])
    expect(problems[0]).toMatch(sentence)
    expect(problems[0]).not.toContain('xyzzy')
  })
})

it('.env.example lists every variable in the order of the schema', () => {
  const example = readFileSync(new URL('../.env.example', import.meta.url), 'utf8')
  const listed = [...example.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map((match) => match[1])
  expect(listed).toEqual(Object.keys(variables.shape))
})
