import { describe, expect, it } from 'vitest'
import { startWarnings } from '#lib/server/start-warnings.ts'
import { testConfig } from '#tests/support/settings.ts'

const elsewhere = 'https://login.example.com'

/** Warnings of a start, by default of one that created the installation. */
const warnings = (
  env: Record<string, string>,
  installation: {
    readonly issuer?: string
    readonly isNew?: boolean
    readonly reached?: readonly string[]
  } = {},
) => {
  const config = testConfig('file:/data/x.db', env)
  return startWarnings(config, env, { issuer: config.baseUrl, isNew: true, ...installation })
}

/** The first word of each warning, which names the setting. */
const namesOf = (env: Record<string, string>) =>
  warnings(env).map((sentence) => sentence.split(' ', 1)[0])

describe('the log warns at the start', () => {
  it.each([
    [
      'of a limiter that may hold all clients to the limits of one',
      { BASE_URL: elsewhere },
      ['RATE_LIMITER_ENABLED'],
    ],
    [
      'of headers that are believed from whoever connects',
      { BASE_URL: elsewhere, TRUST_PROXY: 'true' },
      ['TRUST_PROXY'],
    ],
    ['of them on this machine too', { TRUST_PROXY: 'true' }, ['TRUST_PROXY']],
    [
      'of them without a limiter too',
      { TRUST_PROXY: 'true', RATE_LIMITER_ENABLED: 'false' },
      ['TRUST_PROXY'],
    ],
    [
      'of a bootstrap secret that could be guessed',
      { BOOTSTRAP_CLIENT_ID: 'robot', BOOTSTRAP_CLIENT_SECRET: 'x'.repeat(31) },
      ['BOOTSTRAP_CLIENT_SECRET'],
    ],
    [
      'of nothing when that secret is long',
      { BOOTSTRAP_CLIENT_ID: 'robot', BOOTSTRAP_CLIENT_SECRET: 'x'.repeat(32) },
      [],
    ],
    [
      'of what users wrote, standing in the log',
      { DEBUG_API_REQUESTS: 'true' },
      ['DEBUG_API_REQUESTS'],
    ],
    ['of nothing on this machine', { BASE_URL: 'http://localhost:3000' }, []],
    ['of nothing on this machine, by its IPv6 address', { BASE_URL: 'http://[::1]:3000' }, []],
    ['of nothing without a limiter', { BASE_URL: elsewhere, RATE_LIMITER_ENABLED: 'false' }, []],
    [
      'of nothing when the proxies are listed',
      { BASE_URL: elsewhere, TRUST_PROXY: 'true', TRUSTED_PROXIES: '10.0.0.0/8' },
      [],
    ],
  ])('%s', (_, env, names) => {
    expect(namesOf(env)).toEqual(names)
  })
})

describe('of a variable that is most likely a misspelt setting the log says which is meant:', () => {
  it.each([
    ['BASEURL', 'BASE_URL'],
    ['BASE__URL', 'BASE_URL'],
    ['BASE-URL', 'BASE_URL'],
    ['base_url', 'BASE_URL'],
    ['BASE_URI', 'BASE_URL'],
    ['ADMIN_PASWORD', 'ADMIN_PASSWORD'],
    ['ADMIN_PASSWROD', 'ADMIN_PASSWORD'],
    ['ADMIN_PASSWORDS', 'ADMIN_PASSWORD'],
    ['ADMIN_PASWORD_FILE', 'ADMIN_PASSWORD_FILE'],
    ['TRUST_PROXIES', 'TRUST_PROXY or TRUSTED_PROXIES'],
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['DATABASEURL', 'DATABASE_URL'],
    ['ENCRYPTON_KEY', 'ENCRYPTION_KEY'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['PROT', 'PORT'],
    ['PORTS', 'PORT'],
    ['WORKER', 'WORKERS'],
    ['METRIC_TOKEN', 'METRICS_TOKEN'],
  ])('%s', (name, meant) => {
    expect(warnings({ [name]: 'value-of-it' })).toEqual([
      `${name} is not a setting. Did you mean ${meant}?`,
    ])
  })

  it('of none that others use, or that is empty', () => {
    const others = {
      HOST: 'x',
      HOME: '/root',
      PATH: '/bin',
      PWD: '/',
      LOGNAME: 'me',
      TERM: 'xterm',
      DATABASE_PASSWORD: 'x',
      PGHOST: 'x',
      KUBERNETES_PORT: 'x',
      AUTHSERVER_PORT: 'x',
      NODE_ENV: 'production',
      LOG_FORMAT: 'text',
      BASEURL: ' ',
    }
    expect(warnings(others)).toEqual([])
  })
})

describe('of settings that only the first start reads, every later one says what does the same now:', () => {
  it.each([
    [{ ADMIN_EMAIL: 'root@example.com' }, 'ADMIN_EMAIL', 'create-admin'],
    [{ ADMIN_PASSWORD: 'Plain-words-19' }, 'ADMIN_PASSWORD', 'reset-admin-password'],
    [{ APP_NAME: 'Acme' }, 'APP_NAME', 'import <file>'],
    [
      { ADMIN_CONSOLE_CLIENT_SECRET: 's'.repeat(60) },
      'ADMIN_CONSOLE_CLIENT_SECRET',
      'admin-console-client',
    ],
    [
      { BOOTSTRAP_CLIENT_ID: 'robot', BOOTSTRAP_CLIENT_SECRET: 's'.repeat(40) },
      'BOOTSTRAP_CLIENT_ID and BOOTSTRAP_CLIENT_SECRET',
      'create-client <identifier> --kind service',
    ],
  ])('%j', (env, names, instead) => {
    expect(warnings(env)).toEqual([])
    const [sentence, ...others] = warnings(env, { isNew: false })
    expect(others).toEqual([])
    expect(sentence).toMatch(new RegExp(`^Only the first start reads ${names}. [^\\n]+\\.$`))
    expect(sentence).toContain(instead)
    for (const value of Object.values(env).filter((text) => text !== 'robot')) {
      expect(sentence).not.toContain(value)
    }
  })
})

it('an issuer that is not BASE_URL is told of at every start', () => {
  const issuer = 'https://id.example.com'
  for (const isNew of [true, false]) {
    expect(warnings({}, { issuer, isNew })).toEqual([
      expect.stringMatching(
        /^The issuer is https:\/\/id\.example\.com, but BASE_URL is http:\/\/localhost:3000: /,
      ),
    ])
  }
})

it('a proxy that the server does not use for its own requests is told of, with the hosts', () => {
  const env = { HTTPS_PROXY: 'http://proxy.example:3128' }
  expect(warnings(env)).toEqual([])
  expect(warnings({}, { reached: ['app.example'] })).toEqual([])
  const reached = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}.example`)
  expect(warnings(env, { reached })).toEqual([
    'HTTPS_PROXY is set, but this server does not use it for its own requests. It must reach a.example, b.example, c.example, d.example, e.example and others directly.',
  ])
})

it.each([`"Acme"`, `'Acme'`, '`Acme`'])('a value in quotes, %s, is told of', (APP_NAME) => {
  expect(warnings({ APP_NAME })).toEqual([
    'The value of APP_NAME is in quotes, which are part of the value.',
  ])
})
