import { describe, expect, test } from 'vitest'
import { aGroup, aResource, aUser, grantToGroup, grantToUser } from '#tests/support/people.ts'
import { fixture, malformedIds, unknownIds } from '../fixture.ts'

const { ask, refusal, store, permissionId } = await fixture()

interface Page {
  users: { id: number }[]
  total: number
}

describe('200', () => {
  test('direct holders by given name and id, page by page', async () => {
    await aResource(store, 'shop', ['buy'])
    const ids: number[] = []
    for (const givenName of ['Zoe', 'Ann', 'Ann']) {
      const user = await aUser(store, { givenName })
      await grantToUser(store, user, 'shop:buy')
      ids.push(user.id)
    }
    const [zoe, ann, otherAnn] = ids
    const group = await aGroup(store, {}, [await aUser(store)])
    await grantToGroup(store, group, 'shop:buy')
    const path = `/permissions/${await permissionId('shop:buy')}/users`
    const { status, body } = await ask<Page>('GET', path)
    expect(status).toBe(200)
    expect(body.users.map((user) => user.id)).toEqual([ann, otherAnn, zoe])
    expect(body).toMatchObject({ total: 3, page: 1, size: 10 })
    const second = await ask<Page>('GET', `${path}?size=2&page=2`)
    expect(second.body).toMatchObject({ users: [{ id: zoe }], total: 3, page: 2, size: 2 })
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('GET', `/permissions/${id}/users`)).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s', async (id) => {
    expect(await refusal('GET', `/permissions/${id}/users`)).toEqual([404, 'NOT_FOUND'])
  })
})
