import { describe, expect, expectTypeOf, it } from 'vitest'
import { ApiError, createClient } from '#lib/api/client.ts'
import { contracts } from '#lib/api/contract/index.ts'
import { apiClient } from '#tests/support/api.ts'
import { aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'

const asked = await server()
const { store } = asked
const manager = await apiClient(asked, ['manage'])
const client = createClient(contracts, {
  baseUrl: 'http://localhost:3000',
  token: () => manager.value,
  fetch: asked.fetch,
  headers: { 'Accept-Language': 'de' },
})

describe('the typed client', () => {
  it('has a function for every operation, under its id', () => {
    expect(Object.keys(client)).toEqual(Object.keys(contracts))
  })

  it('sends a body and path parameters and gives the answer in the types of the contract', async () => {
    const body = { groupIdentifier: 'typed-group', description: 'Made by the client' }
    const { group } = await client.createGroup({ body })
    expectTypeOf(group.memberCount).toBeNumber()
    expect(group).toMatchObject({ ...body, memberCount: 0 })
    expect(await client.getGroup({ params: { id: group.id } })).toEqual({ group })
    expect(await client.deleteGroup({ params: { id: group.id } })).toEqual({ success: true })
  })

  it('sends a query, without what is undefined', async () => {
    await aUser(store, { givenName: 'Grace & Co?' })
    const { users, size } = await client.searchUsers({
      query: { query: 'grace & co?', size: 3, page: undefined },
    })
    expect(size).toBe(3)
    expect(users.map((user) => user.givenName)).toEqual(['Grace & Co?'])
  })

  it('needs nothing for an operation that takes nothing', async () => {
    const { groups } = await client.listGroups()
    expect(groups).toEqual([])
  })

  it('keeps a path parameter in its place', async () => {
    const call = client.getUserSession({ params: { sessionIdentifier: '../users/1' } })
    await expect(call).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })

  it('sends files', async () => {
    const { id } = await aUser(store)
    const call = client.uploadUserProfilePicture({ params: { id }, file: new Blob(['no image']) })
    await expect(call).rejects.toMatchObject({ code: 'validator.image.unsupported_type' })
  })

  it('throws what was refused, in the language asked for', async () => {
    const call = client.createGroup({ body: { groupIdentifier: 'x' } })
    const error = await call.catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 400, code: 'validator.identifier.too_short' })
    expect((error as ApiError).message).toMatch(/Zeichen/)
  })

  it('throws what something else answered', async () => {
    const behindProxy = createClient(contracts, {
      baseUrl: 'http://localhost:3000',
      token: 'any',
      fetch: async () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
    })
    await expect(behindProxy.listGroups()).rejects.toMatchObject({ status: 502, code: '' })
  })
})
