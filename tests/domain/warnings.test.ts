import { describe, expect, test } from 'vitest'
import { addSeconds } from '#lib/base/time/clock.ts'
import { findWarnings, type Warning } from '#lib/domain/dashboard/warnings.ts'
import { testContext } from '#tests/support/context.ts'

const { ctx } = await testContext()
const year = 365 * 24 * 60 * 60

type Config = Partial<typeof ctx.config>
type Settings = Partial<typeof ctx.settings>

const sound = {
  config: { ...ctx.config, baseUrl: 'https://id.example', rateLimiterEnabled: true },
  settings: {
    ...ctx.settings,
    issuer: 'https://id.example',
    passwordPolicy: 'medium',
    selfRegistrationEnabled: false,
    smtpEnabled: true,
    smtpHost: 'mail.example',
    smtpEncryption: 'starttls',
  },
}

function warnings(config: Config, settings: Settings = {}, keyAgeSeconds = 0): Warning[] {
  const { now } = ctx
  const createdAt = addSeconds(now, -keyAgeSeconds)
  const changed = {
    now,
    config: { ...sound.config, ...config },
    settings: { ...sound.settings, ...settings },
  }
  return findWarnings(changed, [
    { state: 'next', createdAt: addSeconds(now, -9 * year) },
    { state: 'current', createdAt },
  ])
}

describe('a warning', () => {
  test('there is none where all is well', () => {
    expect(warnings({})).toEqual([])
  })

  const ofEnvironment: [Warning, Config][] = [
    ['rate_limiter_off', { rateLimiterEnabled: false }],
    ['trusted_proxies_missing', { trustProxy: true, trustedProxies: [] }],
  ]
  test.each(ofEnvironment)('%s for the environment %j', (warning, config) => {
    expect(warnings(config)).toEqual([warning])
  })

  test.each(['http://id.example', 'http://10.0.0.7:3000'])(
    'base_url_not_https for %s',
    (baseUrl) => {
      expect(warnings({ baseUrl }, { issuer: baseUrl })).toEqual(['base_url_not_https'])
    },
  )

  test.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])(
    'none for %s, which is this very machine',
    (baseUrl) => {
      expect(warnings({ baseUrl }, { issuer: baseUrl })).toEqual([])
    },
  )

  const ofSettings: [Warning, Settings][] = [
    ['issuer_differs', { issuer: 'https://old.example' }],
    ['password_policy_none', { passwordPolicy: 'none' }],
    ['password_policy_low', { passwordPolicy: 'low' }],
    ['self_registration_unverified', { selfRegistrationEnabled: true }],
    ['mail_off', { smtpEnabled: false }],
    ['mail_unencrypted', { smtpEncryption: 'none' }],
    ['implicit_flow_on', { implicitFlowEnabled: true }],
    ['password_grant_on', { resourceOwnerPasswordCredentialsEnabled: true }],
    ['pkce_optional', { pkceRequired: false }],
    ['dynamic_registration_open', { dynamicClientRegistrationEnabled: true }],
    ['audit_log_not_stored', { auditLogsInDatabaseEnabled: false }],
  ]
  test.each(ofSettings)('%s for the settings %j', (warning, settings) => {
    expect(warnings({}, settings)).toEqual([warning])
  })

  test('self-registration is sound with verification and mail, not without mail', () => {
    const verifying = {
      selfRegistrationEnabled: true,
      selfRegistrationRequiresEmailVerification: true,
    }
    expect(warnings({}, verifying)).toEqual([])
    expect(warnings({}, { ...verifying, smtpEnabled: false })).toEqual([
      'self_registration_unverified',
      'mail_off',
    ])
  })

  test('mail to this very machine needs no encryption', () => {
    expect(warnings({}, { smtpHost: 'localhost', smtpEncryption: 'none' })).toEqual([])
  })

  test('the current key is old after a year', () => {
    expect(warnings({}, {}, year)).toEqual([])
    expect(warnings({}, {}, year + 1)).toEqual(['key_old'])
  })
})

describe('identity providers', () => {
  const ownProvider = {
    preset: 'oidc',
    issuer: 'https://id.example',
    createUsers: 'never',
    secretExpiresAt: null,
    lastFailure: '',
  }
  test.each([
    [null, '', []],
    ['2200-01-01', '', []],
    ['2001-01-01', '', ['provider_secret_expires']],
    [null, 'connect_failed', []],
    [null, 'misconfigured', ['provider_refuses']],
  ])('a secret until %s and the failure %j warn of %j', (day, lastFailure, expected) => {
    const secretExpiresAt = day === null ? null : new Date(day)
    const found = findWarnings(ctx, [], [{ ...ownProvider, secretExpiresAt, lastFailure }])
    expect(found.filter((one) => one.startsWith('provider_'))).toEqual(expected)
  })

  const google = { preset: 'google', issuer: 'https://accounts.google.com' }
  test.each([
    ['a public one for anyone', { ...google, createUsers: 'any' }, false, true],
    ['while people can register themselves', { ...google, createUsers: 'any' }, true, false],
    ['for the people of a domain', { ...google, createUsers: 'domains' }, false, false],
    ['the company’s own for anyone', { createUsers: 'any' }, false, false],
  ])(
    'who may create an account there, %s: %j, registration %j, warns: %j',
    (_, columns, selfRegistrationEnabled, warns) => {
      const settings = { ...ctx.settings, selfRegistrationEnabled }
      const found = findWarnings({ ...ctx, settings }, [], [{ ...ownProvider, ...columns }])
      expect(found.includes('provider_open_to_all')).toBe(warns)
    },
  )
})

test.each([
  [{ generatedPassword: true }, ['generated_password_used']],
  [{ awaitingClients: true }, ['clients_await_approval']],
  [{ failedNotifications: true }, ['logout_notifications_failed']],
])('%j warns of %j', (found, expected) => {
  const quiet = findWarnings(ctx, [])
  expect(findWarnings(ctx, [], [], found).filter((one) => !quiet.includes(one))).toEqual(expected)
})
