import { describe, expect, test } from 'vitest'
import { outcome } from '#tests/support/api.ts'
import { aUser, type TestUser } from '#tests/support/people.ts'
import { fixture, type UserAnswer } from './fixture.ts'

const { ask, store, manager, entriesOf, rulesOf } = await fixture()
const number = { phoneCountryUniqueId: 'BRA_0', phoneNumber: '11 98765-4321' }
const rules = rulesOf('PUT', '/phone', number)

const save = (user: TestUser, body: object) =>
  ask<UserAnswer>('PUT', `/users/${user.id}/phone`, body)

describe('200', () => {
  test('stores the number with the calling code of the country', async () => {
    const user = await aUser(store)
    const entries = await entriesOf(async () => {
      const { body } = await save(user, { ...number, phoneNumberVerified: true })
      expect(body.user).toMatchObject({
        phoneNumberCountryUniqueId: 'BRA_0',
        phoneNumberCountryCallingCode: '+55',
        phoneNumber: '11987654321',
        phoneNumberVerified: true,
      })
    })
    const loggedInUser = manager.client.clientIdentifier
    expect(entries).toEqual([
      { event: 'updated_user_phone', details: { userId: user.id, loggedInUser } },
    ])
  })

  test('country and number both empty clear everything', async () => {
    const user = await aUser(store)
    await save(user, { ...number, phoneNumberVerified: true })
    const { body } = await save(user, { phoneNumber: ' ', phoneNumberVerified: true })
    expect(body.user).toMatchObject({
      phoneNumberCountryUniqueId: '',
      phoneNumberCountryCallingCode: '',
      phoneNumber: '',
      phoneNumberVerified: false,
    })
  })

  test('a country with several calling codes', async () => {
    const body = { phoneCountryUniqueId: 'DOM_2', phoneNumber: '555 0142' }
    const answer = await save(await aUser(store), body)
    expect(answer.body.user.phoneNumberCountryCallingCode).toBe('+1849')
  })

  test.each(['123457', '0123456789 1', '1-2-3-4-5-7', '11  987654'])('%s', async (text) => {
    const answer = save(await aUser(store), { ...number, phoneNumber: text })
    expect(await outcome(answer)).toEqual([200, ''])
  })
})

describe('400', () => {
  rules.refusesMalformedIds()
  rules.refusesBrokenBodies()

  test.each([
    [{ phoneCountryUniqueId: 'XXX_0', phoneNumber: '' }, 'country_invalid'],
    [{ phoneCountryUniqueId: 'bra_0' }, 'country_invalid'],
    [{ phoneNumber: '' }, 'number_required'],
    [{ phoneNumber: '1 2 3-45' }, 'number_too_short'],
    [{ phoneNumber: '777-777 777' }, 'simple_pattern'],
    [{ phoneNumber: '345 678' }, 'simple_pattern'],
    [{ phoneNumber: '9876543' }, 'simple_pattern'],
    [{ phoneNumber: '١١١١١١' }, 'simple_pattern'],
    [{ phoneNumber: '+٧٧٧+777' }, 'invalid_format'],
    [{ phoneNumber: '++5511987654321' }, 'invalid_format'],
    [{ phoneNumber: '+999 1234 5678' }, 'invalid_format'],
    [{ phoneNumber: '11 987654321 ext 5' }, 'invalid_format'],
    [{ phoneNumber: '0800 FLOWERS' }, 'invalid_format'],
    [{ phoneNumber: 'aaaaaa' }, 'invalid_format'],
    [{ phoneNumber: `1${'2'.repeat(30)}` }, 'number_too_long'],
    [{ phoneNumber: `${'1'.repeat(100_000)}x` }, 'invalid_format'],
    [{ phoneCountryUniqueId: '' }, 'country_required'],
    [{ phoneCountryUniqueId: '', phoneNumber: '123' }, 'number_too_short'],
  ])('%o → %s', async (body, key) => {
    const answer = save(await aUser(store), { ...number, ...body })
    expect(await outcome(answer)).toEqual([400, `validator.phone.${key}`])
  })
})

describe('403', () => rules.refusesGranularScopes())

describe('404', () => rules.refusesUnknownIds())
