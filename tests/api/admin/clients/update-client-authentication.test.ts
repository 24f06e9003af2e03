import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { clientSecret } from '#lib/base/crypto/random.ts'
import { call, outcome } from '#tests/support/api.ts'
import { aSession, aStoredGrant } from '#tests/support/granted.ts'
import { pkcePair, redeem, refresh, requestToken, signIn } from '#tests/support/oauth.ts'
import { aClient, aPublicClient, aUser } from '#tests/support/people.ts'
import { testStart } from '#tests/support/settings.ts'
import { brokenBodies, malformedIds, unknownIds } from '../fixture.ts'
import { fixture } from './fixture.ts'

const { app, store, database, ask, refusal, manager, granular, ...rest } = await fixture()
const { entries, lastEntries, console, promote } = rest

const pathOf = ({ id }: { readonly id: number }) => `/clients/${id}/authentication`
const actor = manager.client.clientIdentifier

describe('200', () => {
  test('public: no secret, PKCE, no client credentials; codes and refresh tokens revoked', async () => {
    const user = await aUser(store)
    const client = await aClient(store, { pkceRequired: false })
    const session = await aSession(store, user, [client])
    const { sessionIdentifier } = session
    const bound = await aStoredGrant(store, user, client, { sessionIdentifier })
    const pending = await aStoredGrant(store, user, client, { sessionIdentifier, used: false })
    const offline = await aStoredGrant(store, user, client, { offline: true })
    const other = await aStoredGrant(store, user, await aClient(store))
    const { status, body } = await ask('PUT', pathOf(client), { isPublic: true })
    expect(status).toBe(200)
    expect(body.client).toMatchObject({
      isPublic: true,
      pkceRequired: true,
      clientCredentialsEnabled: false,
      authorizationCodeEnabled: true,
    })
    expect((await store.clients.findById(client.id))?.clientSecretEncrypted).toBeNull()
    for (const { code, refreshToken, grant } of [bound, pending, offline]) {
      expect((await store.codes.findByHash(code.codeHash))?.revoked).toBe(true)
      expect((await store.refreshTokens.findByJti(refreshToken.jti))?.revoked).toBe(true)
      expect(await database.grant.findUnique({ where: { id: grant.id } })).toEqual(grant)
    }
    expect((await store.refreshTokens.findByJti(other.refreshToken.jti))?.revoked).toBe(false)
    expect(await store.sessions.findByIdentifier(sessionIdentifier)).not.toBeNull()
    expect(await lastEntries(2)).toMatchObject([
      {
        event: 'updated_client_authentication',
        details: { clientId: client.id, loggedInUser: actor },
      },
      {
        event: 'revoked_client_grants',
        details: {
          clientId: client.id,
          reason: 'client_became_public',
          revokedCodeCount: 3,
          revokedRefreshTokenJtis: [bound, pending, offline].map((one) => one.refreshToken.jti),
        },
      },
    ])
  })

  test('public again revokes nothing', async () => {
    const user = await aUser(store)
    const client = await aPublicClient(store)
    const { refreshToken } = await aStoredGrant(store, user, client)
    expect((await ask('PUT', pathOf(client), { isPublic: true })).status).toBe(200)
    expect((await store.refreshTokens.findByJti(refreshToken.jti))?.revoked).toBe(false)
    expect((await lastEntries(1))[0]?.event).toBe('updated_client_authentication')
  })

  test('confidential: the new secret works, nothing is revoked, the flows stay', async () => {
    const user = await aUser(store)
    const client = await aPublicClient(store, { pkceRequired: true })
    const { refreshToken } = await aStoredGrant(store, user, client)
    const secret = clientSecret()
    const { status, body } = await ask('PUT', pathOf(client), {
      isPublic: false,
      clientSecret: secret,
    })
    expect(status).toBe(200)
    expect(body.client).toMatchObject({
      isPublic: false,
      pkceRequired: true,
      clientCredentialsEnabled: false,
    })
    expect(JSON.stringify(body)).not.toContain(secret)
    expect((await store.refreshTokens.findByJti(refreshToken.jti))?.revoked).toBe(false)
    const read = await ask<object>('GET', `/clients/${client.id}/secret`)
    expect(read.body).toEqual({ clientSecret: secret })
    expect(JSON.stringify(await entries())).not.toContain(secret)
  })

  test('another secret makes the old one useless at once', async () => {
    const client = await aClient(store)
    const secret = 'A-b_c.'.repeat(42).padEnd(255, '9')
    expect((await ask('PUT', pathOf(client), { clientSecret: secret })).status).toBe(200)
    const token = (presented: string) =>
      requestToken(app, { ...client, secret: presented }, { grant_type: 'client_credentials' })
    expect((await token(client.secret)).body.error).toBe('invalid_client')
    expect((await token(secret)).body.error).not.toBe('invalid_client')
  })

  test('the secret that it has, short as an operator gave it, may be written back', async () => {
    const secret = 'short-19'
    const client = await aClient(store, { secret })
    expect((await call(granular, 'PUT', pathOf(client), { clientSecret: secret })).status).toBe(200)
    expect(await refusal('PUT', pathOf(client), { clientSecret: 'short-20' })).toEqual([
      400,
      'VALIDATION_ERROR',
    ])
  })

  test('a secret sent for a public client is not read', async () => {
    const client = await aClient(store)
    const body = { isPublic: true, clientSecret: 'x' }
    expect((await ask('PUT', pathOf(client), body)).status).toBe(200)
  })

  test('the scope of the domain is enough for an ordinary client', async () => {
    const client = await aClient(store)
    expect((await call(granular, 'PUT', pathOf(client), { isPublic: true })).status).toBe(200)
  })

  test('of many that make a client public one revokes', async () => {
    const client = await aClient(store)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => refusal('PUT', pathOf(client), { isPublic: true })),
    )
    expect(answers.filter(([status]) => status === 200)).toHaveLength(20)
    const revocations = (await entries()).filter(
      ({ event, details }) => event === 'revoked_client_grants' && details.clientId === client.id,
    )
    expect(revocations).toHaveLength(1)
  })
})

describe('a redemption that races with the switch to public', () => {
  const rounds = 6

  /** Whether a token from a race still works; none may. */
  async function isLive(client: Parameters<typeof refresh>[1], token: string | undefined) {
    if (token === undefined) return false
    const { body } = await refresh(app, { ...client, secret: '' }, token)
    return body.refresh_token !== undefined
  }

  test('of a code leaves no live refresh token', async () => {
    const user = await aUser(store)
    for (let round = 0; round < rounds; round++) {
      const client = await aClient(store)
      const scope = round % 2 ? 'openid' : 'openid offline_access'
      const signedIn = await signIn(app, client, user, { request: { scope } })
      const [redeemed, switched] = await Promise.all([
        redeem(app, client, signedIn),
        ask('PUT', pathOf(client), { isPublic: true }),
      ])
      expect(switched.status).toBe(200)
      expect([200, 400, 401]).toContain(redeemed.status)
      expect(await isLive(client, redeemed.body.refresh_token)).toBe(false)
      expect(
        await redeem(app, { ...client, secret: '' }, signedIn).then((answer) => answer.status),
      ).toBe(400)
    }
  })

  test('of a refresh token leaves none either', async () => {
    const user = await aUser(store)
    for (let round = 0; round < rounds; round++) {
      const client = await aClient(store)
      const request = { scope: 'openid offline_access' }
      const first = await redeem(app, client, await signIn(app, client, user, { request }))
      const token = first.body.refresh_token ?? ''
      const [rotated, switched] = await Promise.all([
        refresh(app, client, token),
        ask('PUT', pathOf(client), { isPublic: true }),
      ])
      expect(switched.status).toBe(200)
      expect([200, 400, 401]).toContain(rotated.status)
      expect(await isLive(client, rotated.body.refresh_token)).toBe(false)
      expect(await isLive(client, token)).toBe(false)
    }
  })

  test('a token whose successor is stored while the revocation waits takes it along', async () => {
    const user = await aUser(store)
    const client = await aClient(store)
    const { code, refreshToken } = await aStoredGrant(store, user, client, { used: false })
    const { id, ...row } = refreshToken
    const successor = (jti: string) => ({ ...row, jti, previousJti: row.jti })
    const held = Promise.withResolvers<void>()
    const issuing = store.adminTransaction(async (tx) => {
      await tx.codes.spend(code.id, testStart)
      await tx.refreshTokens.rotate(id, testStart, '')
      held.resolve()
      await delay(300)
      await tx.refreshTokens.insert(successor('of-the-code'))
      await tx.refreshTokens.insert(successor('of-the-token'))
    })
    await held.promise
    const [switched] = await Promise.all([ask('PUT', pathOf(client), { isPublic: true }), issuing])
    expect(switched.status).toBe(200)
    for (const jti of ['of-the-code', 'of-the-token']) {
      expect((await store.refreshTokens.findByJti(jti))?.revoked).toBe(true)
    }
  })

  test('a code bound to no challenge is of no use to anybody', async () => {
    const client = await aClient(store, { pkceRequired: false })
    const user = await aUser(store)
    const request = { code_challenge: undefined, code_challenge_method: undefined }
    const { code } = await signIn(app, client, user, { request })
    await ask('PUT', pathOf(client), { isPublic: true })
    const { verifier } = pkcePair()
    const answer = await redeem(app, { ...client, secret: '' }, { code, verifier })
    expect(answer.body.error).toMatch(/^invalid_/)
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('PUT', `/clients/${id}/authentication`, {})).toEqual([
      400,
      'VALIDATION_ERROR',
    ])
  })

  test.each([...brokenBodies, { isPublic: 'true' }, { isPublic: 1 }, { clientSecret: 7 }])(
    'the body %j',
    async (body) => {
      // An object without fields is a valid body: it requests a confidential client without a secret.
      expect(await refusal('PUT', pathOf(await aClient(store)), body)).toEqual([
        400,
        'INVALID_REQUEST_BODY',
      ])
    },
  )

  test.each([
    [undefined],
    [null],
    [''],
    ['a'.repeat(59)],
    ['a'.repeat(256)],
    [`${'a'.repeat(60)}+`],
    [`${'a'.repeat(60)} `],
    [`${'a'.repeat(60)}\n`],
    ['ä'.repeat(60)],
  ])('the secret %j', async (secret) => {
    const client = await aClient(store)
    expect(await refusal('PUT', pathOf(client), { clientSecret: secret })).toEqual([
      400,
      'VALIDATION_ERROR',
    ])
    const read = await ask<object>('GET', `/clients/${client.id}/secret`)
    expect(read.body).toEqual({ clientSecret: client.secret })
  })

  test('making the console’s client public', async () => {
    const client = await console()
    expect(await refusal('PUT', pathOf(client), { isPublic: true })).toEqual([
      400,
      'VALIDATION_ERROR',
    ])
  })
})

const guessed = 'short-19'

describe('403', () => {
  test('a granular scope and an administrator client, after every fault of the body', async () => {
    const client = await aClient(store, { secret: guessed })
    await promote(client)
    const as = (body: object) => outcome(call(granular, 'PUT', pathOf(client), body))
    expect(await as({ clientSecret: 'short' })).toEqual([400, 'VALIDATION_ERROR'])
    expect(await as({ clientSecret: guessed })).toEqual([400, 'VALIDATION_ERROR'])
    expect(await as({ isPublic: true })).toEqual([403, 'MANAGE_SCOPE_REQUIRED'])
    expect(await as({ clientSecret: clientSecret() })).toEqual([403, 'MANAGE_SCOPE_REQUIRED'])
    expect((await store.clients.findById(client.id))?.isPublic).toBe(false)
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s, before the body is read', async (id) => {
    expect(await refusal('PUT', `/clients/${id}/authentication`, 'x')).toEqual([404, 'NOT_FOUND'])
  })
})
