import { describe, expect, test } from 'vitest'
import { aResource } from '#tests/support/people.ts'
import { fixture, malformedIds, unknownIds } from '../fixture.ts'

const { ask, refusal, store } = await fixture()

describe('200', () => {
  test('the permissions of the resource alone, by id, with the resource', async () => {
    const { id, permissions } = await aResource(store, 'shop', ['sell', 'buy'])
    const { status, body } = await ask('GET', `/resources/${id}/permissions`)
    expect(status).toBe(200)
    const resource = {
      id,
      resourceIdentifier: 'shop',
      description: 'The resource shop',
      isSystemLevelResource: false,
    }
    expect(body).toEqual({
      permissions: permissions
        .toSorted((a, b) => a.id - b.id)
        .map((one) => ({
          id: one.id,
          permissionIdentifier: one.permissionIdentifier,
          description: one.description,
          resourceId: id,
          resource,
        })),
    })
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('GET', `/resources/${id}/permissions`)).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s', async (id) => {
    expect(await refusal('GET', `/resources/${id}/permissions`)).toEqual([404, 'NOT_FOUND'])
  })
})
