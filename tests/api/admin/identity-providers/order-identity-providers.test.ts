import { describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { brokenBodies } from '../fixture.ts'
import { providersFixture } from './fixture.ts'

const { add, ask, refusal, store, granular, entriesOf } = await providersFixture()
const path = '/identity-providers/order'
const first = await add()
const second = await add()
const order = async () => (await store.identityProviders.list()).map(({ id }) => id)

describe('200', () => {
  test('the order of the sign-in page, with an entry for each that moved', async () => {
    const ids = [second.id, first.id]
    const entries = await entriesOf(async () => {
      const sent = { ids, expectedIds: [first.id, second.id] }
      expect((await ask('PUT', path, sent)).status).toBe(200)
    })
    expect(await order()).toEqual(ids)
    expect(entries.map(({ event }) => event)).toEqual([
      'updated_identity_provider',
      'updated_identity_provider',
    ])
  })
})

describe('400', () => {
  test.each(brokenBodies)('the body %s', async (body) => {
    expect(await refusal('PUT', path, body)).toEqual([400, 'INVALID_REQUEST_BODY'])
  })

  test.each([[[]], [[first.id]], [[first.id, first.id]], [[first.id, 999_999]]])(
    'the ids %j',
    async (ids) => {
      expect(await refusal('PUT', path, { ids })).toEqual([400, 'VALIDATION_ERROR'])
    },
  )
})

describe('403', () => {
  test('a granular scope moves nothing', async () => {
    const before = await order()
    const answer = outcome(call(granular, 'PUT', path, { ids: before.toReversed() }))
    expect(await answer).toEqual([403, 'MANAGE_SCOPE_REQUIRED'])
    expect(await order()).toEqual(before)
  })
})

describe('409', () => {
  test('another order than was read', async () => {
    const now = await order()
    const sent = { ids: now, expectedIds: now.toReversed() }
    expect(await refusal('PUT', path, sent)).toEqual([409, 'CONCURRENT_UPDATE'])
  })
})
