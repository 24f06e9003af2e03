import { describe, expect, it } from 'vitest'
import { startWarnings } from '#lib/server/start-warnings.ts'
import { testConfig } from '#tests/support/settings.ts'

const elsewhere = 'https://login.example.com'

/** The first word of each warning, which names the setting. */
const namesOf = (env: Record<string, string>) =>
  startWarnings(testConfig('file:/data/x.db', env)).map((sentence) => sentence.split(' ', 1)[0])

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
