import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fileDatabase } from '#tests/support/file-database.ts'
import { auditEntries } from '#tests/support/granted.ts'
import { readJwt, redeem, refresh, requestToken, signIn } from '#tests/support/oauth.ts'
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
import { clientEndpoint, tokensOf, userinfoStatus } from './fixture.ts'

const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
const { client: database } = await fileDatabase()
const revoke = clientEndpoint(app, '/auth/revoke')
let user: TestUser
let client: TestClient
let other: TestClient

beforeAll(async () => {
  await aResource(app.store, 'tasks', ['read'])
  user = await aUser(app.store)
  await grantToUser(app.store, user, 'tasks:read', 'authserver:manage-account')
})
beforeEach(async () => {
  await app.changeSettings({ tokenRevocationEnabled: true })
  client = await aClient(app.store, { resourceOwnerPasswordCredentialsEnabled: true })
  other = await aClient(app.store)
})

const entries = async () =>
  (await auditEntries(database)).filter(({ event }) =>
    ['revoked_token', 'refresh_token_replay_detected'].includes(event),
  )
const errorOf = async (response: Response) => {
  const body = await response.json()
  return [response.status, body.error, body.error_description]
}
async function expectRevoked(response: Response) {
  expect([response.status, await response.text()]).toEqual([200, ''])
  expect(response.headers.get('cache-control')).toBe('no-store')
}

describe('a token that its client revokes', () => {
  test.each(['refresh', 'access'] as const)('takes its grant with it: %s', async (kind) => {
    const scope = 'openid authserver:manage-account'
    const tokens = await tokensOf(app, client, user, scope)
    await expectRevoked(await revoke(client, { token: tokens[kind] }))
    expect(await userinfoStatus(app, tokens.access)).toBe(401)
    const headers = { authorization: `Bearer ${tokens.access}` }
    expect((await app.fetch('/api/v1/account/profile', { headers })).status).toBe(401)
    const { status, body } = await refresh(app, client, tokens.refresh)
    expect([status, body.error, body.error_description]).toEqual([
      400,
      'invalid_grant',
      'This refresh token has been revoked.',
    ])
  })

  test('has one audit entry, with what it ended, however often it is revoked or presented', async () => {
    const before = (await entries()).length
    const { refresh: token } = await tokensOf(app, client, user)
    const jti = readJwt(token).payload.jti
    for (let i = 0; i < 3; i++) await expectRevoked(await revoke(client, { token }))
    await refresh(app, client, token)
    const written = (await entries()).slice(before)
    expect(written).toEqual([
      expect.objectContaining({
        event: 'revoked_token',
        details: {
          clientId: client.id,
          userId: user.id,
          grantId: expect.any(Number),
          presented: 'refresh_token',
          revokedRefreshTokenJtis: [jti],
        },
      }),
    ])
    expect(JSON.stringify(written)).not.toContain(token)
  })

  test('may be rotated or expired: its current token ends, and that is no replay', async () => {
    const before = (await entries()).length
    const first = await tokensOf(app, client, user, 'openid offline_access')
    const next = (await refresh(app, client, first.refresh)).body.refresh_token ?? ''
    await expectRevoked(await revoke(client, { token: first.refresh }))
    expect((await refresh(app, client, next)).status).toBe(400)
    expect((await entries()).slice(before).map(({ event }) => event)).toEqual(['revoked_token'])
    const late = await tokensOf(app, client, user, 'openid offline_access')
    const start = app.clock.now()
    app.clock.advance(400 * 24 * 3600)
    await expectRevoked(await revoke(client, { token: late.refresh }))
    app.clock.set(start)
    expect(await userinfoStatus(app, late.access)).toBe(401)
  })

  test('leaves the session, the consent and other grants of the client alone', async () => {
    const asking = await aClient(app.store, { consentRequired: true })
    const ended = await tokensOf(app, asking, user)
    const kept = await tokensOf(app, asking, user)
    await expectRevoked(await revoke(asking, { token: ended.refresh }))
    expect(await userinfoStatus(app, kept.access)).toBe(200)
    const { browser } = ended
    const again = await signIn(app, asking, user, { browser, request: { prompt: 'none' } })
    expect(again.code).not.toBe('')
  })

  test('of the password grant and of the implicit flow ends too', async () => {
    const { body } = await requestToken(app, client, {
      grant_type: 'password',
      username: user.email,
      password: user.password,
    })
    await expectRevoked(await revoke(client, { token: body.refresh_token ?? '' }))
    expect(await userinfoStatus(app, body.access_token ?? '')).toBe(401)
    const implicit = await aClient(app.store, { implicitGrantEnabled: true })
    const request = {
      response_type: 'token',
      code_challenge: undefined,
      code_challenge_method: undefined,
    }
    const { response } = await signIn(app, implicit, user, { request })
    const token = response.access_token ?? ''
    expect(await userinfoStatus(app, token)).toBe(200)
    await expectRevoked(await revoke(implicit, { token }))
    expect(await userinfoStatus(app, token)).toBe(401)
  })

  test('is found without a hint and in spite of a wrong one', async () => {
    for (const hint of ['access_token', 'refresh_token', 'abc', '']) {
      const { refresh: token, access } = await tokensOf(app, client, user)
      await expectRevoked(await revoke(client, { token, token_type_hint: hint }))
      expect(await userinfoStatus(app, access)).toBe(401)
    }
  })
})

describe('nothing happens, and the answer is the same, for', () => {
  test.each(['x', 'a.b.c', 'é', 'eyJhbGciOiJub25lIn0.e30.'])('the text %s', async (token) => {
    await expectRevoked(await revoke(client, { token }))
  })

  test('an ID token, and a token with another signature', async () => {
    const tokens = await tokensOf(app, client, user)
    await expectRevoked(await revoke(client, { token: tokens.id }))
    const [head, body] = tokens.refresh.split('.')
    await expectRevoked(await revoke(client, { token: `${head}.${body}.AAAA` }))
    expect(await userinfoStatus(app, tokens.access)).toBe(200)
    expect((await refresh(app, client, tokens.refresh)).status).toBe(200)
  })

  test('an expired access token, whose grant lives on', async () => {
    const tokens = await tokensOf(app, client, user, 'openid offline_access')
    const start = app.clock.now()
    app.clock.advance(3_600)
    await expectRevoked(await revoke(client, { token: tokens.access }))
    expect((await refresh(app, client, tokens.refresh)).status).toBe(200)
    app.clock.set(start)
  })
})

describe('refused is', () => {
  test('a token of another client', async () => {
    const tokens = await tokensOf(app, client, user)
    for (const token of [tokens.refresh, tokens.access]) {
      expect(await errorOf(await revoke(other, { token }))).toEqual([
        400,
        'invalid_grant',
        'The token was not issued to this client.',
      ])
    }
    expect(await userinfoStatus(app, tokens.access)).toBe(200)
  })

  test('a client’s own access token', async () => {
    await grantToClient(app.store, client, 'tasks:read')
    const { body } = await requestToken(app, client, { grant_type: 'client_credentials' })
    const token = body.access_token ?? ''
    const [status, error] = await errorOf(await revoke(client, { token }))
    expect([status, error]).toEqual([400, 'unsupported_token_type'])
    expect((await errorOf(await revoke(other, { token })))[1]).toBe('invalid_grant')
  })

  test('a request without a token, with it twice, or with a body that is too large', async () => {
    const missing = [400, 'invalid_request', 'Missing required token parameter.']
    expect(await errorOf(await revoke(client, {}))).toEqual(missing)
    expect(await errorOf(await revoke(client, { token: '' }))).toEqual(missing)
    const twice = [
      ['token', 'x'],
      ['token', 'x'],
    ] as const
    expect(await errorOf(await revoke(client, twice))).toEqual([
      400,
      'invalid_request',
      "The 'token' parameter was included more than once.",
    ])
    expect(await errorOf(await revoke(client, { token: 'x'.repeat(70_000) }))).toEqual([
      400,
      'invalid_request',
      'The request body could not be parsed.',
    ])
  })

  test('a client that does not authenticate', async () => {
    const { refresh: token, access } = await tokensOf(app, client, user)
    const wrong = { ...client, secret: 'wrong-secret' }
    const unknown = { ...client, clientIdentifier: 'nobody' }
    for (const stranger of [wrong, unknown]) {
      const response = await revoke(stranger, { token })
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toBe('Basic realm="authserver"')
    }
    const nameless = await app.post('/auth/revoke', { token })
    expect(await errorOf(nameless)).toEqual([
      400,
      'invalid_request',
      'Missing required client_id parameter.',
    ])
    await app.store.clients.update(client.id, { enabled: false })
    expect((await revoke(client, { token })).status).toBe(401)
    await app.store.clients.update(client.id, { enabled: true })
    expect(await userinfoStatus(app, access)).toBe(200)
  })

  test('every method but POST', async () => {
    const response = await app.fetch('/auth/revoke')
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
  })
})

describe('a browser application', () => {
  test('revokes its refresh token from its own origin', async () => {
    const origin = 'https://spa.example'
    const spa = await aPublicClient(app.store, { webOrigins: [origin] })
    const { refresh: token, access } = await tokensOf(app, spa, user)
    const preflight = await app.fetch('/auth/revoke', {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe(origin)
    const elsewhere = await revoke(spa, { token: 'x' }, { origin: 'https://elsewhere.example' })
    expect(elsewhere.headers.has('access-control-allow-origin')).toBe(false)
    const response = await revoke(spa, { token }, { origin })
    expect(response.headers.get('access-control-allow-origin')).toBe(origin)
    expect(response.headers.has('access-control-allow-credentials')).toBe(false)
    await expectRevoked(response)
    expect(await userinfoStatus(app, access)).toBe(401)
  })
})

describe('no token is usable after a revocation', () => {
  test('that raced with its refresh', async () => {
    for (let i = 0; i < 15; i++) {
      const tokens = await tokensOf(app, client, user)
      const [revoked, refreshed] = await Promise.all([
        revoke(client, { token: tokens.refresh }),
        refresh(app, client, tokens.refresh),
      ])
      expect(revoked.status).toBe(200)
      const { access_token: access = '', refresh_token: next = '' } = refreshed.body
      if (refreshed.status === 200) {
        expect(await userinfoStatus(app, access)).toBe(401)
        expect((await refresh(app, client, next)).status).toBe(400)
      }
      expect(await userinfoStatus(app, tokens.access)).toBe(401)
    }
  })
})

test('while it is off it is not there, for its methods and in discovery', async () => {
  await app.changeSettings(everythingOff)
  const response = await revoke(client, { token: 'x' })
  expect([response.status, await response.text()]).toEqual([404, ''])
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect((await app.fetch('/auth/revoke')).status).toBe(405)
  const document = await (await app.fetch('/.well-known/openid-configuration')).json()
  expect(document).not.toHaveProperty('revocation_endpoint')
})

test('a code that is redeemed at the same time gives no usable token', async () => {
  for (let i = 0; i < 5; i++) {
    const signedIn = await signIn(app, client, user)
    const { body } = await redeem(app, client, signedIn)
    const [again] = await Promise.all([
      redeem(app, client, signedIn),
      revoke(client, { token: body.refresh_token ?? '' }),
    ])
    expect(again.status).toBe(400)
    expect(await userinfoStatus(app, body.access_token ?? '')).toBe(401)
  }
})
