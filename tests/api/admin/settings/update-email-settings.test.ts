import { beforeEach, describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { testCipher } from '#tests/support/settings.ts'
import { brokenBodies } from '../fixture.ts'
import { expectRefusedChange } from '../refused-change.ts'
import { fixture } from './fixture.ts'

const { app, manager, granular, settings, lastEntries, entryCount } = await fixture()
const path = '/settings/email'

const valid = {
  smtpEnabled: true,
  smtpHost: 'mail.example',
  smtpPort: 587,
  smtpUsername: 'the-user',
  smtpPassword: ' a secret ',
  smtpEncryption: 'starttls',
  smtpFromName: 'The Server',
  smtpFromEmail: 'from@example.org',
}
const { smtpPassword: _, ...shown } = valid
const save = (body: unknown) => call(manager, 'PUT', path, body)
const refusal = (body: unknown) => outcome(save(body))

beforeEach(() => app.changeSettings({ smtpEnabled: false, smtpPasswordEncrypted: null }))

async function storedPassword(): Promise<string | null> {
  const { smtpPasswordEncrypted } = await settings()
  return (
    smtpPasswordEncrypted &&
    testCipher.open(smtpPasswordEncrypted, 'settings.smtp_password_encrypted/1')
  )
}

describe('200', () => {
  test('saves, answers what is stored but not the password, and records the save', async () => {
    const { status, body } = await save(valid)
    expect([status, body]).toEqual([200, { ...shown, hasSmtpPassword: true }])
    expect((await call(manager, 'GET', path)).body).toEqual(body)
    expect(await storedPassword()).toBe(' a secret ')
    expect(await lastEntries(1)).toEqual([
      {
        event: 'updated_smtp_settings',
        details: { loggedInUser: manager.client.clientIdentifier },
      },
    ])
  })

  test.each([
    ['absent: kept', {}, ' a secret '],
    ['null: kept', { smtpPassword: null }, ' a secret '],
    ['empty: cleared', { smtpPassword: '' }, null],
    ['another: replaced', { smtpPassword: 'new' }, 'new'],
  ])('a password that is %s', async (_name, change, password) => {
    await save(valid)
    const { body } = await save({ ...shown, ...change })
    expect(body).toMatchObject({ hasSmtpPassword: password !== null })
    expect(await storedPassword()).toBe(password)
  })

  test.each([
    'contoso-mail|00000000-0000-0000-0000-000000000000|11111111-1111-1111-1111-111111111111',
    `ocid1.user.oc1..${'a'.repeat(60)}@ocid1.tenancy.oc1..${'b'.repeat(60)}.qx.com`,
    'apikey',
    'Benutzer für Post@postausgang.beispiel.de',
  ])('the user name %s', async (smtpUsername) => {
    expect((await save({ ...valid, smtpUsername })).body).toMatchObject({ smtpUsername })
  })

  test.each([
    ['another host', { smtpHost: 'evil.example' }],
    ['a part of the host', { smtpHost: 'ail.example' }],
    ['another port', { smtpPort: 465 }],
    ['another user name', { smtpUsername: 'The-User' }],
    ['no user name', { smtpUsername: '' }],
    ['no encryption', { smtpEncryption: 'none' }],
    ['encryption that is left out', { smtpEncryption: '' }],
    ['another host and port', { smtpHost: '127.0.0.1', smtpPort: 2525, smtpEncryption: 'none' }],
  ])('a password that is not sent again is forgotten with %s', async (_, change) => {
    await save(valid)
    const { status, body } = await save({ ...shown, ...change })
    expect([status, body]).toMatchObject([200, { hasSmtpPassword: false }])
    expect(await storedPassword()).toBeNull()
    expect((await save(shown)).body).toMatchObject({ hasSmtpPassword: false })
  })

  test.each([
    ['another host', { smtpHost: 'other.example' }],
    ['no encryption', { smtpEncryption: 'none' }],
  ])('one that is sent with %s is stored', async (_, change) => {
    await save(valid)
    const { body } = await save({ ...valid, ...change, smtpPassword: 'another' })
    expect(body).toMatchObject({ hasSmtpPassword: true })
    expect(await storedPassword()).toBe('another')
  })

  test.each([
    ['another sender', { smtpFromName: 'Another', smtpFromEmail: 'other@example.org' }],
    ['the host in other letters', { smtpHost: ' MAIL.example ' }],
    ['the other encryption', { smtpEncryption: 'ssltls' }],
  ])('one that is not sent is kept with %s', async (_, change) => {
    await save(valid)
    expect((await save({ ...shown, ...change })).body).toMatchObject({ hasSmtpPassword: true })
    expect(await storedPassword()).toBe(' a secret ')
  })

  test('one that goes unencrypted already is kept where it is encrypted from now on', async () => {
    await save({ ...valid, smtpEncryption: 'none' })
    expect((await save(shown)).body).toMatchObject({ hasSmtpPassword: true })
  })

  test('two saves at once leave no password at another server', async () => {
    for (let round = 0; round < 5; round++) {
      await save(valid)
      await Promise.all([save({ ...shown, smtpHost: 'evil.example' }), save(shown)])
      const { smtpHost } = await settings()
      expect([smtpHost, await storedPassword()]).toEqual([smtpHost, null])
    }
  })

  test('switching off forgets everything, the password too, and checks nothing', async () => {
    await save(valid)
    const { status, body } = await save({ smtpHost: 'x'.repeat(500), smtpEncryption: 'what' })
    expect(status).toBe(200)
    expect(body).toEqual({
      smtpEnabled: false,
      smtpHost: '',
      smtpPort: 0,
      smtpUsername: '',
      hasSmtpPassword: false,
      smtpEncryption: 'none',
      smtpFromName: '',
      smtpFromEmail: '',
    })
    expect(await storedPassword()).toBeNull()
  })

  test('the least that is needed', async () => {
    const { body } = await save({
      smtpEnabled: true,
      smtpHost: ' mail.example ',
      smtpPort: 25,
      smtpFromEmail: ' FROM@Example.org ',
    })
    expect(body).toMatchObject({
      smtpHost: 'mail.example',
      smtpEncryption: 'none',
      smtpFromEmail: 'from@example.org',
      hasSmtpPassword: false,
    })
  })

  test('the longest values', async () => {
    const longest = {
      ...valid,
      smtpHost: 'h'.repeat(120),
      smtpPort: 65535,
      smtpUsername: 'ü'.repeat(255),
      smtpPassword: '🔑'.repeat(255),
      smtpFromName: 'ñ'.repeat(60),
      smtpFromEmail: `${'f'.repeat(48)}@example.org`,
    }
    const { smtpPassword, ...values } = longest
    expect((await save(longest)).body).toEqual({ ...values, hasSmtpPassword: true })
    expect(await storedPassword()).toBe(smtpPassword)
  })

  test('a password without encryption is accepted here and refused when sending', async () => {
    expect((await save({ ...valid, smtpEncryption: 'none' })).status).toBe(200)
  })
})

describe('400', () => {
  test.each(brokenBodies)('the body %j', async (body) => {
    expect(await refusal(body)).toEqual([400, 'INVALID_REQUEST_BODY'])
  })

  test.each([{ smtpPort: '25' }, { smtpPort: 2.5 }, { smtpPassword: 7 }, { smtpHost: 'a\0' }])(
    'the wrong type in %j',
    async (change) => {
      expect(await refusal({ ...valid, ...change })).toEqual([400, 'INVALID_REQUEST_BODY'])
    },
  )

  const invalid = 'VALIDATION_ERROR'
  const brackets = 'validator.settings_smtp_from_name.angle_brackets'
  const format = 'validator.email.invalid_format'

  test.each([
    [{ smtpHost: ' ' }, invalid, /smtpHost.* required/],
    [{ smtpPort: 0 }, invalid, /smtpPort.* required/],
    [{ smtpPort: undefined }, invalid, /smtpPort.* required/],
    [{ smtpFromEmail: '' }, invalid, /smtpFromEmail.* required/],
    [{ smtpHost: 'h'.repeat(121), smtpPort: 0 }, invalid, /smtpPort.* required/],
    [{ smtpHost: 'h'.repeat(121), smtpPort: -1 }, invalid, /smtpHost.* 120/],
    [{ smtpPort: 65536 }, invalid, /smtpPort.* between 1 and 65535/],
    [{ smtpPort: -1 }, invalid, /smtpPort.* between 1 and 65535/],
    [{ smtpEncryption: 'tls' }, invalid, /smtpEncryption.* one of none, ssltls, starttls/],
    [{ smtpUsername: 'u'.repeat(256) }, invalid, /smtpUsername.* 255/],
    [{ smtpPassword: 'p'.repeat(256) }, invalid, /smtpPassword.* 255/],
    [{ smtpFromName: '<'.repeat(61) }, invalid, /smtpFromName.* 60/],
    [{ smtpFromName: 'a\r\nb' }, invalid, /smtpFromName.* line breaks/],
    [{ smtpHost: 'mail.\texample' }, invalid, /smtpHost.* line breaks/],
    [{ smtpUsername: 'a\u2028b' }, invalid, /smtpUsername.* line breaks/],
    [{ smtpFromName: 'a>' }, brackets, /./],
    [{ smtpFromEmail: `${'f'.repeat(49)}@example.org` }, invalid, /smtpFromEmail.* 60/],
    [{ smtpFromEmail: 'nobody' }, format, /./],
    [{ smtpFromEmail: 'a@b.example\r\nX: y@z.example' }, format, /./],
    [{ smtpFromName: '<', smtpFromEmail: 'x' }, brackets, /./],
  ])('%j', async (change, code, description) => {
    const { status, body } = await save({ ...valid, ...change })
    expect([status, body.error_code]).toEqual([400, code])
    expect(body.error_description).toMatch(description)
    expect(body.error_description).not.toContain('ppp')
  })

  test('changes nothing, records nothing and comes before the policy', async () => {
    const [before, count] = [await settings(), await entryCount()]
    const sent = call(granular, 'PUT', path, { ...valid, smtpPort: 0 })
    expect(await outcome(sent)).toEqual([400, 'VALIDATION_ERROR'])
    expect([await settings(), await entryCount()]).toEqual([before, count])
  })
})

describe('403', () => {
  test.each([
    ['switching on', valid],
    ['switching off', {}],
  ])('a granular scope may not: %s', async (_name, body) => {
    const before = await settings()
    const entry = { route: '/settings/email', ceiling: 'settings' } as const
    await expectRefusedChange(granular, ['PUT', path, body], entry)
    expect(await settings()).toEqual(before)
  })
})
