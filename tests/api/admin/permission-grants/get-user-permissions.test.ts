import { describe, expect, test } from 'vitest'
import { aGroup, aUser, grantToGroup, grantToUser } from '#tests/support/people.ts'
import { fixture, malformedIds, unknownIds } from '../fixture.ts'

const { ask, refusal, store, permissionId } = await fixture()

describe('200', () => {
  test('what the user holds directly, by id, with resources', async () => {
    const user = await aUser(store)
    const group = await aGroup(store, {}, [user])
    await grantToGroup(store, group, 'authserver:manage-clients')
    await grantToUser(store, user, 'authserver:manage-account', 'authserver:manage')
    const { status, body } = await ask('GET', `/users/${user.id}/permissions`)
    expect(status).toBe(200)
    const resource = {
      id: expect.any(Number),
      resourceIdentifier: 'authserver',
      description: expect.any(String),
      isSystemLevelResource: true,
    }
    expect(body).toMatchObject({ user: { id: user.id } })
    expect((body as unknown as { permissions: object[] }).permissions).toEqual([
      {
        id: await permissionId('authserver:manage'),
        permissionIdentifier: 'manage',
        description: expect.any(String),
        resourceId: expect.any(Number),
        resource,
      },
      expect.objectContaining({ permissionIdentifier: 'manage-account', resource }),
    ])
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('GET', `/users/${id}/permissions`)).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s', async (id) => {
    expect(await refusal('GET', `/users/${id}/permissions`)).toEqual([404, 'NOT_FOUND'])
  })
})
