import { describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { aClient, aPublicClient, aResource } from '#tests/support/people.ts'
import { brokenBodies, malformedIds, unknownIds } from '../fixture.ts'
import { theOneOfFifty } from '../one-save.ts'
import { fixture } from './fixture.ts'

const { app, store, ask, refusal, manager, granular, promote, entriesOf } = await fixture()
const one = await aResource(store, 'one', ['read'])
const two = await aResource(store, 'two', ['read'])
const own = (await store.resources.findByIdentifier('authserver'))?.id ?? 0

const pathOf = ({ id }: { readonly id: number }) => `/clients/${id}/introspection`
const linked = ({ id }: { readonly id: number }) => store.introspectionLinks.listOf(id)

describe('200', () => {
  test('saves the list, repeats collapsed, and records it', async () => {
    const client = await aClient(store)
    const written = await entriesOf(async () => {
      const sent = { resourceIds: [two.id, one.id, two.id], expectedResourceIds: [] }
      const { status, body } = await ask<object>('PUT', pathOf(client), sent)
      expect([status, body]).toEqual([200, { resourceIds: [one.id, two.id] }])
    })
    expect(await linked(client)).toEqual([one.id, two.id])
    expect(written).toEqual([
      {
        event: 'updated_client_introspection',
        details: {
          clientId: client.id,
          resourceIds: [one.id, two.id],
          loggedInUser: manager.client.clientIdentifier,
        },
      },
    ])
  })

  test('the same list is no event, and an absent one empties it', async () => {
    const client = await aClient(store)
    await ask('PUT', pathOf(client), { resourceIds: [one.id] })
    const same = () => ask('PUT', pathOf(client), { resourceIds: [one.id] })
    expect(await entriesOf(same)).toEqual([])
    await ask('PUT', pathOf(client), {})
    expect(await linked(client)).toEqual([])
  })

  test('the scope of the domain links other resources, and leaves this server’s own as it is', async () => {
    const client = await aClient(store)
    const save = (...resourceIds: number[]) =>
      call(granular, 'PUT', pathOf(client), { resourceIds })
    expect((await save(one.id)).status).toBe(200)
    await store.introspectionLinks.add(client.id, [own], app.clock.now())
    expect((await save(own, two.id)).status).toBe(200)
    expect((await save(two.id)).status).toBe(200)
    expect(await linked(client)).toEqual([two.id])
  })

  test('a public client is written back', async () => {
    const client = await aPublicClient(store)
    expect((await ask('PUT', pathOf(client), { resourceIds: [] })).status).toBe(200)
  })

  test('of many saves that know the same list one wins', async () => {
    const client = await aClient(store)
    await theOneOfFifty((i) =>
      outcome(
        call(manager, 'PUT', pathOf(client), {
          resourceIds: [i % 2 === 0 ? one.id : two.id],
          expectedResourceIds: [],
        }),
      ),
    )
    expect(await linked(client)).toHaveLength(1)
  })
})

describe('400', () => {
  test.each(brokenBodies)('the body %j', async (sent) => {
    const path = pathOf(await aClient(store))
    expect(await refusal('PUT', path, sent)).toEqual([400, 'INVALID_REQUEST_BODY'])
  })

  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('PUT', pathOf({ id } as never), {})).toEqual([400, 'VALIDATION_ERROR'])
  })

  test('a resource that does not exist, too many, and any for a public client', async () => {
    const refused = [400, 'VALIDATION_ERROR']
    const client = await aClient(store)
    for (const resourceIds of [[one.id, 999_999], [0], [-1], Array(1_001).fill(one.id)]) {
      expect(await refusal('PUT', pathOf(client), { resourceIds })).toEqual(refused)
    }
    const open = await aPublicClient(store)
    expect(await refusal('PUT', pathOf(open), { resourceIds: [one.id] })).toEqual(refused)
  })
})

describe('403', () => {
  test('a granular token, for this server’s own resource', async () => {
    const client = await aClient(store)
    const refused = call(granular, 'PUT', pathOf(client), { resourceIds: [one.id, own] })
    expect(await outcome(refused)).toEqual([403, 'MANAGE_SCOPE_REQUIRED'])
    expect(await linked(client)).toEqual([])
    expect((await ask('PUT', pathOf(client), { resourceIds: [own] })).status).toBe(200)
  })

  test('a granular token, for an administrator client', async () => {
    const client = await aClient(store)
    await promote(client)
    const refused = call(granular, 'PUT', pathOf(client), { resourceIds: [one.id] })
    expect(await outcome(refused)).toEqual([403, 'MANAGE_SCOPE_REQUIRED'])
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s', async (id) => {
    expect(await refusal('PUT', pathOf({ id } as never), {})).toEqual([404, 'NOT_FOUND'])
  })
})

describe('409', () => {
  test('another list than the one last read', async () => {
    const client = await aClient(store)
    const sent = { resourceIds: [one.id], expectedResourceIds: [two.id] }
    expect(await refusal('PUT', pathOf(client), sent)).toEqual([409, 'CONCURRENT_UPDATE'])
    expect(await linked(client)).toEqual([])
  })
})
