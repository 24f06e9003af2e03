import { beforeAll, describe, expect, test } from 'vitest'
import { sha256Base64url } from '#lib/base/crypto/hash.ts'
import { redeem, refresh } from '#tests/support/oauth.ts'
import {
  aClient,
  aPublicClient,
  aUser,
  grantToUser,
  type TestClient,
  type TestUser,
} from '#tests/support/people.ts'
import { server, type TestServer } from '#tests/support/server.ts'
import { aCode, audited, tokensOf, userinfoStatus } from './world.ts'

describe('grant authorization_code', () => {
  let app: TestServer
  let client: TestClient
  let user: TestUser

  beforeAll(async () => {
    app = await server()
    client = await aClient(app.store)
    user = await aUser(app.store)
  })

  type Changes = Parameters<typeof redeem>[3]

  async function refusal(
    issued: { code: string; verifier: string },
    changes: Changes = {},
    by: TestClient = client,
  ) {
    const { status, headers, body } = await redeem(app, by, issued, changes)
    expect(headers.get('cache-control')).toBe('no-store')
    return [status, body.error, body.error_description]
  }

  const codeIsInvalid = [400, 'invalid_grant', 'Code is invalid.']

  test('a code gives access, ID and refresh token', async () => {
    const { status, body } = await redeem(app, client, await aCode(app, client, user))
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual([
      'access_token',
      'token_type',
      'expires_in',
      'id_token',
      'refresh_token',
      'refresh_expires_in',
      'scope',
    ])
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 300, scope: 'openid' })
    const [entry] = (await audited(app, 'token_issued_authorization_code_response')).slice(-1)
    expect(entry).toEqual({ codeId: expect.any(Number), clientId: client.id, userId: user.id })
  })

  test('without openid there is no ID token', async () => {
    const body = await tokensOf(app, client, user, { scope: 'profile' })
    expect(body.id_token).toBeUndefined()
    expect(body.scope).toBe('profile')
  })

  test('a sent scope is ignored, even a malformed one', async () => {
    const issued = await aCode(app, client, user, { scope: 'openid email' })
    const { status, body } = await redeem(app, client, issued, { scope: ' :: ' })
    expect([status, body.scope]).toEqual([200, 'openid email'])
  })

  test('refused when the flow is off for the client', async () => {
    const off = await aClient(app.store, { authorizationCodeEnabled: false })
    expect(await refusal(await aCode(app, off, user), {}, off)).toEqual([
      400,
      'unauthorized_client',
      'The client associated with the provided client_id does not support authorization code flow.',
    ])
  })

  test.each(['code', 'redirect_uri'])('refused without %s', async (name) => {
    const [status, error] = await refusal(await aCode(app, client, user), { [name]: undefined })
    expect([status, error]).toEqual([400, 'invalid_request'])
  })

  test('an unknown code is invalid', async () => {
    expect(await refusal({ code: 'unknown', verifier: '' })).toEqual(codeIsInvalid)
  })

  test.each([
    ['another path', 'https://client.example/other'],
    ['a trailing slash', 'https://client.example/callback/'],
    ['another case', 'https://CLIENT.example/callback'],
  ])('redirect_uri must be the same, byte for byte: %s', async (_, redirect_uri) => {
    expect(await refusal(await aCode(app, client, user), { redirect_uri })).toEqual([
      400,
      'invalid_grant',
      'Invalid redirect_uri.',
    ])
  })

  test('a code of another client is refused and stays usable', async () => {
    const issued = await aCode(app, client, user)
    const other = await aClient(app.store)
    expect(await refusal(issued, {}, other)).toEqual([
      400,
      'invalid_grant',
      'The client_id provided does not match the client_id from code.',
    ])
    expect((await redeem(app, client, issued)).status).toBe(200)
  })

  test('the code of a disabled user is invalid, and audited', async () => {
    const disabled = await aUser(app.store, { enabled: false })
    expect(await refusal(await aCode(app, client, disabled))).toEqual(codeIsInvalid)
    expect(await audited(app, 'user_disabled')).toContainEqual({
      userId: disabled.id,
      clientId: client.id,
    })
  })

  test('a code issued before the credentials changed is invalid', async () => {
    const changed = await aUser(app.store)
    const issued = await aCode(app, client, changed)
    await app.store.users.advanceAuthState(changed.id)
    expect(await refusal(issued)).toEqual(codeIsInvalid)
  })

  test.each([
    [60, 200],
    [60.001, 400],
  ])('after %d seconds the answer is %d', async (age, expected) => {
    const createdAt = new Date(app.clock.now().getTime() - age * 1000)
    const issued = await aCode(app, client, user, { createdAt })
    const { status, body } = await redeem(app, client, issued)
    expect(status).toBe(expected)
    if (status !== 200) expect(body.error_description).toBe('Code has expired.')
  })

  test.each([
    [60, 200],
    [61, 400],
  ])('issued %d seconds ahead of this clock: the answer is %d', async (ahead, expected) => {
    const createdAt = new Date(app.clock.now().getTime() + ahead * 1000)
    const issued = await aCode(app, client, user, { createdAt })
    const { status, body } = await redeem(app, client, issued)
    expect(status).toBe(expected)
    if (status !== 200) expect(body.error_description).toBe('Code has expired.')
  })

  test('refused as expired, it stays so when the clock is put back', async () => {
    const issued = await aCode(app, client, user)
    const hasExpired = [400, 'invalid_grant', 'Code has expired.']
    app.clock.advance(61)
    expect(await refusal(issued)).toEqual(hasExpired)
    app.clock.advance(-3600)
    expect(await refusal(issued)).toEqual(hasExpired)
    app.clock.advance(3600 - 61)
  })

  describe('PKCE', () => {
    test('a missing verifier', async () => {
      const issued = await aCode(app, client, user)
      expect(await refusal(issued, { code_verifier: undefined })).toEqual([
        400,
        'invalid_request',
        'Missing required code_verifier parameter.',
      ])
      expect((await redeem(app, client, issued)).status).toBe(200)
    })

    test('a verifier that does not match', async () => {
      const issued = await aCode(app, client, user)
      expect(await refusal(issued, { code_verifier: 'x'.repeat(43) })).toEqual([
        400,
        'invalid_grant',
        'Invalid code_verifier (PKCE).',
      ])
    })

    test.each([
      ['42 characters', 'x'.repeat(42)],
      ['129 characters', 'x'.repeat(129)],
      ['a character beyond the set', `${'x'.repeat(43)}+`],
    ])('a matching verifier that PKCE does not allow: %s', async (_, verifier) => {
      const issued = await aCode(app, client, user, { codeChallenge: sha256Base64url(verifier) })
      const [status, error, description] = await refusal({ ...issued, verifier })
      expect([status, error]).toEqual([400, 'invalid_grant'])
      expect(description).toMatch(/43 to 128 characters.*A-Z a-z 0-9 - \. _ ~/)
    })

    test.each([43, 128])('%d characters are allowed', async (length) => {
      const verifier = '~'.repeat(length)
      const issued = await aCode(app, client, user, { codeChallenge: sha256Base64url(verifier) })
      expect((await redeem(app, client, { ...issued, verifier })).status).toBe(200)
    })

    test("a public client's code without challenge", async () => {
      const spa = await aPublicClient(app.store)
      const issued = await aCode(app, spa, user, { codeChallenge: null })
      const [status, error, description] = await refusal(issued, {}, spa)
      expect([status, error]).toEqual([400, 'invalid_grant'])
      expect(description).toMatch(/without PKCE.*public clients must/)
    })

    test('a verifier for a code without challenge', async () => {
      const issued = await aCode(app, client, user, { codeChallenge: null })
      expect(await refusal(issued)).toEqual([
        400,
        'invalid_request',
        'The code_verifier parameter was provided, but PKCE was not used during authorization.',
      ])
      expect((await redeem(app, client, issued, { code_verifier: undefined })).status).toBe(200)
    })
  })

  test('a redirect URI removed from the client after issue is refused, and audited', async () => {
    const issued = await aCode(app, client, user, { redirectUri: 'https://client.example/gone' })
    const [status, error, description] = await refusal(issued, {
      redirect_uri: 'https://client.example/gone',
    })
    expect([status, error]).toEqual([400, 'invalid_grant'])
    expect(description).toMatch(/no longer registered/)
    expect(await audited(app, 'redemption_refused_redirect_uri')).toEqual([
      { clientId: client.id, userId: user.id, codeId: issued.row.id },
    ])
  })

  test('a loopback port that was chosen at request time redeems', async () => {
    const native = await aPublicClient(app.store, { redirectUris: ['http://127.0.0.1/cb'] })
    const redirectUri = 'http://127.0.0.1:50123/cb'
    const issued = await aCode(app, native, user, { redirectUri })
    const { status } = await redeem(app, native, issued, { redirect_uri: redirectUri })
    expect(status).toBe(200)
  })

  test('an administrative scope of a client that is no longer allowed one: not spent', async () => {
    const admin = await aUser(app.store)
    await grantToUser(app.store, admin, 'authserver:manage-users')
    const issued = await aCode(app, client, admin, { scope: 'openid authserver:manage-users' })
    const description =
      "The client is not allowed to request the administrative scope 'authserver:manage-users'."
    expect(await refusal(issued)).toEqual([400, 'invalid_grant', description])
    expect(await audited(app, 'administrative_scope_refused')).toEqual([
      {
        clientId: client.id,
        clientIdentifier: client.clientIdentifier,
        scope: 'authserver:manage-users',
        grantType: 'authorization_code',
        userId: admin.id,
      },
    ])
    await app.store.clients.update(client.id, { administrativeScopesAllowed: true })
    expect((await redeem(app, client, issued)).status).toBe(200)
    await app.store.clients.update(client.id, { administrativeScopesAllowed: false })
  })

  describe('revoked, or without its session', () => {
    test('a revoked code', async () => {
      const issued = await aCode(app, client, user, { revoked: true })
      expect(await refusal(issued)).toEqual(codeIsInvalid)
    })

    test('a revoked grant', async () => {
      const issued = await aCode(app, client, user)
      await app.store.grants.revoke({ id: issued.row.grantId }, app.clock.now(), 'replay')
      expect(await refusal(issued)).toEqual(codeIsInvalid)
    })

    test("another user's session", async () => {
      const stranger = await aUser(app.store)
      const { session } = await aCode(app, client, stranger)
      expect(await refusal(await aCode(app, client, user, { session }))).toEqual(codeIsInvalid)
    })

    test('a session that has ended', async () => {
      const issued = await aCode(app, client, user)
      await app.store.sessions.remove(issued.session?.id ?? 0)
      expect(await refusal(issued)).toEqual(codeIsInvalid)
    })

    test('offline access does not need the session', async () => {
      const issued = await aCode(app, client, user, { scope: 'openid offline_access' })
      await app.store.sessions.remove(issued.session?.id ?? 0)
      expect((await redeem(app, client, issued)).status).toBe(200)
    })
  })

  describe('a spent code', () => {
    test('is invalid, at once and much later, and its tokens are revoked', async () => {
      const issued = await aCode(app, client, user, { scope: 'openid offline_access' })
      const { body } = await redeem(app, client, issued)
      const accessToken = body.access_token ?? ''
      expect(await userinfoStatus(app, accessToken)).toBe(200)
      expect(await refusal(issued)).toEqual(codeIsInvalid)
      expect(await userinfoStatus(app, accessToken)).toBe(401)
      expect((await refresh(app, client, body.refresh_token ?? '')).body).toEqual({
        error: 'invalid_grant',
        error_description: 'This refresh token has been revoked.',
      })
      app.clock.advance(3600)
      expect(await refusal(issued)).toEqual(codeIsInvalid)
      app.clock.advance(-3600)
    })

    test('takes every later generation of its refresh tokens with it', async () => {
      await app.store.consents.save(user.id, client.id, 'openid offline_access', app.clock.now())
      const issued = await aCode(app, client, user, { scope: 'openid offline_access' })
      const first = await redeem(app, client, issued)
      const second = await refresh(app, client, first.body.refresh_token ?? '')
      expect(second.status).toBe(200)
      expect(await refusal(issued)).toEqual(codeIsInvalid)
      expect(await userinfoStatus(app, second.body.access_token ?? '')).toBe(401)
      expect((await refresh(app, client, second.body.refresh_token ?? '')).status).toBe(400)
      const [entry] = (await audited(app, 'auth_code_reuse_detected')).slice(-1)
      expect(entry).toMatchObject({ codeId: issued.row.id, clientId: client.id, userId: user.id })
      expect(entry?.revokedRefreshTokenJtis).toHaveLength(1)
    })

    test('leaves the session and the grants of others alone', async () => {
      const issued = await aCode(app, client, user)
      await redeem(app, client, issued)
      const other = await aClient(app.store)
      const kept = await tokensOf(app, other, user, { session: issued.session })
      await refusal(issued)
      const { session } = issued
      expect(
        await app.store.sessions.findByIdentifier(session?.sessionIdentifier ?? ''),
      ).not.toBeNull()
      expect(await userinfoStatus(app, kept.access_token)).toBe(200)
      expect((await refresh(app, other, kept.refresh_token)).status).toBe(200)
    })

    test('revokes nothing for those who could not have redeemed it', async () => {
      const issued = await aCode(app, client, user)
      const { body } = await redeem(app, client, issued)
      const other = await aClient(app.store)
      await refusal(issued, {}, other)
      await refusal(issued, { redirect_uri: 'https://client.example/other' })
      await refusal(issued, { code_verifier: 'x'.repeat(43) })
      await refusal(issued, { client_secret: 'wrong', client_id: client.clientIdentifier })
      expect(await userinfoStatus(app, body.access_token ?? '')).toBe(200)
    })

    test('is answered as a replay even when the user was disabled since', async () => {
      const gone = await aUser(app.store)
      const issued = await aCode(app, client, gone)
      await redeem(app, client, issued)
      await app.runtime.database.prisma.user.update({
        where: { id: gone.id },
        data: { enabled: false },
      })
      expect(await refusal(issued)).toEqual(codeIsInvalid)
      const reuses = await audited(app, 'auth_code_reuse_detected')
      expect(reuses.at(-1)).toMatchObject({ codeId: issued.row.id })
    })
  })
})
