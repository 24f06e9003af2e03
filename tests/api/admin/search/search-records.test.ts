import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { searchRecords } from '#lib/api/contract/admin/search.ts'
import { apiClient, call, outcome } from '#tests/support/api.ts'
import { aClient, aGroup, aResource, aUser } from '#tests/support/people.ts'
import { fixture } from '../fixture.ts'

type Answer = z.output<typeof searchRecords.response>

const { app, granular: ofUsers } = await fixture('manage-users')
const reader = await apiClient(app, ['admin-read'])

const zoe = await aUser(app.store, { givenName: 'Zoë', familyName: 'Müller' })
await aUser(app.store, { givenName: 'Abe', familyName: 'Zoellner' })
await aUser(app.store, { givenName: 'Aurélie', familyName: 'Razoem' })
const shop = await aClient(app.store, { displayName: 'Zoé’s shop', createdViaDcr: true })
const group = await aGroup(app.store, { description: 'Everybody of the zoë project' })
const resource = await aResource(app.store, 'zoe-api', ['read', 'zoe-write'])

const find = async (query: string, by = reader) =>
  (await call<Answer>(by, 'GET', `/search?${new URLSearchParams({ query })}`)).body
const names = (found: Answer) => found.users.map(({ name }) => name)

describe('200', () => {
  test('every kind, without case and accents, the beginning of a name before the rest', async () => {
    const found = await find('ZOE')
    expect(names(found)).toEqual(['Zoë Müller', 'Abe Zoellner', 'Aurélie Razoem'])
    expect(found.clients).toMatchObject([{ id: shop.id, selfRegistered: true }])
    expect(found.groups).toMatchObject([{ id: group.id }])
    expect(found.resources).toMatchObject([{ id: resource.id, resourceIdentifier: 'zoe-api' }])
    expect(found.permissions.map(({ scope }) => scope)).toEqual([
      'zoe-api:read',
      'zoe-api:zoe-write',
    ])
  })

  test('every word in any order', async () => {
    expect(names(await find('mul zoe'))).toEqual(['Zoë Müller'])
    expect(names(await find('mul zoellner'))).toEqual([])
  })

  test('what is called exactly so comes first, also by the user ID', async () => {
    expect(names(await find(zoe.subject))).toEqual(['Zoë Müller'])
    expect((await find('zoe-api:zoe-write')).permissions[0]?.scope).toBe('zoe-api:zoe-write')
  })

  test('only what the caller may read', async () => {
    const found = await find('zoe', ofUsers)
    expect(found.users).toHaveLength(3)
    expect(found.groups).toHaveLength(1)
    expect([found.clients, found.resources, found.permissions]).toEqual([[], [], []])
  })

  test.each(['', '   ', '%', '_', '*', '\\', '\0', 'zoe\0'])('%j finds nothing', async (query) => {
    expect(Object.values(await find(query)).flat()).toEqual([])
  })

  test('at most as many of a kind as asked for', async () => {
    const { body } = await call<Answer>(reader, 'GET', '/search?query=zoe&limit=1')
    expect([body.users, body.permissions].map(({ length }) => length)).toEqual([1, 1])
  })
})

describe('400', () => {
  test('a text that is too long', async () => {
    const query = 'x'.repeat(201)
    expect(await outcome(call(reader, 'GET', `/search?query=${query}`))).toEqual([
      400,
      'VALIDATION_ERROR',
    ])
  })
})
