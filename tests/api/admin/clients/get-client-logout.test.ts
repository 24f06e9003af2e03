import { describe, expect, test } from 'vitest'
import { aClient } from '#tests/support/people.ts'
import { malformedIds, unknownIds } from '../fixture.ts'
import { fixture } from './fixture.ts'

const { store, ask, refusal } = await fixture()

describe('200', () => {
  test('the address; none at first', async () => {
    const client = await aClient(store)
    const read = async () => (await ask<object>('GET', `/clients/${client.id}/logout`)).body
    expect(await read()).toEqual({ backchannelLogoutUri: '' })
    await store.clients.update(client.id, { backchannelLogoutUri: 'https://app.example/out' })
    expect(await read()).toEqual({ backchannelLogoutUri: 'https://app.example/out' })
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('GET', `/clients/${id}/logout`)).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s', async (id) => {
    expect(await refusal('GET', `/clients/${id}/logout`)).toEqual([404, 'NOT_FOUND'])
  })
})
