import { describe, expect, test } from 'vitest'
import { aResource } from '#tests/support/people.ts'
import { fixture, malformedIds, unknownIds } from '../fixture.ts'

const { ask, refusal, store } = await fixture()

describe('200', () => {
  test('the resource', async () => {
    const { id, description } = await aResource(store, 'shop', ['buy'])
    const { status, body } = await ask('GET', `/resources/${id}`)
    expect(status).toBe(200)
    expect(body).toEqual({
      resource: { id, resourceIdentifier: 'shop', description, isSystemLevelResource: false },
    })
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('GET', `/resources/${id}`)).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s', async (id) => {
    expect(await refusal('GET', `/resources/${id}`)).toEqual([404, 'NOT_FOUND'])
  })
})
