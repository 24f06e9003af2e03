import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addSeconds, epochSeconds } from '#lib/base/time/clock.ts'
import { basicHeader, redeem, refresh, requestToken } from '#tests/support/oauth.ts'
import {
  aClient,
  aResource,
  aUser,
  grantToUser,
  storedSecretOf,
  type TestClient,
  type TestUser,
} from '#tests/support/people.ts'
import { server, type TestServer } from '#tests/support/server.ts'
import { testStart } from '#tests/support/settings.ts'
import { aCode, audited, readToken, tokensOf, userinfoStatus } from './world.ts'

const noConsent =
  'The user has either not given consent to this client or the previously granted consent has been revoked.'

describe('grant refresh_token', () => {
  let app: TestServer
  let client: TestClient
  let user: TestUser

  beforeAll(async () => {
    app = await server()
    await aResource(app.store, 'orders', ['read', 'write'])
  })

  beforeEach(async () => {
    app.clock.set(testStart)
    client = await aClient(app.store)
    user = await aUser(app.store)
    await grantToUser(app.store, user, 'orders:read', 'authserver:manage-account')
  })

  const consent = (scope: string) =>
    app.store.consents.save(user.id, client.id, scope, app.clock.now())

  async function refusal(
    refreshToken: string,
    changes: Parameters<typeof refresh>[3] = {},
    by: TestClient = client,
  ) {
    const { status, headers, body } = await refresh(app, by, refreshToken, changes)
    expect(headers.get('cache-control')).toBe('no-store')
    return [status, body.error, body.error_description]
  }

  const revoked = [400, 'invalid_grant', 'This refresh token has been revoked.']

  describe('rotation', () => {
    test('the answer carries a new token of every kind; the old one stops working', async () => {
      const first = await tokensOf(app, client, user)
      app.clock.advance(10)
      const { status, body } = await refresh(app, client, first.refresh_token)
      expect(status).toBe(200)
      expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 300, scope: 'openid' })
      expect(body.refresh_token).not.toBe(first.refresh_token)
      const old = readToken(first.id_token).payload
      const fresh = readToken(body.id_token).payload
      for (const claim of ['iss', 'sub', 'aud', 'auth_time', 'sid', 'acr', 'amr']) {
        expect(fresh[claim]).toEqual(old[claim])
      }
      expect(fresh.iat).toBe(epochSeconds(app.clock.now()))
      expect(await refusal(first.refresh_token)).toEqual(revoked)
    })

    test('the nonce is not repeated', async () => {
      const first = await tokensOf(app, client, user, { nonce: 'a-nonce' })
      expect(readToken(first.id_token).payload.nonce).toBe('a-nonce')
      const { body } = await refresh(app, client, first.refresh_token)
      expect(readToken(body.id_token).payload).not.toHaveProperty('nonce')
    })

    test('a replay revokes the whole grant, its access tokens included, and is audited', async () => {
      const first = await tokensOf(app, client, user)
      const second = await refresh(app, client, first.refresh_token)
      expect(await userinfoStatus(app, second.body.access_token ?? '')).toBe(200)
      app.clock.advance(30)
      expect(await refusal(first.refresh_token)).toEqual(revoked)
      expect(await refusal(second.body.refresh_token ?? '')).toEqual(revoked)
      expect(await userinfoStatus(app, second.body.access_token ?? '')).toBe(401)
      expect(await refusal(first.refresh_token)).toEqual(revoked)
      const { jti } = readToken(first.refresh_token).payload
      const entries = await audited(app, 'refresh_token_replay_detected')
      expect(entries.filter((entry) => entry.presentedRefreshTokenJti === jti)).toEqual([
        {
          presentedRefreshTokenJti: jti,
          firstRefreshTokenJti: jti,
          revokedCount: 1,
          clientId: client.id,
          userId: user.id,
          flow: 'auth_code',
          secondsSinceRotation: 30,
          sameNetwork: true,
        },
      ])
    })

    test.each([
      ['192.0.2.7', '192.0.2.7', true],
      ['192.0.2.7', '192.0.2.8', false],
      ['2001:db8:1:2::7', '2001:db8:1:2:ffff::8', true],
      ['2001:db8:1:2::7', '2001:db8:1:3::7', false],
    ])(
      'renewed from %s and replayed from %s: the same network is %s',
      async (owner, other, same) => {
        const { refresh_token } = await tokensOf(app, client, user)
        const from = (peer: string) => {
          const headers = { authorization: basicHeader(client), 'x-test-peer': peer }
          return app.post(
            '/auth/token',
            { grant_type: 'refresh_token', refresh_token },
            { headers },
          )
        }
        expect((await from(owner)).status).toBe(200)
        expect((await from(other)).status).toBe(400)
        const [entry] = (await audited(app, 'refresh_token_replay_detected')).slice(-1)
        expect(entry?.sameNetwork).toBe(same)
      },
    )

    test('a rotated token is a replay however old it is', async () => {
      const first = await tokensOf(app, client, user)
      app.clock.advance(7000)
      const second = await refresh(app, client, first.refresh_token)
      app.clock.advance(7000)
      const third = await refresh(app, client, second.body.refresh_token ?? '')
      expect(third.status).toBe(200)
      // The first token expired long ago.
      expect(await refusal(first.refresh_token)).toEqual(revoked)
      expect(await refusal(third.body.refresh_token ?? '')).toEqual(revoked)
      expect(await userinfoStatus(app, third.body.access_token ?? '')).toBe(401)
    })

    test('a replay leaves the session and other grants alone', async () => {
      const issued = await aCode(app, client, user)
      const first = (await redeem(app, client, issued)).body.refresh_token ?? ''
      const other = await tokensOf(app, client, user, { session: issued.session })
      await refresh(app, client, first)
      await refusal(first)
      expect(await userinfoStatus(app, other.access_token)).toBe(200)
      expect((await refresh(app, client, other.refresh_token)).status).toBe(200)
    })

    test('a refresh keeps the session alive', async () => {
      const issued = await aCode(app, client, user)
      const { body } = await redeem(app, client, issued)
      app.clock.advance(100)
      await refresh(app, client, body.refresh_token ?? '')
      const session = await app.store.sessions.findByIdentifier(issued.row.sessionIdentifier)
      expect(session?.lastAccessed).toEqual(app.clock.now())
      expect(session?.authTime).toEqual(testStart)
    })
  })

  describe('scope', () => {
    test('narrows the access token and ID token of this answer only', async () => {
      const first = await tokensOf(app, client, user, { scope: 'openid email orders:read' })
      const narrow = await refresh(app, client, first.refresh_token, { scope: 'orders:read' })
      expect(narrow.body.scope).toBe('orders:read')
      expect(narrow.body.id_token).toBeUndefined()
      expect(readToken(narrow.body.access_token).payload.scope).toBe('orders:read')
      expect(readToken(narrow.body.refresh_token).payload.scope).toBe('openid email orders:read')
      const full = await refresh(app, client, narrow.body.refresh_token ?? '')
      expect(full.body.scope).toBe('openid email orders:read')
    })

    test('may equal the granted one, in any order', async () => {
      const first = await tokensOf(app, client, user, { scope: 'openid email' })
      const { status, body } = await refresh(app, client, first.refresh_token, {
        scope: ' email\topenid email ',
      })
      expect([status, body.scope]).toEqual([200, 'email openid'])
    })

    test.each([
      ['not held by the token', 'openid phone', /phone/],
      ['malformed', 'openid a:b:c', /a:b:c/],
      ['only blanks', '  ', /no scope/],
    ])('refused when %s; the token is not spent', async (_, scope, text) => {
      const first = await tokensOf(app, client, user)
      const [status, error, description] = await refusal(first.refresh_token, { scope })
      expect([status, error]).toEqual([400, 'invalid_scope'])
      expect(description).toMatch(text)
      expect((await refresh(app, client, first.refresh_token)).status).toBe(200)
      expect((await audited(app, 'token_scope_denied')).at(-1)).toMatchObject({
        clientIdentifier: client.clientIdentifier,
        grantType: 'refresh_token',
      })
    })

    test('offline_access alone is refused: the token would be for nobody', async () => {
      await consent('openid offline_access')
      const first = await tokensOf(app, client, user, { scope: 'openid offline_access' })
      const [, error] = await refusal(first.refresh_token, { scope: 'offline_access' })
      expect(error).toBe('invalid_scope')
    })

    test('a narrowed offline token stays an offline token', async () => {
      await consent('openid offline_access')
      const first = await tokensOf(app, client, user, { scope: 'openid offline_access' })
      const { body } = await refresh(app, client, first.refresh_token, { scope: 'openid' })
      expect(readToken(body.refresh_token).payload).not.toHaveProperty('sid')
      expect(readToken(body.access_token).payload).not.toHaveProperty('sid')
    })
  })

  describe('the token itself', () => {
    test('missing', async () => {
      const [status, error] = await refusal('')
      expect([status, error]).toEqual([400, 'invalid_request'])
    })

    test('the grants it can stem from are all off', async () => {
      const first = await tokensOf(app, client, user)
      await app.store.clients.update(client.id, { authorizationCodeEnabled: false })
      const [status, error] = await refusal(first.refresh_token)
      expect([status, error]).toEqual([400, 'unauthorized_client'])
    })

    test('the grant it stems from is off, another is on', async () => {
      const first = await tokensOf(app, client, user)
      await app.store.clients.update(client.id, {
        authorizationCodeEnabled: false,
        resourceOwnerPasswordCredentialsEnabled: true,
      })
      const [status, error] = await refusal(first.refresh_token)
      expect([status, error]).toEqual([400, 'unauthorized_client'])
    })

    test.each([
      ['garbage', async () => 'garbage'],
      ['an access token', async () => (await tokensOf(app, client, user)).access_token],
      ['an ID token', async () => (await tokensOf(app, client, user)).id_token ?? ''],
      [
        'a changed signature',
        async () => {
          const { refresh_token } = await tokensOf(app, client, user)
          return `${refresh_token.slice(0, -8)}AAAAAAAA`
        },
      ],
    ])('%s is invalid', async (_, make) => {
      const [status, error] = await refusal(await make())
      expect([status, error]).toEqual([400, 'invalid_grant'])
    })

    test('a good signature whose row is gone is told like a bad one', async () => {
      const first = await tokensOf(app, client, user)
      const bad = await refusal('garbage')
      await app.runtime.database.prisma.refreshToken.deleteMany({ where: { clientId: client.id } })
      expect(await refusal(first.refresh_token)).toEqual(bad)
    })

    test("another client's token is refused and stays live", async () => {
      const first = await tokensOf(app, client, user)
      expect(await refusal(first.refresh_token, {}, await aClient(app.store))).toEqual([
        400,
        'invalid_grant',
        'The refresh token is invalid because it does not belong to the client.',
      ])
      expect((await refresh(app, client, first.refresh_token)).status).toBe(200)
    })

    test('expires when idle, at the session timeout', async () => {
      const first = await tokensOf(app, client, user)
      app.clock.advance(7200)
      const [status, error, description] = await refusal(first.refresh_token)
      expect([status, error]).toEqual([400, 'invalid_grant'])
      expect(description).toMatch(/expired/)
    })

    test('an offline token ends at its maximum lifetime, however often it is used', async () => {
      await consent('openid offline_access')
      const short = {
        refreshTokenOfflineIdleTimeoutInSeconds: 100,
        refreshTokenOfflineMaxLifetimeInSeconds: 150,
      }
      await app.store.clients.update(client.id, short)
      const first = await tokensOf(app, client, user, { scope: 'openid offline_access' })
      expect(first).toMatchObject({ refresh_expires_in: 100 })
      app.clock.advance(60)
      const second = await refresh(app, client, first.refresh_token)
      expect(second.body).toMatchObject({ refresh_expires_in: 90 })
      expect(readToken(second.body.refresh_token).payload.offline_access_max_lifetime).toBe(
        epochSeconds(testStart) + 150,
      )
      app.clock.advance(90)
      const [status, error, description] = await refusal(second.body.refresh_token ?? '')
      expect([status, error]).toEqual([400, 'invalid_grant'])
      expect(description).toMatch(/maximum lifetime/)
    })

    test('a session-bound token never outlives its session', async () => {
      await app.changeSettings({ userSessionMaxLifetimeInSeconds: 7300 })
      const first = await tokensOf(app, client, user)
      app.clock.advance(7000)
      const { body } = await refresh(app, client, first.refresh_token)
      expect(body).toMatchObject({ refresh_expires_in: 300 })
      await app.changeSettings({ userSessionMaxLifetimeInSeconds: 86_400 })
    })
  })

  describe('user and session', () => {
    // tests/specification/states.test.ts tests the effects of API operations.
    test('a user who is disabled while the token is live', async () => {
      const first = await tokensOf(app, client, user)
      await app.runtime.database.prisma.user.update({
        where: { id: user.id },
        data: { enabled: false },
      })
      const told = 'The user account is disabled.'
      expect(await refusal(first.refresh_token)).toEqual([400, 'invalid_grant', told])
    })

    test('credentials that are newer than the live token', async () => {
      const first = await tokensOf(app, client, user)
      await app.store.users.advanceAuthState(user.id)
      const told = 'The refresh token is superseded: the credentials of the user have changed.'
      expect(await refusal(first.refresh_token)).toEqual([400, 'invalid_grant', told])
    })

    test.each([
      ['session_terminated', 'The user session has expired or has been terminated.'],
      [
        'credential_change',
        'The refresh token is superseded: the credentials of the user have changed.',
      ],
      ['replay', 'This refresh token has been revoked.'],
      ['code_reuse', 'This refresh token has been revoked.'],
    ])('a token that was derived while its grant ended (%s) says why', async (reason, told) => {
      const issued = await aCode(app, client, user)
      const { body } = await redeem(app, client, issued)
      await app.store.grants.revoke({ id: issued.row.grantId }, app.clock.now(), reason)
      expect(await refusal(body.refresh_token ?? '')).toEqual([400, 'invalid_grant', told])
    })

    test.each([
      ['ended', (id: number) => app.store.sessions.remove(id)],
      [
        'expired',
        (id: number) =>
          app.store.sessions.update(id, { lastAccessed: addSeconds(testStart, -7201) }),
      ],
      [
        'past its lifetime',
        (id: number) => app.store.sessions.update(id, { started: addSeconds(testStart, -86_401) }),
      ],
      [
        'of older credentials',
        (id: number) => app.store.sessions.update(id, { authStateGeneration: 7 }),
      ],
    ])('a session that is %s: one answer for all', async (_, change) => {
      const issued = await aCode(app, client, user)
      const { body } = await redeem(app, client, issued)
      await change(issued.session?.id ?? 0)
      expect(await refusal(body.refresh_token ?? '')).toEqual([
        400,
        'invalid_grant',
        'The user session has expired or has been terminated.',
      ])
    })

    test('an offline token does not need the session, but its code must not be revoked', async () => {
      await consent('openid offline_access')
      const issued = await aCode(app, client, user, { scope: 'openid offline_access' })
      const { body } = await redeem(app, client, issued)
      await app.store.sessions.remove(issued.session?.id ?? 0)
      const second = await refresh(app, client, body.refresh_token ?? '')
      expect(second.status).toBe(200)
      expect(readToken(second.body.id_token).payload.sid).toBe(issued.row.sessionIdentifier)
      await app.store.codes.revoke({ grantId: issued.row.grantId }, 'session_terminated')
      const [status, error] = await refusal(second.body.refresh_token ?? '')
      expect([status, error]).toEqual([400, 'invalid_grant'])
    })
  })

  describe('consent', () => {
    test('is not asked of a client that does not require it', async () => {
      const first = await tokensOf(app, client, user)
      expect((await refresh(app, client, first.refresh_token)).status).toBe(200)
    })

    test.each([
      ['a client that requires consent', { consentRequired: true }, 'openid email'],
      ['offline access', {}, 'openid email offline_access'],
    ])('withdrawn, %s: refused and not spent', async (_, settings, scope) => {
      await app.store.clients.update(client.id, settings)
      const first = await tokensOf(app, client, user, { scope })
      expect(await refusal(first.refresh_token)).toEqual([400, 'invalid_grant', noConsent])
      await consent(scope.replace('email ', '').replace(' email', ''))
      expect(await refusal(first.refresh_token)).toEqual([
        400,
        'invalid_grant',
        "Scope 'email' is not recognized. The user has not consented to the 'email' permission.",
      ])
      await consent(scope)
      expect((await refresh(app, client, first.refresh_token)).status).toBe(200)
    })

    test('authserver:manage-account needs it from every client, when it is renewed', async () => {
      const scope = 'openid authserver:manage-account'
      const first = await tokensOf(app, client, user, { scope })
      expect(await refusal(first.refresh_token)).toEqual([400, 'invalid_grant', noConsent])
      await consent('openid')
      expect(await refusal(first.refresh_token)).toEqual([
        400,
        'invalid_grant',
        "Scope 'authserver:manage-account' is not recognized. The user has not consented to the 'authserver:manage-account' permission.",
      ])
      const narrowed = await refresh(app, client, first.refresh_token, { scope: 'openid' })
      expect(narrowed.status).toBe(200)
      await consent('authserver:manage-account')
      expect((await refresh(app, client, narrowed.body.refresh_token ?? '')).status).toBe(200)
    })

    test("the console's own client is exempt", async () => {
      const stored = await app.store.clients.findByIdentifier('admin-console-client')
      if (!stored) throw new Error('The console client is not seeded.')
      const secret = storedSecretOf(stored, app.runtime.cipher)
      const redirectUri = stored.redirectUris[0]?.uri ?? ''
      const consoleClient = { ...stored, secret, redirectUri }
      const first = await tokensOf(app, consoleClient, user, {
        scope: 'openid authserver:manage-account',
      })
      expect((await refresh(app, consoleClient, first.refresh_token)).status).toBe(200)
    })
  })

  test('a permission that the user lost is named; the token is not spent', async () => {
    const first = await tokensOf(app, client, user, { scope: 'openid orders:write' })
    const [status, error, description] = await refusal(first.refresh_token)
    expect([status, error]).toEqual([400, 'invalid_grant'])
    expect(description).toMatch(/orders:write/)
    expect((await refresh(app, client, first.refresh_token, { scope: 'openid' })).status).toBe(200)
  })

  test('an administrative scope is judged on what the refresh would issue now', async () => {
    await grantToUser(app.store, user, 'authserver:manage')
    await app.store.clients.update(client.id, { administrativeScopesAllowed: true })
    const first = await tokensOf(app, client, user, { scope: 'openid authserver:manage' })
    await app.store.clients.update(client.id, { administrativeScopesAllowed: false })
    expect(await refusal(first.refresh_token)).toEqual([
      400,
      'invalid_grant',
      "The client is not allowed to request the administrative scope 'authserver:manage'.",
    ])
    expect((await audited(app, 'administrative_scope_refused')).at(-1)).toEqual({
      clientId: client.id,
      clientIdentifier: client.clientIdentifier,
      scope: 'authserver:manage',
      grantType: 'refresh_token',
      userId: user.id,
    })
    const narrowed = await refresh(app, client, first.refresh_token, { scope: 'openid' })
    expect(narrowed.status).toBe(200)
  })

  test('a client without the allowance is told so before consent and permissions are looked at', async () => {
    await grantToUser(app.store, user, 'authserver:manage')
    await app.store.clients.update(client.id, { administrativeScopesAllowed: true })
    const scope = 'openid authserver:manage'
    const first = await tokensOf(app, client, user, { scope })
    const change = { administrativeScopesAllowed: false, consentRequired: true }
    await app.store.clients.update(client.id, change)
    await app.runtime.database.prisma.userPermission.deleteMany({ where: { userId: user.id } })
    const told = [
      400,
      'invalid_grant',
      "The client is not allowed to request the administrative scope 'authserver:manage'.",
    ]
    expect(await refusal(first.refresh_token)).toEqual(told)
    await consent(scope)
    expect(await refusal(first.refresh_token)).toEqual(told)
    const entries = await audited(app, 'administrative_scope_refused')
    expect(entries.filter(({ userId }) => userId === user.id)).toHaveLength(2)
  })

  test('a token of the password grant needs neither code flow nor consent', async () => {
    const ropc = await aClient(app.store, {
      resourceOwnerPasswordCredentialsEnabled: true,
      authorizationCodeEnabled: false,
      consentRequired: true,
    })
    const scope = 'openid authserver:manage-account'
    const fields = { grant_type: 'password', username: user.email, password: user.password, scope }
    const first = await requestToken(app, ropc, fields)
    app.clock.advance(100)
    const second = await refresh(app, ropc, first.body.refresh_token ?? '')
    expect(second.status).toBe(200)
    expect(readToken(second.body.access_token).payload.auth_time).toBe(epochSeconds(testStart))
    await app.store.clients.update(ropc.id, {
      authorizationCodeEnabled: true,
      resourceOwnerPasswordCredentialsEnabled: false,
    })
    const [status, error] = await refusal(second.body.refresh_token ?? '', {}, ropc)
    expect([status, error]).toEqual([400, 'unauthorized_client'])
  })
})
