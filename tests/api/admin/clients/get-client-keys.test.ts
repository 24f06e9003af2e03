import { describe, expect, test } from 'vitest'
import { aClientWithKeys, aKey } from '#tests/protocol/modern/assertions.ts'
import { aClient, aPublicClient } from '#tests/support/people.ts'
import { malformedIds, unknownIds } from '../fixture.ts'
import { fixture } from './fixture.ts'

const { store, ask, refusal } = await fixture()

const pathOf = (id: number | string) => `/clients/${id}/keys`
const none = { tokenEndpointAuthMethod: 'client_secret', jwks: null, jwksUri: '' }

describe('200', () => {
  test('no keys at first', async () => {
    for (const { id } of [await aClient(store), await aPublicClient(store)]) {
      expect((await ask<object>('GET', pathOf(id))).body).toEqual(none)
    }
  })

  test('the keys as they were saved', async () => {
    const key = await aKey('ES256', 'one')
    const { id } = await aClientWithKeys(store, [key])
    expect((await ask<object>('GET', pathOf(id))).body).toEqual({
      tokenEndpointAuthMethod: 'private_key_jwt',
      jwks: { keys: [key.jwk] },
      jwksUri: '',
    })
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('GET', pathOf(id))).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s', async (id) => {
    expect(await refusal('GET', pathOf(id))).toEqual([404, 'NOT_FOUND'])
  })
})
