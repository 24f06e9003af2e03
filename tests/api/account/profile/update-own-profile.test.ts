import { describe, expect, test } from 'vitest'
import { updateOwnProfile } from '#lib/api/account/profile.ts'
import { aUser } from '#tests/support/people.ts'
import { fixture, type UserAnswer } from '../fixture.ts'

const { store, person, entriesOf, refusesBrokenBodies, refusesGoneUsers } = await fixture()

describe('200', () => {
  test('replaces every field; what is not sent is cleared', async () => {
    const { user, ask } = await person({ nickname: 'ada', website: 'ada.example' })
    const sent = {
      username: 'Countess_1',
      givenName: ' Augusta ',
      gender: '0',
      dateOfBirth: '1815-12-10',
      zoneInfo: 'Europe/London',
      locale: 'en-GB',
    }
    const entries = await entriesOf(async () => {
      const { status, body } = await ask<UserAnswer>('PUT', '/profile', sent)
      expect([status, body.user]).toMatchObject([
        200,
        {
          username: 'Countess_1',
          givenName: 'Augusta',
          familyName: '',
          nickname: '',
          website: '',
          gender: 'female',
          birthDate: '1815-12-10T00:00:00Z',
          zoneInfo: 'Europe/London',
          zoneInfoCountryName: 'United Kingdom',
        },
      ])
    })
    const details = { userId: user.id, loggedInUser: user.subject }
    expect(entries).toEqual([{ event: 'updated_own_profile', details }])
  })

  test('a country that has not the zone gives way to one that has', async () => {
    const { ask } = await person()
    const place = async (zoneInfo: string, zoneInfoCountryName: string) =>
      (await ask<UserAnswer>('PUT', '/profile', { zoneInfo, zoneInfoCountryName })).body.user
        .zoneInfoCountryName
    expect(await place('Europe/Lisbon', 'Brazil')).toBe('Portugal')
    expect(await place('Europe/Lisbon', 'Portugal')).toBe('Portugal')
    expect(await place('UTC', 'Portugal')).toBe('')
    expect(await place('', 'Portugal')).toBe('')
  })

  test('keeps the own username in another case', async () => {
    const { ask } = await person()
    await ask('PUT', '/profile', { username: 'keeper' })
    const { status, body } = await ask<UserAnswer>('PUT', '/profile', { username: 'Keeper' })
    expect([status, body.user.username]).toEqual([200, 'Keeper'])
  })
})

describe('400', () => {
  refusesBrokenBodies('PUT', '/profile')

  test.each([
    [{ username: 'a' }, 'username_invalid'],
    [{ givenName: '<i>' }, 'given_name_invalid'],
    [{ middleName: 'a\u0007b' }, 'middle_name_invalid'],
    [{ familyName: 'x'.repeat(65) }, 'family_name_invalid'],
    [{ nickname: '>' }, 'nickname_invalid'],
    [{ website: 'nowhere' }, 'website_invalid'],
    [{ website: `https://a.example/${'x'.repeat(80)}` }, 'website_too_long'],
    [{ gender: '3' }, 'gender_invalid'],
    [{ dateOfBirth: '1990-02-30' }, 'dob_invalid_format'],
    [{ dateOfBirth: '9990-01-01' }, 'dob_in_future'],
    [{ zoneInfo: 'Nowhere/Land' }, 'zone_info_invalid'],
    [{ locale: 'xx-nowhere' }, 'locale_invalid'],
  ])('%j → %s', async (body, key) => {
    const { refusal } = await person()
    expect(await refusal('PUT', '/profile', body)).toEqual([400, `validator.profile.${key}`])
  })

  test('the username of another user; of 5 who want one, one gets it', async () => {
    await store.users.change((await aUser(store)).id, { username: 'Taken', usernameKey: 'taken' })
    const { refusal } = await person()
    const taken = [400, 'validator.profile.username_taken']
    expect(await refusal('PUT', '/profile', { username: 'tAKEN' })).toEqual(taken)
    const people = await Promise.all(Array.from({ length: 5 }, () => person()))
    const answers = await Promise.all(
      people.map((one) => one.refusal('PUT', '/profile', { username: 'wanted' })),
    )
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
    expect(answers.filter(([, code]) => code === taken[1])).toHaveLength(4)
  })
})

describe('404', () => refusesGoneUsers(updateOwnProfile))
