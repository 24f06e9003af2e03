import { beforeAll, describe, expect, test } from 'vitest'
import { epochSeconds } from '#lib/base/time/clock.ts'
import {
  type ClaimsSource,
  loadClaimsSource,
  markedClaims,
  userClaims,
} from '#lib/protocol/claims.ts'
import { type TestContext, testContext } from '#tests/support/context.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { aGroup, aUser } from '#tests/support/people.ts'
import { baseUrl } from '#tests/support/settings.ts'

const everyScope = ['openid', 'profile', 'email', 'address', 'phone']

const full = {
  username: 'ada',
  usernameKey: 'ada',
  givenName: 'Ada',
  middleName: 'King',
  familyName: 'Lovelace',
  nickname: 'Countess',
  website: 'https://ada.example',
  gender: 'female',
  birthDate: '1815-12-10',
  zoneInfo: 'Europe/London',
  locale: 'en-GB',
  email: 'ada@example.org',
  emailVerified: true,
  phoneNumberCountryCallingCode: '+44',
  phoneNumber: '20 7946 0018',
  phoneNumberVerified: true,
  addressLine1: '12 St James’s Square',
  addressLine2: 'Flat 2',
  addressLocality: 'London',
  addressRegion: 'Greater London',
  addressPostalCode: 'SW1Y 4JH',
  addressCountry: 'GB',
}

const empty = {
  givenName: '',
  familyName: '',
  emailVerified: false,
}

describe('claims of a user', () => {
  let context: TestContext

  beforeAll(async () => {
    context = await testContext()
  })

  async function sourceOf(columns: Parameters<typeof aUser>[1]): Promise<ClaimsSource> {
    return loadClaimsSource(context.ctx, await aUser(context.store, columns))
  }

  test('every claim of a full profile', async () => {
    const source = await sourceOf(full)
    const { user } = source
    await (await fileDatabase()).client.userProfilePicture.create({
      data: { userId: user.id, image: new Uint8Array([1]), contentType: 'image/png' },
    })
    const withPicture = await loadClaimsSource(context.ctx, user)
    expect(userClaims(context.ctx, withPicture, everyScope)).toEqual({
      name: 'Ada King Lovelace',
      given_name: 'Ada',
      middle_name: 'King',
      family_name: 'Lovelace',
      nickname: 'Countess',
      preferred_username: 'ada',
      profile: `${baseUrl}/account/profile`,
      picture: `${baseUrl}/userinfo/picture/${user.subject}`,
      website: 'https://ada.example',
      gender: 'female',
      birthdate: '1815-12-10',
      zoneinfo: 'Europe/London',
      locale: 'en-GB',
      updated_at: epochSeconds(user.updatedAt),
      email: 'ada@example.org',
      email_verified: true,
      address: {
        formatted: '12 St James’s Square\r\nFlat 2\r\nLondon\r\nGreater London\r\nSW1Y 4JH\r\nGB',
        street_address: '12 St James’s Square\r\nFlat 2',
        locality: 'London',
        region: 'Greater London',
        postal_code: 'SW1Y 4JH',
        country: 'GB',
      },
      phone_number: '+442079460018',
      phone_number_verified: true,
    })
  })

  test('a claim with no value is left out', async () => {
    const source = await sourceOf(empty)
    expect(userClaims(context.ctx, source, everyScope)).toEqual({
      profile: `${baseUrl}/account/profile`,
      updated_at: epochSeconds(source.user.updatedAt),
      email: source.user.email,
      email_verified: false,
      phone_number_verified: false,
    })
  })

  test('blank counts as no value; what is there is not trimmed', async () => {
    const source = await sourceOf({ givenName: ' ', middleName: ' M ', familyName: '\t' })
    const claims = userClaims(context.ctx, source, ['profile'])
    expect(claims).toMatchObject({ name: ' M ', middle_name: ' M ' })
    expect(claims).not.toHaveProperty('given_name')
    expect(claims).not.toHaveProperty('family_name')
  })

  test.each([
    ['openid', []],
    ['email', ['email', 'email_verified']],
    ['phone', ['phone_number', 'phone_number_verified']],
    ['address', ['address']],
    ['groups', []],
  ])('the scope %s alone brings %j', async (scope, names) => {
    const source = await sourceOf({
      addressCountry: 'PT',
      phoneNumber: '912 345 678',
      phoneNumberCountryCallingCode: '+351',
    })
    expect(Object.keys(userClaims(context.ctx, source, [scope]))).toEqual(names)
  })

  test('an address without country has no formatted form', async () => {
    const source = await sourceOf({ addressLine2: 'Back door', addressLocality: 'Porto' })
    expect(userClaims(context.ctx, source, ['address'])).toEqual({
      address: { street_address: 'Back door', locality: 'Porto' },
    })
  })
})

describe('groups and attributes', () => {
  let source: ClaimsSource

  beforeAll(async () => {
    const context = await testContext()
    const { client } = await fileDatabase()
    const user = await aUser(context.store)
    const second = await aGroup(
      context.store,
      { groupIdentifier: 'zeta', includeInIdToken: true, includeInAccessToken: true },
      [user],
    )
    await aGroup(context.store, { groupIdentifier: 'alpha', includeInIdToken: true }, [user])
    await aGroup(context.store, { groupIdentifier: 'hidden' }, [user])
    const both = { includeInIdToken: true, includeInAccessToken: true }
    await client.userAttribute.createMany({
      data: [
        { userId: user.id, key: 'level', value: 'user', ...both },
        { userId: user.id, key: 'own', value: '1', includeInIdToken: true },
        { userId: user.id, key: '__proto__', value: 'plain', ...both },
      ],
    })
    await client.groupAttribute.create({
      data: { groupId: second.id, key: 'level', value: 'group', includeInIdToken: true },
    })
    source = await loadClaimsSource(context.ctx, user)
  })

  test('groups are those marked for the target, ordered by id', () => {
    expect(markedClaims(source, ['groups'], 'idToken')).toEqual({ groups: ['zeta', 'alpha'] })
    expect(markedClaims(source, ['groups'], 'accessToken')).toEqual({ groups: ['zeta'] })
  })

  test('a group’s attribute replaces the user’s of the same key', () => {
    const { attributes } = markedClaims(source, ['attributes'], 'idToken')
    expect(Object.entries(attributes ?? {})).toEqual([
      ['level', 'group'],
      ['own', '1'],
      ['__proto__', 'plain'],
    ])
  })

  test('attributes not marked for the target do not count', () => {
    const { attributes } = markedClaims(source, ['attributes'], 'accessToken')
    expect(Object.entries(attributes ?? {})).toEqual([
      ['level', 'user'],
      ['__proto__', 'plain'],
    ])
  })

  test('nothing marked: no claim', () => {
    const bare = { ...source, groups: [], attributes: [] }
    expect(markedClaims(bare, ['groups', 'attributes'], 'idToken')).toEqual({})
  })
})
