import { beforeEach, describe, expect, test } from 'vitest'
import { call } from '#tests/support/api.ts'
import { brokenBodies } from '../fixture.ts'
import { fixture } from './fixture.ts'

const { app, ask, refusal, granular, settings, lastEntries, entryCount } = await fixture()
const path = '/settings/general'

const valid = {
  appName: 'My Login',
  issuer: 'http://localhost:3000',
  passwordPolicy: 'medium',
  selfRegistrationEnabled: false,
  selfRegistrationRequiresEmailVerification: true,
  dynamicClientRegistrationEnabled: true,
  pkceRequired: false,
  implicitFlowEnabled: true,
  resourceOwnerPasswordCredentialsEnabled: true,
}

beforeEach(() => app.changeSettings({ appName: 'Before', passwordPolicy: 'low' }))

describe('200', () => {
  test('saves, answers what is stored and records it', async () => {
    const { status, body } = await ask('PUT', path, valid)
    expect([status, body]).toEqual([200, valid])
    expect((await ask('GET', path)).body).toEqual(valid)
    expect(await lastEntries(1)).toEqual([
      {
        event: 'updated_general_settings',
        details: { loggedInUser: granular.client.clientIdentifier },
      },
    ])
  })

  test('touches no other settings', async () => {
    const before = await app.changeSettings({ smtpHost: 'mail.example', uiTheme: 'nord' })
    await ask('PUT', path, valid)
    expect(await settings()).toEqual({ ...before, ...valid, updatedAt: expect.any(Date) })
  })

  test('what is left out is off or empty', async () => {
    const { body } = await ask('PUT', path, { issuer: valid.issuer, passwordPolicy: 'none' })
    expect(body).toMatchObject({ appName: '', pkceRequired: false, selfRegistrationEnabled: false })
  })

  test('name and issuer are trimmed', async () => {
    const { body } = await ask('PUT', path, { ...valid, appName: ' A ', issuer: ' my-issuer ' })
    expect(body).toMatchObject({ appName: 'A', issuer: 'my-issuer' })
  })

  test('a name has up to 30 characters, whatever their bytes', async () => {
    const appName = '😀'.repeat(30)
    expect((await ask('PUT', path, { ...valid, appName })).body).toMatchObject({ appName })
  })

  test.each([
    'abc',
    'a-b_c9',
    'https://login.example.com',
    'https://login.example.com:8443/realms/one/',
    'urn-like://host',
    'https://login.example.com/a@b',
    `https://${'a'.repeat(49)}.eu`,
  ])('the issuer %s', async (issuer) => {
    expect((await ask('PUT', path, { ...valid, issuer })).body).toMatchObject({ issuer })
  })

  test('an issuer that does not change may be longer: the first start takes the public address', async () => {
    const issuer = `https://login.${'a'.repeat(50)}.example`
    await app.changeSettings({ issuer })
    expect(await ask('PUT', path, { ...valid, issuer })).toMatchObject({
      status: 200,
      body: { issuer, appName: valid.appName },
    })
    expect((await refusal('PUT', path, { ...valid, issuer: `${issuer}/x` }))[0]).toBe(400)
    await app.changeSettings({ issuer: valid.issuer })
  })

  test('a new issuer does not lock the caller out', async () => {
    await ask('PUT', path, { ...valid, issuer: 'https://elsewhere.example' })
    expect((await call(granular, 'GET', path)).status).toBe(200)
  })
})

describe('400', () => {
  test.each(brokenBodies)('the body %j', async (body) => {
    expect(await refusal('PUT', path, body)).toEqual([400, 'INVALID_REQUEST_BODY'])
  })

  test.each([
    { appName: 1 },
    { appName: 'a\0' },
    { pkceRequired: 'true' },
    { selfRegistrationEnabled: 1 },
  ])('the wrong type in %j', async (change) => {
    expect(await refusal('PUT', path, { ...valid, ...change })).toEqual([
      400,
      'INVALID_REQUEST_BODY',
    ])
  })

  test.each([
    ['', 'VALIDATION_ERROR'],
    ['ab', 'VALIDATION_ERROR'],
    ['9abc', 'VALIDATION_ERROR'],
    ['a--b', 'VALIDATION_ERROR'],
    ['a__b', 'VALIDATION_ERROR'],
    ['abc-', 'VALIDATION_ERROR'],
    ['two words', 'VALIDATION_ERROR'],
    ['https:', 'VALIDATION_ERROR'],
    ['https://', 'VALIDATION_ERROR'],
    ['https:///path', 'VALIDATION_ERROR'],
    ['://host', 'VALIDATION_ERROR'],
    ['https://a b', 'VALIDATION_ERROR'],
    ['https://host:99999', 'VALIDATION_ERROR'],
    ['https://host?query', 'VALIDATION_ERROR'],
    ['https://host#fragment', 'VALIDATION_ERROR'],
    ['https://höst', 'VALIDATION_ERROR'],
    ['https://user:pw@host', 'VALIDATION_ERROR'],
    ['https://user@host/path', 'VALIDATION_ERROR'],
    ['https://@host', 'VALIDATION_ERROR'],
    [`https://${'a'.repeat(50)}.eu`, 'VALIDATION_ERROR'],
    ['https://host/<b>', 'validator.settings_issuer.angle_brackets'],
  ])('the issuer %j', async (issuer, code) => {
    expect(await refusal('PUT', path, { ...valid, issuer })).toEqual([400, code])
  })

  test.each([
    ['a name over 30 characters', { appName: 'a'.repeat(31) }, 'VALIDATION_ERROR'],
    ['a name of two lines', { appName: 'a\nb' }, 'VALIDATION_ERROR'],
    ['a control character in a name', { appName: 'a\u0085b' }, 'VALIDATION_ERROR'],
    ['mark-up in a name', { appName: 'a<b' }, 'validator.settings_app_name.angle_brackets'],
    ['an unknown policy', { passwordPolicy: 'Low' }, 'VALIDATION_ERROR'],
    ['no policy', { passwordPolicy: undefined }, 'VALIDATION_ERROR'],
    [
      'the name before the issuer',
      { appName: '<', issuer: '' },
      'validator.settings_app_name.angle_brackets',
    ],
  ])('%s', async (_, change, code) => {
    expect(await refusal('PUT', path, { ...valid, ...change })).toEqual([400, code])
  })

  test('changes nothing and records nothing', async () => {
    const [before, count] = [await settings(), await entryCount()]
    await refusal('PUT', path, { ...valid, passwordPolicy: 'x' })
    expect([await settings(), await entryCount()]).toEqual([before, count])
  })

  test('a catalog key is told in the language asked for', async () => {
    const response = await app.fetch(`/api/v1/admin${path}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${granular.value}`, 'accept-language': 'de' },
      body: JSON.stringify({ ...valid, appName: '<' }),
    })
    expect(await response.json()).toMatchObject({
      error_description: expect.stringMatching(/^Lassen Sie/),
    })
  })
})
