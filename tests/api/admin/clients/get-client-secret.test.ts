import { describe, expect, test } from 'vitest'
import { apiClient, call, outcome } from '#tests/support/api.ts'
import { aClient, aPublicClient } from '#tests/support/people.ts'
import { malformedIds, unknownIds } from '../fixture.ts'
import { expectRefusedChange } from '../refused-change.ts'
import { fixture } from './fixture.ts'

const { app, store, ask, refusal, manager, granular, entries, lastEntries, console, promote } =
  await fixture()

describe('200', () => {
  test('discloses the secret and records that it did', async () => {
    const { id, clientIdentifier, secret } = await aClient(store)
    const { status, headers, body } = await ask<object>('GET', `/clients/${id}/secret`)
    expect([status, body]).toEqual([200, { clientSecret: secret }])
    expect(headers.get('cache-control')).toBe('no-store')
    expect(await lastEntries(1)).toEqual([
      {
        event: 'viewed_client_secret',
        details: { clientId: id, clientIdentifier, loggedInUser: manager.client.clientIdentifier },
      },
    ])
    expect(JSON.stringify(await entries())).not.toContain(secret)
  })

  test('a public client has none, and nothing is recorded', async () => {
    const { id } = await aPublicClient(store)
    const before = (await entries()).length
    const { body } = await ask<object>('GET', `/clients/${id}/secret`)
    expect(body).toEqual({ clientSecret: '' })
    expect(await entries()).toHaveLength(before)
  })

  test('the scope of the domain reads that of an ordinary client', async () => {
    const { id, secret } = await aClient(store)
    const { body } = await call<object>(granular, 'GET', `/clients/${id}/secret`)
    expect(body).toEqual({ clientSecret: secret })
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('GET', `/clients/${id}/secret`)).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('403', () => {
  test('reading everything else does not read secrets', async () => {
    const { id } = await aClient(store)
    const reader = await apiClient(app, ['admin-read'])
    expect(await outcome(call(reader, 'GET', `/clients/${id}/secret`))).toEqual([
      403,
      'INSUFFICIENT_SCOPE',
    ])
  })

  test('a granular scope and an administrator client', async () => {
    const client = await aClient(store)
    await promote(client)
    for (const { id } of [client, await console()]) {
      const { body } = await expectRefusedChange(granular, ['GET', `/clients/${id}/secret`], {
        route: '/clients/{id}/secret',
        ceiling: 'target',
        targetKind: 'client',
        targetId: id,
      })
      expect(body).not.toHaveProperty('clientSecret')
    }
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s', async (id) => {
    expect(await refusal('GET', `/clients/${id}/secret`)).toEqual([404, 'NOT_FOUND'])
  })
})
