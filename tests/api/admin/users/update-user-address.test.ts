import { describe, expect, test } from 'vitest'
import { outcome } from '#tests/support/api.ts'
import { aUser, type TestUser } from '#tests/support/people.ts'
import { fixture, type UserAnswer } from './fixture.ts'

const { ask, store, manager, entriesOf, rulesOf } = await fixture()
const full = {
  addressLine1: 'Rua das Flores & Cia., 7',
  addressLine2: '2º andar',
  addressLocality: 'São Paulo',
  addressRegion: 'SP',
  addressPostalCode: '01310-100',
  addressCountry: 'BR',
}
const rules = rulesOf('PUT', '/address', full)

const save = (user: TestUser, body: object) =>
  ask<UserAnswer>('PUT', `/users/${user.id}/address`, body)

describe('200', () => {
  test('stores every part, trimmed and otherwise as sent', async () => {
    const user = await aUser(store)
    const entries = await entriesOf(async () => {
      const { body } = await save(user, { ...full, addressRegion: ' SP ' })
      expect(body.user).toMatchObject(full)
    })
    const loggedInUser = manager.client.clientIdentifier
    expect(entries).toEqual([
      { event: 'updated_user_address', details: { userId: user.id, loggedInUser } },
    ])
  })

  test('what is not sent is cleared', async () => {
    const user = await aUser(store, full)
    const { body } = await save(user, { addressCountry: 'PT' })
    expect(body.user).toMatchObject({ addressLine1: '', addressLocality: '', addressCountry: 'PT' })
  })

  test('lengths are counted in characters', async () => {
    const body = {
      addressLine1: '🏠'.repeat(60),
      addressLine2: '🏠'.repeat(60),
      addressLocality: '🏠'.repeat(60),
      addressRegion: '🏠'.repeat(60),
      addressPostalCode: '9'.repeat(30),
    }
    expect(await outcome(save(await aUser(store), body))).toEqual([200, ''])
  })
})

describe('400', () => {
  rules.refusesMalformedIds()
  rules.refusesBrokenBodies()

  test.each([
    [{ addressLine1: 'x'.repeat(61) }, 'line1_too_long'],
    [{ addressLine2: 'x'.repeat(61) }, 'line2_too_long'],
    [{ addressLocality: 'x'.repeat(61) }, 'locality_too_long'],
    [{ addressRegion: 'x'.repeat(61) }, 'region_too_long'],
    [{ addressPostalCode: '1'.repeat(31) }, 'postal_code_too_long'],
    [{ addressCountry: 'ZZ' }, 'country_invalid'],
    [{ addressCountry: 'br' }, 'country_invalid'],
    [{ addressCountry: 'BRA' }, 'country_invalid'],
    [{ addressLine1: '<b>', addressCountry: 'UK' }, 'country_invalid'],
    [{ addressLine1: '<b>' }, 'angle_brackets'],
    [{ addressPostalCode: '1>0' }, 'angle_brackets'],
  ])('%o → %s', async (body, key) => {
    const answer = save(await aUser(store), { ...full, ...body })
    expect(await outcome(answer)).toEqual([400, `validator.address.${key}`])
  })
})

describe('403', () => rules.refusesGranularScopes())

describe('404', () => rules.refusesUnknownIds())
