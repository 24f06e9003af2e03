import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { aSession, aStoredGrant } from '#tests/support/granted.ts'
import { redeem, refresh, signIn } from '#tests/support/oauth.ts'
import { aClient, aUser, grantToClient } from '#tests/support/people.ts'
import { malformedIds, unknownIds } from '../fixture.ts'
import { fixture } from './fixture.ts'

const { app, store, ask, refusal, manager, granular, lastEntries, console, promote, database } =
  await fixture()

describe('200', () => {
  test('takes everything that belongs to the client with it', async () => {
    const user = await aUser(store)
    const client = await aClient(store, { webOrigins: ['https://gone.example'] })
    const { id: clientId } = client
    const session = await aSession(store, user, [client])
    await aStoredGrant(store, user, client, { sessionIdentifier: session.sessionIdentifier })
    await grantToClient(store, client, 'authserver:manage-account')
    await database.userConsent.create({
      data: { userId: user.id, clientId, scope: 'openid', grantedAt: new Date() },
    })
    await database.clientLogo.create({
      data: { clientId, image: new Uint8Array([1]), contentType: 'image/png', etag: 'e' },
    })
    const { status, body } = await ask<object>('DELETE', `/clients/${clientId}`)
    expect([status, body]).toEqual([200, { success: true }])
    const where = { where: { clientId } }
    expect(
      await Promise.all([
        database.clientRedirectUri.count(where),
        database.clientWebOrigin.count(where),
        database.clientLogo.count(where),
        database.clientPermission.count(where),
        database.userConsent.count(where),
        database.userSessionClient.count(where),
        database.grant.count(where),
        database.code.count(where),
        database.refreshToken.count(where),
      ]),
    ).toEqual(Array(9).fill(0))
    expect(await store.sessions.findByIdentifier(session.sessionIdentifier)).not.toBeNull()
    expect(await store.clients.hasWebOrigin('https://gone.example')).toBe(false)
    expect(await lastEntries(1)).toEqual([
      {
        event: 'deleted_client',
        details: {
          clientId,
          clientIdentifier: client.clientIdentifier,
          loggedInUser: manager.client.clientIdentifier,
        },
      },
    ])
  })

  test('self-registered clients too, by the scope of the domain', async () => {
    const { id } = await aClient(store, { createdViaDcr: true })
    expect((await call(granular, 'DELETE', `/clients/${id}`)).status).toBe(200)
  })

  test('of many that delete one client exactly one does', async () => {
    const { id } = await aClient(store)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => refusal('DELETE', `/clients/${id}`)),
    )
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
    expect(answers.filter(([status]) => status === 404)).toHaveLength(19)
  })

  test('saves that race with it succeed or find nothing', async () => {
    const { id, clientIdentifier } = await aClient(store)
    const path = `/clients/${id}`
    const saves: [string, object][] = [
      ['', { clientIdentifier, enabled: true }],
      ['/authentication', { isPublic: true }],
      ['/oauth2-flows', { authorizationCodeEnabled: true }],
      ['/redirect-uris', { redirectURIs: ['https://a.example/cb'] }],
      ['/web-origins', { webOrigins: ['https://a.example'] }],
      ['/administrative-scopes', { allowed: true }],
      ['/tokens', tokens],
    ]
    const answers = await Promise.all([
      ...saves.map(([part, body]) => refusal('PUT', path + part, body)),
      refusal('DELETE', path),
      ...saves.map(([part, body]) => refusal('PUT', path + part, body)),
    ])
    for (const [status] of answers) expect([200, 404]).toContain(status)
    expect(await store.clients.findById(id)).toBeNull()
  })
})

describe('200, while tokens are issued', () => {
  test('a redemption succeeds before it or finds nothing after it', async () => {
    const user = await aUser(store)
    for (let round = 0; round < 8; round++) {
      const client = await aClient(store)
      const request = { scope: 'openid offline_access' }
      const { body } = await redeem(app, client, await signIn(app, client, user, { request }))
      const signedIn = await signIn(app, client, user)
      const [deleted, ...issued] = await Promise.all([
        delay(round * 3).then(() => refusal('DELETE', `/clients/${client.id}`)),
        refresh(app, client, body.refresh_token ?? ''),
        redeem(app, client, signedIn),
      ])
      expect(deleted).toEqual([200, ''])
      for (const { status } of issued) expect([200, 400, 401]).toContain(status)
      expect(await database.refreshToken.count({ where: { clientId: client.id } })).toBe(0)
    }
  })
})

const tokens = {
  includeOpenIDConnectClaimsInAccessToken: 'on',
  includeOpenIDConnectClaimsInIdToken: 'on',
}

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('DELETE', `/clients/${id}`)).toEqual([400, 'VALIDATION_ERROR'])
  })

  test('the console’s client', async () => {
    const { id } = await console()
    expect(await refusal('DELETE', `/clients/${id}`)).toEqual([400, 'VALIDATION_ERROR'])
    expect(await store.clients.findById(id)).not.toBeNull()
  })
})

describe('403', () => {
  test('a granular scope and an administrator client', async () => {
    const held = await aClient(store)
    await promote(held)
    const allowed = await aClient(store, { administrativeScopesAllowed: true })
    for (const { id } of [held, allowed]) {
      expect(await outcome(call(granular, 'DELETE', `/clients/${id}`))).toEqual([
        403,
        'MANAGE_SCOPE_REQUIRED',
      ])
      expect(await store.clients.findById(id)).not.toBeNull()
    }
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s', async (id) => {
    expect(await refusal('DELETE', `/clients/${id}`)).toEqual([404, 'NOT_FOUND'])
  })
})
