import { describe, expect, test } from 'vitest'
import { aResource } from '#tests/support/people.ts'
import { fixture } from '../fixture.ts'

const { ask, store } = await fixture()

describe('200', () => {
  test('every resource by identifier; only the built-in one is of the system', async () => {
    await aResource(store, 'zoo', [])
    await aResource(store, 'aquarium', ['feed'])
    const { status, body } = await ask('GET', '/resources')
    expect(status).toBe(200)
    const record = (resourceIdentifier: string, isSystemLevelResource = false) => ({
      id: expect.any(Number),
      resourceIdentifier,
      description: expect.any(String),
      isSystemLevelResource,
    })
    expect(body).toEqual({
      resources: [record('aquarium'), record('authserver', true), record('zoo')],
    })
  })
})
