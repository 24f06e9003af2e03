import { describe, expect, test } from 'vitest'
import { aUser } from '#tests/support/people.ts'
import { fixture, malformedIds, unknownIds } from '../fixture.ts'

const { ask, refusal, store } = await fixture()

describe('200', () => {
  test('one attribute', async () => {
    const { id: userId } = await aUser(store)
    const { id } = await store.userAttributes.insert({ userId, key: 'badge', value: ' 7 ' })
    const { body } = await ask<object>('GET', `/user-attributes/${id}`)
    expect(body).toMatchObject({ attribute: { id, userId, key: 'badge', value: ' 7 ' } })
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('GET', `/user-attributes/${id}`)).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s', async (id) => {
    expect(await refusal('GET', `/user-attributes/${id}`)).toEqual([404, 'NOT_FOUND'])
  })
})
