import { describe, expect, test } from 'vitest'
import { apiClient, call } from '#tests/support/api.ts'
import { aGroup, aUser, grantToGroup, grantToUser } from '#tests/support/people.ts'
import { fixture } from './fixture.ts'

const { app, ask, store, rulesOf } = await fixture()
const rules = rulesOf('GET', '')

describe('200', () => {
  test('every field, and nothing secret', async () => {
    const user = await aUser(store, {
      username: 'ada',
      birthDate: '1815-12-10',
      gender: 'female',
      emailVerificationCodeEncrypted: new Uint8Array([1]),
      forgotPasswordCodeHash: 'a'.repeat(64),
    })
    const { body } = await ask<{ user: object }>('GET', `/users/${user.id}`)
    expect(body).toEqual({
      user: {
        id: user.id,
        createdAt: user.createdAt.toISOString(),
        updatedAt: user.updatedAt.toISOString(),
        enabled: true,
        subject: user.subject,
        username: 'ada',
        givenName: 'Ada',
        middleName: '',
        familyName: 'Lovelace',
        nickname: '',
        website: '',
        gender: 'female',
        email: user.email,
        emailVerified: true,
        zoneInfoCountryName: '',
        zoneInfo: '',
        locale: '',
        birthDate: '1815-12-10T00:00:00Z',
        phoneNumberCountryUniqueId: '',
        phoneNumberCountryCallingCode: '',
        phoneNumber: '',
        phoneNumberVerified: false,
        addressLine1: '',
        addressLine2: '',
        addressLocality: '',
        addressRegion: '',
        addressPostalCode: '',
        addressCountry: '',
        otpEnabled: false,
        groups: [],
        permissions: [],
        attributes: [],
      },
    })
  })

  test('groups by identifier, own permissions by id, attributes by id', async () => {
    const user = await aUser(store)
    const second = await aGroup(store, { groupIdentifier: 'zebra-finch' }, [user])
    const first = await aGroup(store, { groupIdentifier: 'arctic-fox' }, [user])
    await grantToGroup(store, first, 'authserver:admin-read')
    await grantToUser(store, user, 'authserver:manage-account', 'authserver:manage')
    for (const key of ['b', 'a']) {
      await store.userAttributes.insert({ userId: user.id, key, value: `of ${key}` })
    }
    const { body } = await ask<{ user: Record<string, unknown> }>('GET', `/users/${user.id}`)
    expect(body.user).toMatchObject({
      birthDate: null,
      groups: [
        { id: first.id, groupIdentifier: 'arctic-fox', memberCount: 1 },
        { id: second.id, groupIdentifier: 'zebra-finch', memberCount: 1 },
      ],
      permissions: [
        { permissionIdentifier: 'manage', resource: { resourceIdentifier: 'authserver' } },
        { permissionIdentifier: 'manage-account' },
      ],
      attributes: [
        { key: 'b', value: 'of b', userId: user.id },
        { key: 'a', value: 'of a' },
      ],
    })
  })

  test('granular scopes may read administrators', async () => {
    const user = await aUser(store)
    await grantToUser(store, user, 'authserver:manage')
    const reader = await apiClient(app, ['admin-read'])
    expect((await call(reader, 'GET', `/users/${user.id}`)).status).toBe(200)
  })
})

describe('400', () => rules.refusesMalformedIds())

describe('404', () => rules.refusesUnknownIds())
