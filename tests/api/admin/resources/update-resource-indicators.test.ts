import { describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { aResource } from '#tests/support/people.ts'
import { brokenBodies, fixture, malformedIds, unknownIds } from '../fixture.ts'
import { theOneOfFifty } from '../one-save.ts'

const { app, store, ask, refusal, manager, granular, entriesOf } = await fixture('manage-settings')

let next = 0
const another = () => aResource(store, `api-${++next}`, [])
const pathOf = ({ id }: { readonly id: number }) => `/resources/${id}/indicators`
const stored = ({ id }: { readonly id: number }) => store.resourceIndicators.listOf(id)
const address = () => `https://api-${++next}.example/mcp`

describe('200', () => {
  test('saves the addresses in their order, and records what changed', async () => {
    const resource = await another()
    const [one, two, three] = [address(), address(), address()]
    const save = (...indicators: string[]) =>
      entriesOf(async () => {
        const { status, body } = await ask<object>('PUT', pathOf(resource), { indicators })
        expect([status, body]).toEqual([200, { indicators }])
      })
    const details = { resourceId: resource.id, loggedInUser: manager.client.clientIdentifier }
    const event = 'updated_resource_indicators'
    expect(await save(one, two)).toEqual([
      { event, details: { ...details, added: [one, two], removed: [] } },
    ])
    expect(await save(one, two)).toEqual([])
    expect(await save(two, three)).toEqual([
      { event, details: { ...details, added: [three], removed: [one] } },
    ])
    expect(await save(three, two)).toHaveLength(1)
    expect(await stored(resource)).toEqual([three, two])
    await ask('PUT', pathOf(resource), {})
    expect(await stored(resource)).toEqual([])
  })

  test('as written, whatever form they are compared in', async () => {
    const resource = await another()
    const indicators = ['https://MIXED.example:443']
    const sent = await ask<object>('PUT', pathOf(resource), { indicators: [` ${indicators[0]} `] })
    expect(sent.body).toEqual({ indicators })
  })

  test('of many saves that know the same list one wins', async () => {
    const resource = await another()
    const uris = Array.from({ length: 50 }, address)
    await theOneOfFifty((i) =>
      outcome(
        call(manager, 'PUT', pathOf(resource), {
          indicators: [uris[i]],
          expectedIndicators: [],
        }),
      ),
    )
    expect(await stored(resource)).toHaveLength(1)
  })

  test('of two saves of one address for two resources one wins', async () => {
    const both = [await another(), await another()]
    const uri = address()
    const saved = await Promise.all(
      both.map((resource) => call(manager, 'PUT', pathOf(resource), { indicators: [uri] })),
    )
    expect(saved.map(({ status }) => status).sort()[0]).toBe(200)
    expect((await Promise.all(both.map(stored))).flat()).toEqual([uri])
  })

  test('a granular token suffices, and a deleted resource leaves its addresses free', async () => {
    const [one, two] = [await another(), await another()]
    const indicators = [address()]
    expect((await call(granular, 'PUT', pathOf(one), { indicators })).status).toBe(200)
    await store.resources.remove(one.id)
    expect((await call(granular, 'PUT', pathOf(two), { indicators })).status).toBe(200)
  })
})

describe('400', () => {
  test.each(brokenBodies)('the body %j', async (sent) => {
    const path = pathOf(await another())
    expect(await refusal('PUT', path, sent)).toEqual([400, 'INVALID_REQUEST_BODY'])
  })

  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('PUT', pathOf({ id } as never), {})).toEqual([400, 'VALIDATION_ERROR'])
  })

  test.each(['inventory', 'https://a.example/#x', 'https://a.example/?x', 'https://u@a.example'])(
    'the address %j',
    async (uri) => {
      const resource = await another()
      const sent = { indicators: [address(), uri] }
      const refused = [400, 'validator.protocol.indicator']
      expect(await refusal('PUT', pathOf(resource), sent)).toEqual(refused)
      expect(await stored(resource)).toEqual([])
    },
  )

  test('one twice, of another resource, of this server, too many, and any for the built-in one', async () => {
    const refused = [400, 'VALIDATION_ERROR']
    const [resource, other] = [await another(), await another()]
    const taken = address()
    await ask('PUT', pathOf(other), { indicators: [taken] })
    const own = app.config.baseUrl
    for (const indicators of [
      ['https://twice.example', 'https://TWICE.example/'],
      [taken.replace('https://', 'HTTPS://')],
      [own],
      [`${own}/`],
      Array.from({ length: 11 }, address),
    ]) {
      expect(await refusal('PUT', pathOf(resource), { indicators })).toEqual(refused)
    }
    const builtIn = await store.resources.findByIdentifier('authserver')
    const path = pathOf({ id: builtIn?.id ?? 0 })
    expect(await refusal('PUT', path, { indicators: [address()] })).toEqual(refused)
    expect((await ask('PUT', path, { indicators: [] })).status).toBe(200)
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s', async (id) => {
    expect(await refusal('PUT', pathOf({ id } as never), {})).toEqual([404, 'NOT_FOUND'])
  })
})

describe('409', () => {
  test('other addresses than those last read', async () => {
    const resource = await another()
    const sent = { indicators: [address()], expectedIndicators: [address()] }
    expect(await refusal('PUT', pathOf(resource), sent)).toEqual([409, 'CONCURRENT_UPDATE'])
    expect(await stored(resource)).toEqual([])
  })
})
