import { describe, expect, test } from 'vitest'
import { aGroup } from '#tests/support/people.ts'
import { fixture, malformedIds, unknownIds } from '../fixture.ts'

const { ask, refusal, store, database } = await fixture()

describe('200', () => {
  test('the attributes of the group alone, by id', async () => {
    const { id: groupId } = await aGroup(store)
    const other = await aGroup(store)
    for (const [owner, key] of [
      [groupId, 'zone'],
      [other.id, 'else'],
      [groupId, 'area'],
    ] as const) {
      await database.groupAttribute.create({ data: { groupId: owner, key, value: ' v ' } })
    }
    const { body } = await ask('GET', `/groups/${groupId}/attributes`)
    expect(body).toEqual({
      attributes: ['zone', 'area'].map((key) => ({
        id: expect.any(Number),
        createdAt: expect.stringMatching(/Z$/),
        updatedAt: expect.stringMatching(/Z$/),
        key,
        value: ' v ',
        includeInIdToken: false,
        includeInAccessToken: false,
        groupId,
      })),
    })
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('GET', `/groups/${id}/attributes`)).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s', async (id) => {
    expect(await refusal('GET', `/groups/${id}/attributes`)).toEqual([404, 'NOT_FOUND'])
  })
})
