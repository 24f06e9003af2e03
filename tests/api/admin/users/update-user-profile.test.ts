import { describe, expect, test } from 'vitest'
import { outcome } from '#tests/support/api.ts'
import { aUser, type TestUser } from '#tests/support/people.ts'
import { testStart } from '#tests/support/settings.ts'
import { fixture, type UserAnswer } from './fixture.ts'

const { app, ask, store, manager, entriesOf, rulesOf } = await fixture()
const rules = rulesOf('PUT', '/profile', { givenName: 'Ada' })

const save = (user: TestUser, profile: object) =>
  ask<UserAnswer>('PUT', `/users/${user.id}/profile`, profile)
const code = async (user: TestUser, profile: object) =>
  (await outcome(save(user, profile)))[1] || null

const full = {
  username: 'Ada_L1',
  givenName: 'Ada',
  middleName: 'King',
  familyName: 'Lovelace',
  nickname: 'Countess',
  website: 'https://ada.example/notes?x',
  gender: 'female',
  dateOfBirth: '1815-12-10',
  zoneInfoCountryName: 'United Kingdom',
  zoneInfo: 'Europe/London',
  locale: 'en-GB',
}

describe('200', () => {
  test('stores every field and nothing else', async () => {
    const user = await aUser(store, { addressLine1: 'Kept', otpEnabled: true })
    const entries = await entriesOf(async () => {
      const { status, body } = await save(user, full)
      const { dateOfBirth: _, ...rest } = full
      expect([status, body.user]).toMatchObject([
        200,
        { ...rest, birthDate: '1815-12-10T00:00:00Z', addressLine1: 'Kept', email: user.email },
      ])
      expect(body.user).not.toHaveProperty('groups')
    })
    expect(await store.users.findById(user.id)).toMatchObject({
      birthDate: '1815-12-10',
      usernameKey: 'ada_l1',
      passwordHash: user.passwordHash,
      emailVerified: true,
    })
    const loggedInUser = manager.client.clientIdentifier
    expect(entries).toEqual([
      { event: 'updated_user_profile', details: { userId: user.id, loggedInUser } },
    ])
  })

  test('what is not sent is cleared', async () => {
    const user = await aUser(store)
    await save(user, { ...full, username: 'cleared' })
    const { body } = await save(user, { familyName: null })
    expect(body.user).toMatchObject({
      username: '',
      givenName: '',
      familyName: '',
      website: '',
      gender: '',
      birthDate: null,
      zoneInfo: '',
      locale: '',
    })
  })

  test('the same username again; two users without one', async () => {
    const user = await aUser(store)
    for (const username of ['mine', 'MINE', '']) {
      expect(await code(user, { username })).toBe(null)
    }
    expect(await code(await aUser(store), { username: '' })).toBe(null)
  })

  test.each([
    [{ username: 'ab' }],
    [{ username: `a${'9'.repeat(23)}` }],
    [{ givenName: ' Anne-Marie ' }, { givenName: 'Anne-Marie' }],
    [{ website: 'ada.example' }],
    [{ website: 'HTTP://www.ADA.example/a/b' }],
    [{ website: `https://a.example/${'x'.repeat(78)}` }],
    [{ gender: '0' }, { gender: 'female' }],
    [{ gender: '1' }, { gender: 'male' }],
    [{ gender: '2' }, { gender: 'other' }],
    [{ dateOfBirth: '2000-02-29' }, { birthDate: '2000-02-29T00:00:00Z' }],
    // The tests' clock is at 2031-03-03.
    [{ dateOfBirth: '2031-03-04' }, { birthDate: '2031-03-04T00:00:00Z' }],
    [{ zoneInfo: 'America/Argentina/Buenos_Aires' }],
    [{ zoneInfo: 'Asia/Kolkata' }],
    [{ zoneInfo: 'Asia/Calcutta' }],
    [{ zoneInfo: 'UTC' }],
    [{ locale: 'pt-BR' }],
    [{ locale: 'zh-Hant-TW' }],
  ])('%o', async (profile: object, stored: object = profile) => {
    const { status, body } = await save(await aUser(store), profile)
    expect([status, body.user]).toMatchObject([200, stored])
  })
})

describe('400', () => {
  rules.refusesMalformedIds()
  rules.refusesBrokenBodies()

  test.each([
    [{ username: 'a' }, 'username_invalid'],
    [{ username: '1st' }, 'username_invalid'],
    [{ username: 'a-b' }, 'username_invalid'],
    [{ username: `a${'b'.repeat(24)}` }, 'username_invalid'],
    [{ givenName: 'A<' }, 'given_name_invalid'],
    [{ middleName: '\u0085' + 'B' }, 'middle_name_invalid'],
    [{ familyName: '王'.repeat(65) }, 'family_name_invalid'],
    [{ nickname: 'line\nline' }, 'nickname_invalid'],
    [{ website: 'localhost' }, 'website_invalid'],
    [{ website: 'javascript:alert(1)' }, 'website_invalid'],
    [{ website: 'ftp://ada.example' }, 'website_invalid'],
    [{ website: 'https://ada.example/a b' }, 'website_invalid'],
    [{ website: `https://a.example/${'x'.repeat(79)}` }, 'website_too_long'],
    [{ gender: '3' }, 'gender_invalid'],
    [{ gender: 'Female' }, 'gender_invalid'],
    [{ dateOfBirth: '10.12.1815' }, 'dob_invalid_format'],
    [{ dateOfBirth: '2001-02-29' }, 'dob_invalid_format'],
    [{ dateOfBirth: '0000-01-01' }, 'dob_invalid_format'],
    [{ dateOfBirth: '1815-12-10T00:00:00Z' }, 'dob_invalid_format'],
    [{ dateOfBirth: '2031-03-05' }, 'dob_in_future'],
    [{ zoneInfo: 'Mars/Olympus' }, 'zone_info_invalid'],
    [{ zoneInfo: 'europe/london' }, 'zone_info_invalid'],
    [{ locale: 'xx' }, 'locale_invalid'],
    [{ locale: 'pt_BR' }, 'locale_invalid'],
    [{ locale: 'EN' }, 'locale_invalid'],
  ])('%o → %s', async (profile, key) => {
    expect(app.clock.now()).toEqual(testStart)
    expect(await code(await aUser(store), profile)).toBe(`validator.profile.${key}`)
  })

  test('the name of a country that is none, and wrong types', async () => {
    const user = await aUser(store)
    expect(await code(user, { zoneInfoCountryName: 'x'.repeat(128) })).toBe(null)
    expect(await code(user, { zoneInfoCountryName: 'x'.repeat(129) })).toBe('VALIDATION_ERROR')
    expect(await code(user, { gender: 1 })).toBe('INVALID_REQUEST_BODY')
    expect(await code(user, { nickname: '\0' })).toBe('INVALID_REQUEST_BODY')
  })

  test('fields are checked in order', async () => {
    await save(await aUser(store), { username: 'Occupied' })
    const wrong: Record<string, unknown> = {
      username: 'OCCUPIED',
      givenName: '<',
      middleName: '<',
      familyName: '<',
      nickname: '<',
      website: '1',
      gender: '9',
      dateOfBirth: '1',
      zoneInfo: '1',
      locale: '1',
    }
    const told: (string | null)[] = []
    const user = await aUser(store)
    for (const field of Object.keys(wrong)) {
      told.push(await code(user, wrong))
      delete wrong[field]
    }
    expect(told.map((one) => one?.replace('validator.profile.', ''))).toEqual([
      'username_taken',
      'given_name_invalid',
      'middle_name_invalid',
      'family_name_invalid',
      'nickname_invalid',
      'website_invalid',
      'gender_invalid',
      'dob_invalid_format',
      'zone_info_invalid',
      'locale_invalid',
    ])
  })

  test('one username for 30 users at once: one gets it', async () => {
    const users = await Promise.all(Array.from({ length: 30 }, () => aUser(store)))
    const codes = await Promise.all(
      users.map((user, i) => code(user, { username: i % 2 ? 'wanted' : 'Wanted' })),
    )
    expect(codes.filter((one) => one === null)).toHaveLength(1)
    expect(codes.filter((one) => one === 'validator.profile.username_taken')).toHaveLength(29)
  })
})

describe('403', () => rules.refusesGranularScopes())

describe('404', () => rules.refusesUnknownIds())
