import { describe, expect, test } from 'vitest'
import { aGroup, aUser } from '#tests/support/people.ts'
import { fixture, malformedIds, unknownIds } from '../fixture.ts'

const { ask, refusal, store } = await fixture()

describe('200', () => {
  test('the group with its number of members', async () => {
    const group = await aGroup(store, { includeInAccessToken: true }, [await aUser(store)])
    const { status, body } = await ask('GET', `/groups/${group.id}`)
    expect(status).toBe(200)
    expect(body).toEqual({
      group: {
        ...group,
        createdAt: group.createdAt.toISOString(),
        updatedAt: group.updatedAt.toISOString(),
        memberCount: 1,
      },
    })
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('GET', `/groups/${id}`)).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s', async (id) => {
    expect(await refusal('GET', `/groups/${id}`)).toEqual([404, 'NOT_FOUND'])
  })
})
