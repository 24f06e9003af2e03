import { beforeAll, describe, expect, test } from 'vitest'
import { base64url, sha256 } from '#lib/base/crypto/hash.ts'
import { epochSeconds } from '#lib/base/time/clock.ts'
import {
  type Authentication,
  mintAccessToken,
  mintIdToken,
  newGrantIdentifier,
  type Preparation,
  prepareTokens,
} from '#lib/protocol/token/mint.ts'
import { type TestContext, testContext } from '#tests/support/context.ts'
import { requestToken } from '#tests/support/oauth.ts'
import {
  aClient,
  aGroup,
  aResource,
  aUser,
  type TestClient,
  type TestUser,
} from '#tests/support/people.ts'
import { server, type TestServer } from '#tests/support/server.ts'
import { testStart } from '#tests/support/settings.ts'
import { aCode, readToken, tokensOf } from './world.ts'

const now = epochSeconds(testStart)

describe('what tokens carry', () => {
  let app: TestServer
  let client: TestClient
  let user: TestUser

  beforeAll(async () => {
    app = await server()
    client = await aClient(app.store)
    user = await aUser(app.store)
    await aResource(app.store, 'orders', ['read'])
    await aGroup(app.store, { groupIdentifier: 'staff', includeInAccessToken: true }, [user])
    await aGroup(app.store, { groupIdentifier: 'board', includeInIdToken: true }, [user])
  })

  test('the kind stands in the header, and no payload has a typ', async () => {
    const tokens = await tokensOf(app, client, user)
    const kinds = [
      [tokens.access_token, 'at+jwt'],
      [tokens.refresh_token, 'rt+jwt'],
      [tokens.id_token, 'JWT'],
    ] as const
    for (const [token, typ] of kinds) {
      const { header, payload } = readToken(token)
      expect(header).toEqual({ alg: 'RS256', kid: expect.any(String), typ })
      expect(payload).not.toHaveProperty('typ')
    }
  })

  test('access token of a session-bound grant', async () => {
    const code = { scope: 'openid orders:read', nonce: 'a-nonce', authMethods: 'pwd otp' }
    const tokens = await tokensOf(app, client, user, {
      ...code,
      acrLevel: 'urn:authserver:level2_optional',
    })
    const { payload } = readToken(tokens.access_token)
    expect(payload).toEqual({
      iss: 'http://localhost:3000',
      sub: user.subject,
      aud: ['authserver', 'orders'],
      iat: now,
      nbf: now,
      exp: now + 300,
      jti: expect.any(String),
      client_id: client.clientIdentifier,
      scope: 'openid orders:read',
      auth_time: now,
      acr: 'urn:authserver:level2_optional',
      amr: ['pwd', 'otp'],
      sid: expect.any(String),
      grant_id: expect.any(String),
      auth_state_generation: 0,
    })
  })

  test('ID token: no private claims beside sid', async () => {
    const tokens = await tokensOf(app, client, user, { nonce: 'a-nonce' })
    expect(readToken(tokens.id_token).payload).toEqual({
      iss: 'http://localhost:3000',
      sub: user.subject,
      aud: client.clientIdentifier,
      iat: now,
      nbf: now,
      exp: now + 300,
      jti: expect.any(String),
      auth_time: now,
      acr: 'urn:authserver:level1',
      amr: ['pwd'],
      sid: expect.any(String),
      nonce: 'a-nonce',
    })
  })

  test('refresh token of a session, and of an offline grant', async () => {
    const bound = await tokensOf(app, client, user)
    const shared = { iss: 'http://localhost:3000', aud: 'http://localhost:3000', sub: user.subject }
    const common = {
      ...shared,
      jti: expect.any(String),
      iat: now,
      nbf: now,
      grant_id: readToken(bound.access_token).payload.grant_id,
    }
    expect(readToken(bound.refresh_token).payload).toEqual({
      ...common,
      exp: now + 7200,
      scope: 'openid',
      sid: readToken(bound.access_token).payload.sid,
    })
    const offline = await tokensOf(app, client, user, { scope: 'openid offline_access' })
    expect(readToken(offline.refresh_token).payload).toEqual({
      ...common,
      grant_id: readToken(offline.access_token).payload.grant_id,
      exp: now + 2_592_000,
      scope: 'openid offline_access',
      offline_access_max_lifetime: now + 31_536_000,
    })
  })

  test('an offline grant: no sid in the access token, but in the ID token', async () => {
    const issued = await aCode(app, client, user, { scope: 'openid offline_access' })
    const { session } = issued
    const tokens = await tokensOf(app, client, user, { session, scope: 'openid offline_access' })
    expect(readToken(tokens.access_token).payload).not.toHaveProperty('sid')
    expect(readToken(tokens.access_token).payload.scope).toBe('openid offline_access')
    expect(readToken(tokens.id_token).payload.sid).toBe(session?.sessionIdentifier)
  })

  test('the lifetime is the client’s own when it has one', async () => {
    const own = await aClient(app.store, { tokenExpirationInSeconds: 900 })
    const tokens = await tokensOf(app, own, user)
    expect(tokens.expires_in).toBe(900)
    expect(readToken(tokens.access_token).payload.exp).toBe(now + 900)
    expect(readToken(tokens.id_token).payload.exp).toBe(now + 900)
  })

  test.each([
    ['default', 'default', false, true],
    ['on', 'on', true, true],
    ['off', 'off', false, false],
    ['', '', false, true],
  ])('user claims with the client switch %s', async (_, value, inAccessToken, inIdToken) => {
    const switched = await aClient(app.store, {
      includeOpenIDConnectClaimsInAccessToken: value,
      includeOpenIDConnectClaimsInIdToken: value,
    })
    const tokens = await tokensOf(app, switched, user, { scope: 'openid email' })
    expect('email' in readToken(tokens.access_token).payload).toBe(inAccessToken)
    expect('email' in readToken(tokens.id_token).payload).toBe(inIdToken)
  })

  test('without openid an access token never carries user claims', async () => {
    const on = await aClient(app.store, { includeOpenIDConnectClaimsInAccessToken: 'on' })
    const tokens = await tokensOf(app, on, user, { scope: 'email' })
    expect(readToken(tokens.access_token).payload).not.toHaveProperty('email')
  })

  test('groups follow their own flags, whatever the switch says', async () => {
    const off = await aClient(app.store, { includeOpenIDConnectClaimsInIdToken: 'off' })
    const tokens = await tokensOf(app, off, user, { scope: 'openid groups' })
    expect(readToken(tokens.access_token).payload.groups).toEqual(['staff'])
    expect(readToken(tokens.id_token).payload.groups).toEqual(['board'])
    const without = await tokensOf(app, off, user, { scope: 'openid' })
    expect(readToken(without.id_token).payload).not.toHaveProperty('groups')
  })

  test('the issuer is the setting of the moment; older tokens keep working', async () => {
    const before = await tokensOf(app, client, user)
    await app.changeSettings({ issuer: 'https://id.example' })
    const answer = await requestToken(app, client, {
      grant_type: 'refresh_token',
      refresh_token: before.refresh_token,
    })
    expect(answer.status).toBe(200)
    expect(readToken(answer.body.access_token).payload.iss).toBe('https://id.example')
    await app.changeSettings({ issuer: app.config.baseUrl })
  })

  test('the grant’s row is kept until the end of the day on which its last token expires', async () => {
    const issued = await aCode(app, client, user, { scope: 'openid offline_access' })
    await requestToken(app, client, {
      grant_type: 'authorization_code',
      code: issued.code,
      redirect_uri: client.redirectUri,
      code_verifier: issued.verifier,
    })
    const grant = await app.runtime.database.prisma.grant.findUnique({
      where: { id: issued.row.grantId },
    })
    const day = 86_400
    const end = Math.ceil((now + 30 * day) / day) * day
    expect(epochSeconds(grant?.expiresAt ?? testStart)).toBe(end)
  })
})

describe('tokens of the implicit flow', () => {
  let context: TestContext
  let client: TestClient
  let authentication: Authentication

  beforeAll(async () => {
    context = await testContext()
    client = await aClient(context.store, { includeOpenIDConnectClaimsInIdToken: 'off' })
    authentication = {
      user: await aUser(context.store),
      authenticatedAt: context.ctx.now,
      acrLevel: 'urn:authserver:level1',
      authMethods: 'pwd',
      authStateGeneration: 0,
    }
  })

  const prepared = (scopes: readonly string[]): Promise<Preparation> =>
    prepareTokens(context.ctx, authentication.user, scopes)

  test('at_hash is the left half of the access token’s digest', async () => {
    const { ctx } = context
    const shared = { client, scopes: ['openid'], authentication, sessionIdentifier: 'a-session' }
    const grantIdentifier = newGrantIdentifier(ctx)
    const read = await prepared(shared.scopes)
    const audiences = ['authserver']
    const access = await mintAccessToken(ctx, { ...shared, audiences, grantIdentifier }, read)
    const beside = { nonce: 'a-nonce', accessToken: access.token, claims: 'switch' } as const
    const idToken = await mintIdToken(ctx, { ...shared, ...beside }, read)
    const expected = base64url(sha256(access.token).subarray(0, 16))
    expect(readToken(idToken).payload).toMatchObject({ at_hash: expected, nonce: 'a-nonce' })
  })

  test('an ID token that comes alone carries the claims of its scope, whatever the switch', async () => {
    const request = { client, scopes: ['openid', 'email'], authentication, sessionIdentifier: '' }
    const read = await prepared(request.scopes)
    const alone = await mintIdToken(context.ctx, { ...request, claims: 'always' }, read)
    expect(readToken(alone).payload).toHaveProperty('email')
    expect(readToken(alone).payload).not.toHaveProperty('at_hash')
    expect(readToken(alone).payload).not.toHaveProperty('sid')
    const beside = await mintIdToken(context.ctx, { ...request, claims: 'switch' }, read)
    expect(readToken(beside).payload).not.toHaveProperty('email')
  })
})
