import { describe, expect, test } from 'vitest'
import { updateOwnPhone } from '#lib/api/account/profile.ts'
import { fixture, type UserAnswer } from '../fixture.ts'

const { person, entriesOf, refusesBrokenBodies, refusesGoneUsers } = await fixture()
const number = { phoneCountryUniqueId: 'USA_0', phoneNumber: ' 202 555 0147 ' }

describe('200', () => {
  test('the number counts as unverified, whatever is sent', async () => {
    const { user, ask } = await person({ phoneNumberVerified: true })
    const entries = await entriesOf(async () => {
      const sent = { ...number, phoneNumberVerified: true }
      const { status, body } = await ask<UserAnswer>('PUT', '/phone', sent)
      expect([status, body.user]).toMatchObject([
        200,
        {
          phoneNumberCountryUniqueId: 'USA_0',
          phoneNumberCountryCallingCode: '+1',
          phoneNumber: '2025550147',
          phoneNumberVerified: false,
        },
      ])
    })
    const details = { userId: user.id, loggedInUser: user.subject }
    expect(entries).toEqual([{ event: 'updated_own_phone', details }])
  })

  test('both empty clear it', async () => {
    const { ask } = await person()
    await ask('PUT', '/phone', number)
    expect((await ask<UserAnswer>('PUT', '/phone', {})).body.user).toMatchObject({
      phoneNumberCountryUniqueId: '',
      phoneNumberCountryCallingCode: '',
      phoneNumber: '',
    })
  })
})

describe('400', () => {
  refusesBrokenBodies('PUT', '/phone')

  test.each([
    [{ phoneCountryUniqueId: 'nowhere', phoneNumber: '202 555 0147' }, 'country_invalid'],
    [{ phoneCountryUniqueId: 'USA_0' }, 'number_required'],
    [{ phoneCountryUniqueId: 'USA_0', phoneNumber: '12' }, 'number_too_short'],
    [{ phoneCountryUniqueId: 'USA_0', phoneNumber: '1234567' }, 'simple_pattern'],
    [{ phoneCountryUniqueId: 'USA_0', phoneNumber: '555x0147' }, 'invalid_format'],
    [{ phoneCountryUniqueId: 'USA_0', phoneNumber: 'aaaaaa' }, 'invalid_format'],
    [{ phoneCountryUniqueId: 'USA_0', phoneNumber: '15'.repeat(16) }, 'number_too_long'],
    [{ phoneNumber: '202 555 0147' }, 'country_required'],
  ])('%j → %s', async (body, key) => {
    const { refusal } = await person()
    expect(await refusal('PUT', '/phone', body)).toEqual([400, `validator.phone.${key}`])
  })
})

describe('404', () => refusesGoneUsers(updateOwnPhone))
