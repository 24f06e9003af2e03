import { describe, expect, test } from 'vitest'
import { aClient, aResource, grantToClient } from '#tests/support/people.ts'
import { malformedIds, unknownIds } from '../fixture.ts'
import { type Client, fixture } from './fixture.ts'

const { store, ask, refusal } = await fixture()

interface Answer {
  readonly client: Client
  readonly permissions: Record<string, unknown>[]
}

describe('200', () => {
  test('lists what the client holds by id, each with its resource', async () => {
    const shop = await aResource(store, 'shop', ['read', 'write'])
    const client = await aClient(store, { webOrigins: ['https://x.example'] })
    await grantToClient(store, client, 'shop:write', 'shop:read', 'authserver:admin-read')
    const { status, body } = await ask<Answer>('GET', `/clients/${client.id}/permissions`)
    expect(status).toBe(200)
    const ids = body.permissions.map((one) => Number(one.id))
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    const named = (name: string) =>
      body.permissions.find((one) => one.permissionIdentifier === name)
    expect(['admin-read', 'read', 'write'].map((name) => named(name) !== undefined)).toEqual([
      true,
      true,
      true,
    ])
    expect(ids).toHaveLength(3)
    expect(named('read')).toMatchObject({
      description: 'May read in shop',
      resourceId: shop.id,
      resource: { id: shop.id, resourceIdentifier: 'shop', isSystemLevelResource: false },
    })
    expect(body.client).toMatchObject({
      id: client.id,
      clientIdentifier: client.clientIdentifier,
      redirectURIs: null,
      webOrigins: null,
    })
    expect(JSON.stringify(body)).not.toMatch(/clientSecret|secretEncrypted/i)
  })

  test('an empty list for a client that holds nothing', async () => {
    const { id } = await aClient(store, { isPublic: true })
    expect((await ask<Answer>('GET', `/clients/${id}/permissions`)).body.permissions).toEqual([])
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('GET', `/clients/${id}/permissions`)).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s', async (id) => {
    expect(await refusal('GET', `/clients/${id}/permissions`)).toEqual([404, 'NOT_FOUND'])
  })
})
