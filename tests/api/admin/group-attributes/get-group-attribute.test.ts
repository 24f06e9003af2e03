import { describe, expect, test } from 'vitest'
import { aGroup } from '#tests/support/people.ts'
import { fixture, malformedIds, unknownIds } from '../fixture.ts'

const { ask, refusal, store, database } = await fixture()

describe('200', () => {
  test('the attribute', async () => {
    const { id: groupId } = await aGroup(store)
    const { id } = await database.groupAttribute.create({ data: { groupId, key: 'k', value: '' } })
    const { status, body } = await ask('GET', `/group-attributes/${id}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ attribute: { id, key: 'k', value: '', groupId } })
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('GET', `/group-attributes/${id}`)).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s', async (id) => {
    expect(await refusal('GET', `/group-attributes/${id}`)).toEqual([404, 'NOT_FOUND'])
  })
})
