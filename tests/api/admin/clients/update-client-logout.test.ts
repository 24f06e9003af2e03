import { describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { aClient, aPublicClient } from '#tests/support/people.ts'
import { brokenBodies, malformedIds, unknownIds } from '../fixture.ts'
import { fixture } from './fixture.ts'

const { app, store, ask, refusal, manager, granular, promote, entriesOf } = await fixture()

const pathOf = ({ id }: { readonly id: number }) => `/clients/${id}/logout`
const save = (client: { readonly id: number }, backchannelLogoutUri: string) =>
  ask<object>('PUT', pathOf(client), { backchannelLogoutUri })
const stored = async ({ id }: { readonly id: number }) =>
  (await store.clients.findById(id))?.backchannelLogoutUri

describe('200', () => {
  test('saves the address, trimmed, and records it; the same one is no event', async () => {
    const client = await aClient(store)
    const backchannelLogoutUri = 'https://app.example/out?a=b'
    const written = await entriesOf(async () => {
      const { status, body } = await save(client, ` ${backchannelLogoutUri} `)
      expect([status, body]).toEqual([200, { backchannelLogoutUri }])
      await save(client, backchannelLogoutUri)
    })
    const loggedInUser = manager.client.clientIdentifier
    expect(written).toEqual([
      {
        event: 'updated_client_logout',
        details: { clientId: client.id, backchannelLogoutUri, loggedInUser },
      },
    ])
  })

  test('http for a confidential client, and on the machine for a public one', async () => {
    expect((await save(await aClient(store), 'http://app.internal:8080/out')).status).toBe(200)
    const open = await aPublicClient(store)
    expect((await save(open, 'http://localhost:8080/out')).status).toBe(200)
  })

  test('an empty one drops what waits for the client', async () => {
    const [client, other] = [await aClient(store), await aClient(store)]
    await save(client, 'https://app.example/out')
    const now = app.clock.now()
    const told = [client, other].map(({ id: clientId }) => ({
      ...{ clientId, subject: 'somebody', sessionIdentifier: 'ended' },
    }))
    await store.logoutNotifications.add(told, now, now)
    await ask('PUT', pathOf(client), {})
    expect(await stored(client)).toBe('')
    expect(await store.logoutNotifications.countOf(client.id)).toBe(0)
    expect(await store.logoutNotifications.countOf(other.id)).toBe(1)
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

  test.each([
    ...['app.example', '/out', 'ftp://app.example', 'https://u:p@app.example', 'javascript:1'],
    ...['https://app.example/#x', 'https://', `https://app.example/${'x'.repeat(2048)}`],
  ])('the address %j', async (backchannelLogoutUri) => {
    const client = await aClient(store)
    const refused = [400, 'validator.protocol.logout_uri']
    expect(await refusal('PUT', pathOf(client), { backchannelLogoutUri })).toEqual(refused)
    expect(await stored(client)).toBe('')
  })

  test('http elsewhere, for a public client', async () => {
    const sent = { backchannelLogoutUri: 'http://app.example/out' }
    const refused = [400, 'validator.protocol.logout_uri']
    expect(await refusal('PUT', pathOf(await aPublicClient(store)), sent)).toEqual(refused)
  })
})

describe('403', () => {
  test('a granular token, for an administrator client', async () => {
    const client = await aClient(store)
    await promote(client)
    const sent = { backchannelLogoutUri: 'https://app.example/out' }
    const refused = call(granular, 'PUT', pathOf(client), sent)
    expect(await outcome(refused)).toEqual([403, 'MANAGE_SCOPE_REQUIRED'])
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s', async (id) => {
    expect(await refusal('PUT', pathOf({ id } as never), {})).toEqual([404, 'NOT_FOUND'])
  })
})
