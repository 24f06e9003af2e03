import { describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { brokenBodies } from '../fixture.ts'
import { fixture } from './fixture.ts'

const { ask, refusal, reader, granular, settings, lastEntries, entriesOf } = await fixture()
const path = '/settings/sign-in'
const loggedInUser = granular.client.clientIdentifier

describe('200', () => {
  test('saves, answers with all fields and records those that changed', async () => {
    const sent = { passkeysEnabled: true, passkeyRelyingPartyId: ' Login.Example ' }
    const saved = { passkeysEnabled: true, passkeyRelyingPartyId: 'login.example' }
    const { status, body } = await ask('PUT', path, sent)
    expect([status, body]).toEqual([
      200,
      {
        ...(await call(reader, 'GET', path)).body,
        ...saved,
        inactiveFeatures: [],
        relatedOrigins: 'unreachable',
      },
    ])
    expect(await settings()).toMatchObject(saved)
    const old = { passkeysEnabled: false, passkeyRelyingPartyId: '' }
    expect(await lastEntries(1)).toEqual([
      { event: 'updated_sign_in_settings', details: { loggedInUser, old, new: saved } },
    ])
  })

  test.each([
    ['https://pwned.example/', 'https://pwned.example', 'https://pwned.example'],
    [
      ' https://pwned.example/mirror ',
      'https://pwned.example/mirror',
      'https://pwned.example/mirror',
    ],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['https://api.pwnedpasswords.com', 'https://api.pwnedpasswords.com', ''],
    ['', 'https://api.pwnedpasswords.com', ''],
  ])('the service of breached passwords %j', async (breachedPasswordService, shown, stored) => {
    const sent = { breachedPasswordCheck: 'service', breachedPasswordService }
    const { status, body } = await ask('PUT', path, sent)
    expect([status, body]).toMatchObject([
      200,
      { breachedPasswordCheck: 'service', breachedPasswordService: shown },
    ])
    expect(await settings()).toMatchObject({ breachedPasswordService: stored })
  })

  test('what is left out or null stays; without a change there is no entry', async () => {
    await ask('PUT', path, { passkeysEnabled: true, rememberBrowserDays: 30 })
    const entries = await entriesOf(async () => {
      for (const body of [{}, { passkeysEnabled: null }, { rememberBrowserDays: 30 }]) {
        expect((await ask('PUT', path, body)).status).toBe(200)
      }
    })
    expect(entries).toEqual([])
  })

  test('what is on without effect is said', async () => {
    const { body } = await ask('PUT', path, { passkeysEnabled: false, passkeyOfferEnabled: true })
    expect(body.inactiveFeatures).toEqual([{ feature: 'passkeyOffer', reason: 'passkeys_off' }])
  })
})

describe('400', () => {
  test.each(brokenBodies)('the body %j', async (body) => {
    expect(await refusal('PUT', path, body)).toEqual([400, 'INVALID_REQUEST_BODY'])
  })

  test.each([
    ['192.0.2.1'],
    ['com'],
    ['co.uk'],
    ['github.io'],
    ['https://example.com'],
    ['example.com/'],
    ['exa mple.com'],
    [`${'a'.repeat(64)}.example`],
  ])('the domain %s', async (passkeyRelyingPartyId) => {
    expect(await refusal('PUT', path, { passkeyRelyingPartyId })).toEqual([400, 'VALIDATION_ERROR'])
  })

  test.each([1.5, '30', 2 ** 64])('%j days: no whole number', async (rememberBrowserDays) => {
    expect(await refusal('PUT', path, { rememberBrowserDays })).toEqual([
      400,
      'INVALID_REQUEST_BODY',
    ])
  })

  test.each([
    { signInPage: 'both' },
    { signInPage: '' },
    { breachedPasswordCheck: 'on' },
    { breachedPasswordCheck: '' },
    { breachedPasswordService: 'http://pwned.example' },
    { breachedPasswordService: 'https://user@pwned.example' },
    { breachedPasswordService: 'https://pwned.example/?key=1' },
    { breachedPasswordService: 'pwned.example' },
    { breachedPasswordService: `https://pwned.example/${'a'.repeat(250)}` },
  ])('%j', async (sent) => {
    expect(await refusal('PUT', path, sent)).toEqual([400, 'VALIDATION_ERROR'])
  })

  test('a service with 100,000 slashes, at once', async () => {
    const breachedPasswordService = `https://pwned.example${'/'.repeat(100_000)}a`
    const began = performance.now()
    expect(await refusal('PUT', path, { breachedPasswordService })).toEqual([
      400,
      'VALIDATION_ERROR',
    ])
    expect(performance.now() - began).toBeLessThan(5_000)
  })

  test.each([-1, 91])('%s days', async (rememberBrowserDays) => {
    expect(await refusal('PUT', path, { rememberBrowserDays })).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('403', () => {
  test('who may only read', async () => {
    expect(await outcome(call(reader, 'PUT', path, {}))).toEqual([403, 'INSUFFICIENT_SCOPE'])
  })
})
