import { describe, expect, test } from 'vitest'
import { aResource } from '#tests/support/people.ts'
import { fixture, malformedIds, unknownIds } from '../fixture.ts'

const { app, store, ask, refusal } = await fixture('manage-settings')

describe('200', () => {
  test('the addresses in the order of the save; none at first', async () => {
    const { id } = await aResource(store, 'named', [])
    const read = async () => (await ask<object>('GET', `/resources/${id}/indicators`)).body
    expect(await read()).toEqual({ indicators: [] })
    const [one, two] = ['https://b.example/', 'https://a.example/']
    await store.resourceIndicators.replace(
      id,
      [one, two].map((uri = '') => ({ uri, uriKey: uri })),
      app.clock.now(),
    )
    expect(await read()).toEqual({ indicators: [one, two] })
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('GET', `/resources/${id}/indicators`)).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s', async (id) => {
    expect(await refusal('GET', `/resources/${id}/indicators`)).toEqual([404, 'NOT_FOUND'])
  })
})
