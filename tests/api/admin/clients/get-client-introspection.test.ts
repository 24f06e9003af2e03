import { describe, expect, test } from 'vitest'
import { aClient, aResource } from '#tests/support/people.ts'
import { malformedIds, unknownIds } from '../fixture.ts'
import { fixture } from './fixture.ts'

const { app, store, ask, refusal } = await fixture()

describe('200', () => {
  test('the resources whose tokens it may introspect; none at first, nor when they are deleted', async () => {
    const client = await aClient(store)
    const read = async () =>
      (await ask<{ resourceIds: number[] }>('GET', `/clients/${client.id}/introspection`)).body
    expect(await read()).toEqual({ resourceIds: [] })
    const one = await aResource(store, 'one', [])
    const two = await aResource(store, 'two', [])
    await store.introspectionLinks.add(client.id, [two.id, one.id], app.clock.now())
    expect(await read()).toEqual({ resourceIds: [one.id, two.id] })
    await store.resources.remove(one.id)
    expect(await read()).toEqual({ resourceIds: [two.id] })
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('GET', `/clients/${id}/introspection`)).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s', async (id) => {
    expect(await refusal('GET', `/clients/${id}/introspection`)).toEqual([404, 'NOT_FOUND'])
  })
})
