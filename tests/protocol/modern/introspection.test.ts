import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { failingConfiguration } from '#tests/support/failing-configuration.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { auditEntries } from '#tests/support/granted.ts'
import { readJwt, refresh, requestToken } from '#tests/support/oauth.ts'
import {
  aClient,
  aPublicClient,
  aResource,
  aUser,
  grantToClient,
  grantToUser,
  type TestClient,
  type TestUser,
} from '#tests/support/people.ts'
import { everythingOff } from '#tests/support/protocol-features.ts'
import { server } from '#tests/support/server.ts'
import { clientEndpoint, tokensOf } from './fixture.ts'

const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
const { client: database } = await fileDatabase()
const introspect = clientEndpoint(app, '/auth/introspect')
const resources = new Map<string, number>()
let user: TestUser
let client: TestClient
let api: TestClient

beforeAll(async () => {
  for (const name of ['tasks', 'notes', 'files']) {
    resources.set(name, (await aResource(app.store, name, ['read', 'write'])).id)
  }
  const own = await app.store.resources.findByIdentifier('authserver')
  resources.set('authserver', own?.id ?? 0)
})
beforeEach(async () => {
  await app.changeSettings({ tokenIntrospectionEnabled: true, issuer: 'http://localhost:3000' })
  user = await aUser(app.store)
  await grantToUser(app.store, user, 'tasks:read', 'notes:read', 'notes:write', 'files:read')
  client = await aClient(app.store, { resourceOwnerPasswordCredentialsEnabled: true })
  api = await aClient(app.store)
})

const everything = 'openid profile email offline_access tasks:read notes:read notes:write'
const link = (to: TestClient, ...names: string[]) =>
  app.store.introspectionLinks.add(
    to.id,
    names.map((name) => resources.get(name) ?? 0),
    app.clock.now(),
  )
const ask = async (caller: TestClient, token: string, more: Record<string, string> = {}) =>
  (await introspect(caller, { token, ...more })).json()
const inactive = { active: false }

describe('a live access token', () => {
  test('is shown whole to its client, without a word about the user', async () => {
    await app.changeSettings({ includeOpenIDConnectClaimsInAccessToken: true })
    const { access } = await tokensOf(app, client, user, 'openid profile email tasks:read')
    await app.changeSettings({ includeOpenIDConnectClaimsInAccessToken: false })
    const { payload } = readJwt(access)
    expect(payload.email).toBe(user.email)
    const response = await introspect(client, { token: access })
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('content-type')).toBe('application/json')
    const { scope, client_id, sub, iss, exp, iat, nbf, jti, aud, sid, acr, auth_time, amr } =
      payload
    const shown = { scope, client_id, sub, iss, exp, iat, nbf, jti, aud }
    const authentication = { sid, acr, auth_time, amr }
    expect(await response.json()).toEqual({
      ...{ active: true, ...shown, token_type: 'Bearer', ...authentication },
    })
    expect(sid).toBeTypeOf('string')
  })

  test('shows a resource server the scopes and audiences of its own resources only', async () => {
    await link(api, 'notes')
    const { access } = await tokensOf(app, client, user, everything)
    const answer = await ask(api, access)
    expect(answer).toMatchObject({ active: true, scope: 'notes:read notes:write', aud: 'notes' })
    expect(answer).not.toHaveProperty('sid')
    await link(api, 'tasks', 'files')
    expect(await ask(api, access)).toMatchObject({
      scope: 'tasks:read notes:read notes:write',
      aud: ['tasks', 'notes'],
    })
    const own = await aClient(app.store)
    await link(own, 'authserver')
    expect(await ask(own, access)).toMatchObject({
      scope: 'openid profile email',
      aud: 'authserver',
    })
  })

  test('of the client credentials counts until it expires, while its client exists', async () => {
    await grantToClient(app.store, client, 'tasks:read')
    const { body } = await requestToken(app, client, { grant_type: 'client_credentials' })
    const token = body.access_token ?? ''
    await link(api, 'tasks')
    for (const caller of [client, api]) {
      expect(await ask(caller, token)).toMatchObject({
        active: true,
        sub: client.clientIdentifier,
        scope: 'tasks:read',
      })
    }
    const start = app.clock.now()
    app.clock.advance(301)
    expect(await ask(api, token)).toEqual(inactive)
    app.clock.set(start)
    await app.store.clients.remove(client.id)
    expect(await ask(api, token)).toEqual(inactive)
  })

  test('keeps its issuer when the setting changes', async () => {
    const { access } = await tokensOf(app, client, user)
    await app.changeSettings({ issuer: 'https://id.example' })
    expect(await ask(client, access)).toMatchObject({ active: true, iss: 'http://localhost:3000' })
  })

  test('stays as it is: neither session nor log of events changes', async () => {
    const { access } = await tokensOf(app, client, user)
    const before = [await database.userSession.findMany(), (await auditEntries(database)).length]
    app.clock.advance(60)
    expect(await ask(client, access)).toMatchObject({ active: true })
    expect([await database.userSession.findMany(), (await auditEntries(database)).length]).toEqual(
      before,
    )
  })

  test('of a client that is disabled counts, as at UserInfo', async () => {
    await link(api, 'tasks')
    const { access } = await tokensOf(app, client, user, 'tasks:read')
    await app.store.clients.update(client.id, { enabled: false })
    expect(await ask(api, access)).toMatchObject({ active: true })
  })
})

describe('inactive, with a reason in the log alone, is', () => {
  const reasons = () => {
    const spy = vi.spyOn(app.runtime.log, 'info')
    return () => {
      const records = spy.mock.calls.filter(([, text]) => text === 'introspection_inactive')
      spy.mockRestore()
      return records.map(([record]) => record)
    }
  }
  const expectReason = async (caller: TestClient, token: string, reason: string) => {
    const written = reasons()
    const response = await introspect(caller, { token })
    expect([response.status, await response.text()]).toEqual([200, '{"active":false}'])
    expect(written()).toEqual([
      { requestId: expect.any(String), clientIdentifier: caller.clientIdentifier, reason },
    ])
  }

  test.each([
    ['x', 'not_a_token'],
    ['a.b.c', 'not_a_token'],
    [`${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.e30.`, 'signature'],
    [`${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`, 'kind'],
  ])('the text %s', async (token, reason) => {
    await expectReason(client, token, reason)
  })

  test('a token for a resource that the caller is not linked to, until it is', async () => {
    const { access } = await tokensOf(app, client, user, 'tasks:read')
    await expectReason(api, access, 'not_linked')
    await link(api, 'notes')
    await expectReason(api, access, 'not_linked')
    await link(api, 'tasks')
    expect(await ask(api, access)).toMatchObject({ active: true })
    await app.store.introspectionLinks.remove(api.id, [resources.get('tasks') ?? 0])
    await expectReason(api, access, 'not_linked')
  })

  test('an ID token, and a token with another signature', async () => {
    const { access, id } = await tokensOf(app, client, user)
    await expectReason(client, id, 'kind')
    const [head, body] = access.split('.')
    await expectReason(client, `${head}.${body}.AAAA`, 'signature')
  })

  test('an expired token', async () => {
    const { access } = await tokensOf(app, client, user, 'openid offline_access')
    const start = app.clock.now()
    app.clock.advance(301)
    await expectReason(client, access, 'expired')
    app.clock.set(start)
  })

  test('a token of a user who is disabled', async () => {
    const { access, refresh: token } = await tokensOf(app, client, user)
    await app.store.users.change(user.id, { enabled: false })
    await expectReason(client, access, 'user_disabled')
    await expectReason(client, token, 'user_disabled')
  })

  test('a token from before the credentials changed', async () => {
    const { access, refresh: token } = await tokensOf(app, client, user, 'openid offline_access')
    await app.store.users.advanceAuthState(user.id)
    await expectReason(client, access, 'generation')
    await expectReason(client, token, 'generation')
  })

  test('a token whose session ended or rested too long', async () => {
    const { access, refresh: token } = await tokensOf(app, client, user)
    const start = app.clock.now()
    await app.changeSettings({ tokenExpirationInSeconds: 90_000 })
    const long = await tokensOf(app, client, user)
    await app.changeSettings({ tokenExpirationInSeconds: 300 })
    app.clock.advance(7_300)
    await expectReason(client, long.access, 'session_ended')
    app.clock.set(start)
    await database.userSession.deleteMany({ where: { userId: user.id } })
    await expectReason(client, access, 'session_ended')
    await expectReason(client, token, 'session_ended')
  })

  test('a token that was revoked', async () => {
    const tokens = await tokensOf(app, client, user)
    await clientEndpoint(app, '/auth/revoke')(client, { token: tokens.refresh })
    await expectReason(client, tokens.access, 'revoked')
    await expectReason(client, tokens.refresh, 'revoked')
  })

  test('a token of a client that is gone', async () => {
    await link(api, 'tasks')
    const { access } = await tokensOf(app, client, user, 'tasks:read')
    await app.store.clients.remove(client.id)
    expect(await ask(api, access)).toEqual(inactive)
  })
})

describe('a refresh token', () => {
  test.each([undefined, 'access_token', 'refresh_token', 'abc', ''])(
    'counts for its client, and for nobody else, with the hint %j',
    async (hint) => {
      const more: Record<string, string> = hint === undefined ? {} : { token_type_hint: hint }
      const { refresh: token } = await tokensOf(app, client, user, everything)
      const { payload } = readJwt(token)
      const { sub, iss, exp, iat, nbf, jti } = payload
      expect(await ask(client, token, more)).toEqual({
        active: true,
        scope: everything,
        client_id: client.clientIdentifier,
        ...{ sub, iss, exp, iat, nbf, jti },
      })
      const linked = await aClient(app.store)
      await link(linked, 'tasks', 'notes')
      expect(await ask(linked, token, more)).toEqual(inactive)
    },
  )

  test('that was rotated is inactive, and asking about it contains nothing', async () => {
    const first = await tokensOf(app, client, user)
    const next = (await refresh(app, client, first.refresh)).body.refresh_token ?? ''
    expect(await ask(client, first.refresh)).toEqual(inactive)
    expect(await ask(client, next)).toMatchObject({ active: true })
    expect((await refresh(app, client, next)).status).toBe(200)
    const events = (await auditEntries(database)).map(({ event }) => event)
    expect(events).not.toContain('refresh_token_replay_detected')
  })

  test('is inactive once it expired, or once its flow is off', async () => {
    const { refresh: token } = await tokensOf(app, client, user, 'openid offline_access')
    await app.store.clients.update(client.id, { authorizationCodeEnabled: false })
    expect(await ask(client, token)).toEqual(inactive)
    await app.store.clients.update(client.id, { authorizationCodeEnabled: true })
    expect(await ask(client, token)).toMatchObject({ active: true })
    const start = app.clock.now()
    app.clock.advance(31 * 24 * 3_600)
    expect(await ask(client, token)).toEqual(inactive)
    app.clock.set(start)
  })
})

describe('refused is', () => {
  const errorOf = async (response: Response) => [response.status, (await response.json()).error]

  test('a public client, a wrong secret, and a disabled client', async () => {
    const open = await aPublicClient(app.store)
    const response = await introspect(open, { token: 'x' })
    expect(response.status).toBe(401)
    expect(await response.json()).toEqual({
      error: 'invalid_client',
      error_description: 'Token introspection needs a confidential client.',
    })
    const wrong = { ...client, secret: 'wrong-secret' }
    expect(await errorOf(await introspect(wrong, { token: 'x' }))).toEqual([401, 'invalid_client'])
    const closed = await aClient(app.store, { enabled: false })
    expect(await errorOf(await introspect(closed, { token: 'x' }))).toEqual([401, 'invalid_client'])
  })

  test('a request without a token, or with it twice', async () => {
    expect(await errorOf(await introspect(client, {}))).toEqual([400, 'invalid_request'])
    const twice = [
      ['token', 'x'],
      ['token', 'x'],
    ] as const
    expect(await errorOf(await introspect(client, twice))).toEqual([400, 'invalid_request'])
  })
})

test('scripts of browsers may not read the answers, whatever their origin', async () => {
  const origin = 'https://spa.example'
  const asking = await aClient(app.store, { webOrigins: [origin] })
  const response = await introspect(asking, { token: 'x' }, { origin })
  expect([...response.headers.keys()].filter((name) => name.startsWith('access-'))).toEqual([])
})

test('an outage is an outage, never an inactive token', async () => {
  const { access } = await tokensOf(app, client, user, 'tasks:read')
  const failing = failingConfiguration(app.store, 'introspectedResources')
  const response = await introspect(api, { token: access })
  failing.mockRestore()
  expect([response.status, (await response.json()).error]).toEqual([500, 'server_error'])
})

test('while it is off it is not there', async () => {
  await app.changeSettings(everythingOff)
  const response = await introspect(client, { token: 'x' })
  expect([response.status, await response.text()]).toEqual([404, ''])
  expect((await app.fetch('/auth/introspect')).status).toBe(405)
})
