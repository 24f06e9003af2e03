import { describe, expect, test } from 'vitest'
import { call } from '#tests/support/api.ts'
import { aClient } from '#tests/support/people.ts'
import { malformedIds, unknownIds } from '../fixture.ts'
import { fixture } from './fixture.ts'

const { store, ask, refusal, granular, console } = await fixture()

describe('200', () => {
  test('answers the client with its lists in the order of their rows', async () => {
    const client = await aClient(store, {
      redirectUris: ['https://z.example/cb', 'https://a.example/cb'],
      webOrigins: ['https://z.example', 'https://a.example'],
    })
    const { status, body } = await ask('GET', `/clients/${client.id}`)
    expect(status).toBe(200)
    expect(body.client).toMatchObject({ id: client.id, clientIdentifier: client.clientIdentifier })
    expect(body.client.redirectURIs).toEqual(
      client.redirectUris.map((row) => ({
        id: row.id,
        createdAt: row.createdAt.toISOString(),
        uri: row.uri,
        clientId: client.id,
      })),
    )
    expect(body.client.webOrigins?.map((row) => row.origin)).toEqual([
      'https://z.example',
      'https://a.example',
    ])
  })

  test('never carries the secret', async () => {
    const client = await aClient(store)
    const { body } = await ask('GET', `/clients/${client.id}`)
    expect(Object.keys(body.client).filter((key) => /secret/i.test(key))).toEqual([])
    expect(JSON.stringify(body)).not.toContain(client.secret)
  })

  test('shows administrators to granular scopes', async () => {
    const { id } = await console()
    const { status, body } = await call<{ client: object }>(granular, 'GET', `/clients/${id}`)
    expect(status).toBe(200)
    expect(body.client).toMatchObject({
      isSystemLevelClient: true,
      administrativeScopesAllowed: true,
    })
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('GET', `/clients/${id}`)).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s', async (id) => {
    expect(await refusal('GET', `/clients/${id}`)).toEqual([404, 'NOT_FOUND'])
  })
})
