import { describe, expect, test } from 'vitest'
import { aGroup, aUser } from '#tests/support/people.ts'
import { fixture, malformedIds, unknownIds } from '../fixture.ts'

const { ask, refusal, store } = await fixture()

interface Page {
  members: { id: number; givenName: string }[]
  total: number
  page: number
  size: number
}

describe('200', () => {
  test('members by given name and id, page by page', async () => {
    const users = []
    for (const givenName of ['Zoe', 'Ann', 'Ann', 'Mia'])
      users.push(await aUser(store, { givenName }))
    const [zoe, ann, otherAnn, mia] = users.map((user) => user.id)
    const group = await aGroup(store, {}, users)
    await aGroup(store, {}, [await aUser(store)])
    const path = `/groups/${group.id}/members`
    const all = await ask<Page>('GET', path)
    expect(all.body).toMatchObject({ total: 4, page: 1, size: 10 })
    expect(all.body.members.map((member) => member.id)).toEqual([ann, otherAnn, mia, zoe])
    const second = await ask<Page>('GET', `${path}?page=2&size=3`)
    expect(second.body).toMatchObject({ members: [{ id: zoe }], total: 4, page: 2, size: 3 })
    const past = await ask<Page>('GET', `${path}?page=9&size=200`)
    expect(past.body).toEqual({ members: [], total: 4, page: 9, size: 200 })
  })

  test('members are user records without anything secret', async () => {
    const group = await aGroup(store, {}, [await aUser(store)])
    const { body } = await ask<Page>('GET', `/groups/${group.id}/members`)
    expect(Object.keys(body.members[0] ?? {})).not.toContain('passwordHash')
    expect(body.members[0]).toMatchObject({ enabled: true, otpEnabled: false })
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('GET', `/groups/${id}/members`)).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s', async (id) => {
    expect(await refusal('GET', `/groups/${id}/members`)).toEqual([404, 'NOT_FOUND'])
  })
})
