import { describe, expect, test } from 'vitest'
import { aGroup, aResource, aUser, grantToGroup } from '#tests/support/people.ts'
import { fixture, malformedIds, unknownIds } from '../fixture.ts'

const { ask, refusal, store } = await fixture()

describe('200', () => {
  test('the group with its count and what it holds, by id, with resources', async () => {
    await aResource(store, 'shop', ['buy', 'sell'])
    const group = await aGroup(store, {}, [await aUser(store)])
    await grantToGroup(store, group, 'shop:sell', 'authserver:manage-account', 'shop:buy')
    const { status, body } = await ask('GET', `/groups/${group.id}/permissions`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      group: { id: group.id, memberCount: 1 },
      permissions: [
        { permissionIdentifier: 'manage-account', resource: { isSystemLevelResource: true } },
        {
          permissionIdentifier: 'buy',
          resource: { resourceIdentifier: 'shop', isSystemLevelResource: false },
        },
        { permissionIdentifier: 'sell' },
      ],
    })
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('GET', `/groups/${id}/permissions`)).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s', async (id) => {
    expect(await refusal('GET', `/groups/${id}/permissions`)).toEqual([404, 'NOT_FOUND'])
  })
})
