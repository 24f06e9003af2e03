import { describe, expect, test } from 'vitest'
import { updateOwnAddress } from '#lib/api/account/profile.ts'
import { fixture, type UserAnswer } from '../fixture.ts'

const { person, entriesOf, refusesBrokenBodies, refusesGoneUsers } = await fixture()

describe('200', () => {
  test('replaces every part; the country may come in small letters', async () => {
    const { user, ask } = await person({ addressLine2: 'Back door' })
    const sent = { addressLine1: ' 12 St James’s Square ', addressCountry: 'gb' }
    const entries = await entriesOf(async () => {
      const { status, body } = await ask<UserAnswer>('PUT', '/address', sent)
      expect([status, body.user]).toMatchObject([
        200,
        { addressLine1: '12 St James’s Square', addressLine2: '', addressCountry: 'GB' },
      ])
    })
    const details = { userId: user.id, loggedInUser: user.subject }
    expect(entries).toEqual([{ event: 'updated_own_address', details }])
  })
})

describe('400', () => {
  refusesBrokenBodies('PUT', '/address')

  test.each([
    [{ addressLine1: 'x'.repeat(61) }, 'line1_too_long'],
    [{ addressLine2: 'x'.repeat(61) }, 'line2_too_long'],
    [{ addressLocality: 'x'.repeat(61) }, 'locality_too_long'],
    [{ addressRegion: 'x'.repeat(61) }, 'region_too_long'],
    [{ addressPostalCode: 'x'.repeat(31) }, 'postal_code_too_long'],
    [{ addressCountry: 'zz' }, 'country_invalid'],
    [{ addressLine1: '<b>' }, 'angle_brackets'],
  ])('%j → %s', async (body, key) => {
    const { refusal } = await person()
    expect(await refusal('PUT', '/address', body)).toEqual([400, `validator.address.${key}`])
  })
})

describe('404', () => refusesGoneUsers(updateOwnAddress))
