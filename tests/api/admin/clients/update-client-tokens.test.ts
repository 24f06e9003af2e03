import { describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { aClient } from '#tests/support/people.ts'
import { brokenBodies, malformedIds, unknownIds } from '../fixture.ts'
import { fixture } from './fixture.ts'

const { store, ask, refusal, manager, granular, lastEntries, promote } = await fixture()

const pathOf = ({ id }: { readonly id: number }) => `/clients/${id}/tokens`
const valid = {
  tokenExpirationInSeconds: 600,
  refreshTokenOfflineIdleTimeoutInSeconds: 3_600,
  refreshTokenOfflineMaxLifetimeInSeconds: 3_600,
  includeOpenIDConnectClaimsInAccessToken: 'on',
  includeOpenIDConnectClaimsInIdToken: 'off',
}
const most = 160_000_000

describe('200', () => {
  test('saves all five', async () => {
    const client = await aClient(store)
    const { status, body } = await ask('PUT', pathOf(client), valid)
    expect(status).toBe(200)
    expect(body.client).toMatchObject(valid)
    expect(await lastEntries(1)).toEqual([
      {
        event: 'updated_client_tokens',
        details: { clientId: client.id, loggedInUser: manager.client.clientIdentifier },
      },
    ])
  })

  test.each([
    [{ tokenExpirationInSeconds: 0 }],
    [{ tokenExpirationInSeconds: null }],
    [{ tokenExpirationInSeconds: most }],
    [
      {
        refreshTokenOfflineIdleTimeoutInSeconds: 0,
        refreshTokenOfflineMaxLifetimeInSeconds: 0,
      },
    ],
    [{ refreshTokenOfflineMaxLifetimeInSeconds: most }],
    [{ includeOpenIDConnectClaimsInAccessToken: ' default ' }],
    [{ includeOpenIDConnectClaimsInIdToken: ' default ' }],
  ])('%j is taken', async (changes) => {
    const answer = await ask('PUT', pathOf(await aClient(store)), { ...valid, ...changes })
    expect(answer.status).toBe(200)
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('PUT', `/clients/${id}/tokens`, valid)).toEqual([400, 'VALIDATION_ERROR'])
  })

  test.each([
    ...brokenBodies,
    { ...valid, tokenExpirationInSeconds: '600' },
    { ...valid, tokenExpirationInSeconds: 1.5 },
    { ...valid, tokenExpirationInSeconds: 1e40 },
    { ...valid, includeOpenIDConnectClaimsInIdToken: true },
  ])('the body %j', async (body) => {
    expect(await refusal('PUT', pathOf(await aClient(store)), body)).toEqual([
      400,
      'INVALID_REQUEST_BODY',
    ])
  })

  test.each([
    [{ tokenExpirationInSeconds: -1 }],
    [{ tokenExpirationInSeconds: most + 1 }],
    [{ refreshTokenOfflineIdleTimeoutInSeconds: -1 }],
    [{ refreshTokenOfflineIdleTimeoutInSeconds: 3_601 }],
    [{ refreshTokenOfflineMaxLifetimeInSeconds: 0 }],
    [{ refreshTokenOfflineMaxLifetimeInSeconds: most + 1 }],
    [{ refreshTokenOfflineMaxLifetimeInSeconds: 9_007_199_254_740_991 }],
    [{ includeOpenIDConnectClaimsInAccessToken: '' }],
    [{ includeOpenIDConnectClaimsInAccessToken: 'ON' }],
    [{ includeOpenIDConnectClaimsInIdToken: 'true' }],
    [{ includeOpenIDConnectClaimsInIdToken: null }],
  ])('%j', async (changes) => {
    const client = await aClient(store)
    expect(await refusal('PUT', pathOf(client), { ...valid, ...changes })).toEqual([
      400,
      'VALIDATION_ERROR',
    ])
    expect((await store.clients.findById(client.id))?.tokenExpirationInSeconds).toBe(0)
  })
})

describe('403', () => {
  test('a granular scope and an administrator client', async () => {
    const client = await aClient(store)
    await promote(client)
    expect(await outcome(call(granular, 'PUT', pathOf(client), valid))).toEqual([
      403,
      'MANAGE_SCOPE_REQUIRED',
    ])
    expect((await store.clients.findById(client.id))?.tokenExpirationInSeconds).toBe(0)
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s, before the body is read', async (id) => {
    expect(await refusal('PUT', `/clients/${id}/tokens`, 'x')).toEqual([404, 'NOT_FOUND'])
  })
})
