import { describe, expect, test } from 'vitest'
import { flushRefusals } from '#lib/domain/audit/refusal-recorder.ts'
import { noteRedirectUriUses } from '#lib/domain/clients/redirect-uri-uses.ts'
import { aStoredGrant } from '#tests/support/granted.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { testStart } from '#tests/support/settings.ts'
import { malformedIds, unknownIds } from '../fixture.ts'
import { fixture } from './fixture.ts'

const { app, store, ask, refusal } = await fixture()

interface Answer {
  readonly connection: {
    readonly [field: string]: unknown
    readonly redirectUriUses: readonly { uri: string; lastUsedAt: string | null }[]
  }
}

const read = async (client: { readonly id: number }) =>
  (await ask<Answer>('GET', `/clients/${client.id}/connection`)).body.connection

describe('200', () => {
  test('a new client has come nowhere yet', async () => {
    const client = await aClient(store, { redirectUris: ['https://app.example/callback'] })
    expect(await read(client)).toMatchObject({
      signInOpenedAt: null,
      codeExchangedAt: null,
      user: null,
      refusal: null,
      redirectUriUses: [{ uri: 'https://app.example/callback', lastUsedAt: null }],
    })
  })

  test('a `since` that cannot be read counts as the usual one', async () => {
    const { id } = await aClient(store)
    const usual = await read({ id })
    for (const since of ['0000-01-01T00:00:00Z', 'yesterday', '']) {
      const { status, body } = await ask<Answer>('GET', `/clients/${id}/connection?since=${since}`)
      expect([status, body.connection]).toEqual([200, usual])
    }
  })

  test('a code that was exchanged names the person', async () => {
    const [user, client] = [
      await aUser(store, { givenName: 'Zoë', familyName: 'Müller' }),
      await aClient(store),
    ]
    await aStoredGrant(store, user, client, { used: false })
    expect(await read(client)).toMatchObject({
      signInOpenedAt: testStart.toISOString(),
      codeExchangedAt: null,
      user: null,
    })
    await aStoredGrant(store, user, client, { createdAt: new Date(testStart.getTime() + 1) })
    expect(await read(client)).toMatchObject({ user: { id: user.id, name: 'Zoë Müller' } })
  })

  test('the cleaner notes the use of registered redirect URIs', async () => {
    const uri = 'https://client.example/callback'
    const [user, client] = [await aUser(store), await aClient(store, { redirectUris: [uri] })]
    await aStoredGrant(store, user, client, { createdAt: app.clock.now() })
    await noteRedirectUriUses(store, new Date(app.clock.now().getTime() + 1_000))
    const { redirectUriUses } = await read(client)
    expect(redirectUriUses).toEqual([{ uri, lastUsedAt: app.clock.now().toISOString() }])
  })

  describe('copies of an application share one sign-in', () => {
    const replays = async (clientId: number, count: number, more: object = {}, ago = 0) => {
      const details = { clientId, secondsSinceRotation: 599, sameNetwork: true, ...more }
      await store.auditLog.insertAll(
        Array.from({ length: count }, () => ({
          auditEvent: 'refresh_token_replay_detected',
          details: JSON.stringify(details),
          requestId: '',
          clientId,
          createdAt: new Date(app.clock.now().getTime() - ago * 1_000),
        })),
      )
    }
    const doShare = async (client: { readonly id: number }) =>
      (await read(client)).copiesShareSignIn

    test('after the fourth replay of a day', async () => {
      const client = await aClient(store)
      await replays(client.id, 3)
      expect(await doShare(client)).toBe(false)
      await replays(client.id, 1, {}, 86_400)
      expect(await doShare(client)).toBe(true)
      expect(await doShare(await aClient(store))).toBe(false)
    })

    test.each([
      ['from another network', { sameNetwork: false }, 0],
      ['from a network that is not known', { sameNetwork: undefined }, 0],
      ['after ten minutes', { secondsSinceRotation: 600 }, 0],
      ['older than a day', {}, 86_401],
    ])('not by replays %s', async (_, more, ago) => {
      const client = await aClient(store)
      await replays(client.id, 4, more, ago)
      expect(await doShare(client)).toBe(false)
    })
  })

  test('a redirect URI that is not registered is the last refusal', async () => {
    const client = await aClient(store, { redirectUris: ['https://app.example/callback'] })
    const query = new URLSearchParams({
      client_id: client.clientIdentifier,
      redirect_uri: 'https://app.example/callback/',
      response_type: 'code',
    })
    await app.fetch(`/auth/authorize?${query}`)
    await flushRefusals(app)
    expect(await read(client)).toMatchObject({
      refusal: {
        at: testStart.toISOString(),
        rule: 'redirect_uri_not_registered',
        requestId: expect.stringMatching(/./),
        received: 'https://app.example/callback/',
        registered: 'https://app.example/callback',
        mayAdd: true,
      },
    })
  })

  test.each([
    'https://app.example.evil.test/callback',
    'https://evil.test/callback',
    'http://app.example/callback',
    'https://app.example:8443/callback',
  ])('the address %s is shown, and never offered for registration', async (redirectUri) => {
    const client = await aClient(store, { redirectUris: ['https://app.example/callback'] })
    const query = new URLSearchParams({
      client_id: client.clientIdentifier,
      redirect_uri: redirectUri,
      response_type: 'code',
    })
    await app.fetch(`/auth/authorize?${query}`)
    await flushRefusals(app)
    expect((await read(client)).refusal).toMatchObject({ received: redirectUri, mayAdd: false })
  })

  test('the discovery document was read', async () => {
    await app.fetch('/.well-known/openid-configuration')
    expect((await read(await aClient(store))).discoveryReadAt).toBe(testStart.toISOString())
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('GET', `/clients/${id}/connection`)).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s', async (id) => {
    expect(await refusal('GET', `/clients/${id}/connection`)).toEqual([404, 'NOT_FOUND'])
  })
})
