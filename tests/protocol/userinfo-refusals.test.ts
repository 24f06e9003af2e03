import fc from 'fast-check'
import { SignJWT } from 'jose'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { randomUuid } from '#lib/base/crypto/random.ts'
import { epochSeconds } from '#lib/base/time/clock.ts'
import { aClient, aUser, type TestClient, type TestUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { testStart } from '#tests/support/settings.ts'
import { clientToken, sign, userToken } from './issued-tokens.ts'

const tested = await server()
const { store, fetch, post, clock } = tested
const { prisma: database } = tested.runtime.database

let client: TestClient
let user: TestUser
let token = ''

beforeAll(async () => {
  client = await aClient(store)
  user = await aUser(store)
  token = (await userToken(tested, { user, client })).token
})

function ask(authorization: string, init: RequestInit = {}): Promise<Response> {
  return fetch('/userinfo', { ...init, headers: { ...init.headers, authorization } })
}

const formType = { 'content-type': 'application/x-www-form-urlencoded' }

function form(body: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch('/userinfo', { method: 'POST', body, headers: { ...formType, ...headers } })
}

/** Checks the whole answer: status, JSON body, challenge and cache headers. */
async function expectRefusal(
  response: Response,
  status: number,
  error: string,
  description: string,
): Promise<void> {
  const { headers } = response
  const scope = status === 403 ? ', scope="openid"' : ''
  expect([response.status, await response.json()]).toEqual([
    status,
    { error, error_description: description },
  ])
  expect(headers.get('www-authenticate')).toBe(
    `Bearer realm="authserver", error="${error}", error_description="${description}"${scope}`,
  )
  expect(headers.get('content-type')).toBe('application/json')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('pragma')).toBe('no-cache')
}

const expectInvalid = (response: Response) =>
  expectRefusal(response, 401, 'invalid_token', 'The access token is invalid.')
const expectTerminated = (response: Response) =>
  expectRefusal(response, 401, 'invalid_token', 'Session has been terminated')
const expectExpired = (response: Response) =>
  expectRefusal(response, 401, 'invalid_token', 'Session has expired')
const expectInsufficient = (response: Response) =>
  expectRefusal(response, 403, 'insufficient_scope', 'Insufficient scope.')

describe('without a token', () => {
  it.each<[string, () => Promise<Response>]>([
    ['by GET', () => fetch('/userinfo')],
    ['by POST', () => fetch('/userinfo', { method: 'POST' })],
    ['with a token in the query', () => fetch(`/userinfo?access_token=${token}`)],
    ['with a token in the query of a POST', () => post(`/userinfo?access_token=${token}`, {})],
    ['with another scheme', () => ask('Basic YTpi')],
    ['with the scheme alone', () => ask('Bearer')],
    [
      'with a token in a JSON body',
      () =>
        fetch('/userinfo', {
          method: 'POST',
          body: JSON.stringify({ access_token: token }),
          headers: { 'content-type': 'application/json' },
        }),
    ],
  ])('the answer is 401 with the bare challenge and no body %s', async (_, send) => {
    const response = await send()
    expect([response.status, await response.text()]).toEqual([401, ''])
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="authserver"')
    expect(response.headers.get('cache-control')).toBe('no-store')
  })
})

describe('a token sent twice or unreadably is answered 400 invalid_request', () => {
  it.each<[string, string, () => Promise<Response>]>([
    [
      'two headers',
      'The Authorization header must be sent once.',
      () => ask(`Bearer ${token}, Bearer ${token}`),
    ],
    [
      'two parameters',
      'The access_token parameter must be sent once.',
      () => form(`access_token=${token}&access_token=${token}`),
    ],
    [
      'header and parameter',
      'The access token must be sent by one method only.',
      () => form(`access_token=${token}`, { authorization: `Bearer ${token}` }),
    ],
    [
      'a bad percent escape',
      'The request body could not be parsed.',
      () => form('access_token=%G1'),
    ],
    [
      'more than 64 KiB',
      'The request body could not be parsed.',
      () => form(`access_token=${token}&filler=${'a'.repeat(65_536)}`),
    ],
  ])('%s', async (_, description, send) => {
    await expectRefusal(await send(), 400, 'invalid_request', description)
  })
})

describe('what is no access token of ours is answered 401 invalid_token', () => {
  it.each<[string, () => Promise<string> | string]>([
    ['garbage', () => 'abc'],
    ['three empty parts', () => '..'],
    ['a token with a changed signature', () => `${token.slice(0, -6)}AAAAAA`],
    ['a token with changed claims', () => withClaims(token, { sub: randomUuid() })],
    ['a token with the algorithm none', () => withHeader(token, { alg: 'none', typ: 'at+jwt' })],
    [
      'a token signed by a secret',
      () => foreignToken(new TextEncoder().encode('x'.repeat(32)), 'HS256'),
    ],
    ['an ID token', async () => (await userToken(tested, { user, client, typ: 'JWT' })).token],
    [
      'a refresh token',
      async () => (await userToken(tested, { user, client, typ: 'rt+jwt' })).token,
    ],
    ['a token that expires this second', () => expiringToken(0)],
    ['a token that has expired', () => expiringToken(-1)],
    ['a token without exp', () => sign(tested, 'at+jwt', { sub: 'x', exp: undefined })],
    ['a token that is not valid yet', () => notYetValidToken()],
    ['a token without client', async () => withoutClaim({ client_id: undefined })],
    ['a token whose generation is no number', () => withoutClaim({ auth_state_generation: '0' })],
    ['a token of a key that is no longer listed', () => tokenOfUnknownKey()],
  ])('%s', async (_, make) => {
    await expectInvalid(await ask(`Bearer ${await make()}`))
  })

  function expiringToken(seconds: number): Promise<string> {
    return withoutClaim({ exp: epochSeconds(clock.now()) + seconds })
  }

  function notYetValidToken(): Promise<string> {
    return withoutClaim({ nbf: epochSeconds(clock.now()) + 60 })
  }

  async function withoutClaim(claims: Record<string, unknown>): Promise<string> {
    return (await userToken(tested, { user, client, claims })).token
  }

  function tokenOfUnknownKey(): string {
    return withHeader(token, { alg: 'RS256', typ: 'at+jwt', kid: randomUuid() })
  }

  function foreignToken(secret: Uint8Array, alg: string): Promise<string> {
    return new SignJWT({ scope: 'openid', auth_time: 1 })
      .setProtectedHeader({ alg, typ: 'at+jwt', kid: kidOf(token) })
      .setSubject(user.subject)
      .setExpirationTime(epochSeconds(clock.now()) + 60)
      .sign(secret)
  }

  function kidOf(jws: string): string {
    return JSON.parse(Buffer.from(jws.split('.')[0] ?? '', 'base64url').toString()).kid
  }

  function withHeader(jws: string, header: object): string {
    const [, payload = '', signature = ''] = jws.split('.')
    return [encode(header), payload, signature].join('.')
  }

  function withClaims(jws: string, claims: object): string {
    const [header = '', payload = '', signature = ''] = jws.split('.')
    const old = JSON.parse(Buffer.from(payload, 'base64url').toString())
    return [header, encode({ ...old, ...claims }), signature].join('.')
  }

  function encode(value: object): string {
    return Buffer.from(JSON.stringify(value)).toString('base64url')
  }
})

describe('a token without the scope openid is answered 403 insufficient_scope', () => {
  it('when a user granted other scopes', async () => {
    const { token } = await userToken(tested, { user, client, scope: 'authserver:manage-account' })
    await expectInsufficient(await ask(`Bearer ${token}`))
  })

  it("when it is a client's own", async () => {
    const own = await clientToken(tested, client, 'authserver:manage')
    await expectInsufficient(await ask(`Bearer ${own}`))
  })

  it('when it names a user as subject and has openid, but no sign-in of a user', async () => {
    const forged = await clientToken(tested, client, 'openid', { sub: user.subject })
    await expectInsufficient(await ask(`Bearer ${forged}`))
  })

  it('before the state of the user is told', async () => {
    const disabled = await aUser(store, { enabled: false })
    const { token } = await userToken(tested, { user: disabled, client, scope: 'email' })
    await expectInsufficient(await ask(`Bearer ${token}`))
  })
})

describe('a terminated session is answered 401 "Session has been terminated"', () => {
  type Change = (user: TestUser, sessionId: number | undefined) => Promise<unknown>
  const changes: [string, Change][] = [
    [
      'the user is disabled',
      ({ id }) => database.user.update({ where: { id }, data: { enabled: false } }),
    ],
    ['the user is deleted', ({ id }) => database.user.delete({ where: { id } })],
    [
      "the user's credentials changed",
      ({ id }) =>
        database.user.update({ where: { id }, data: { authStateGeneration: { increment: 1 } } }),
    ],
    [
      'the grant is revoked',
      ({ id }) =>
        store.grants.revoke({ userId: id, exceptOfSession: '' }, clock.now(), 'code_replay'),
    ],
    ['the grant is gone', ({ id }) => database.grant.deleteMany({ where: { userId: id } })],
  ]

  it.each(changes)('when %s, for a token with a session', async (_, change) => {
    const leaving = await aUser(store)
    const { token, session } = await userToken(tested, { user: leaving, client })
    expect((await ask(`Bearer ${token}`)).status).toBe(200)
    await change(leaving, session?.id)
    await expectTerminated(await ask(`Bearer ${token}`))
  })

  it.each(changes)('when %s, for a token without a session', async (_, change) => {
    const leaving = await aUser(store)
    const { token } = await userToken(tested, { user: leaving, client, session: null })
    expect((await ask(`Bearer ${token}`)).status).toBe(200)
    await change(leaving, undefined)
    await expectTerminated(await ask(`Bearer ${token}`))
  })

  it('when the user signed out', async () => {
    const { token, session } = await userToken(tested, { user, client })
    await store.sessions.remove(session?.id ?? 0)
    await expectTerminated(await ask(`Bearer ${token}`))
  })

  it('when the client is deleted', async () => {
    const leaving = await aClient(store)
    const { token } = await userToken(tested, { user, client: leaving })
    await database.client.delete({ where: { id: leaving.id } })
    await expectTerminated(await ask(`Bearer ${token}`))
  })

  it('but not when another session of the user ended', async () => {
    const ended = await userToken(tested, { user, client })
    const kept = await userToken(tested, { user, client })
    const offline = await userToken(tested, { user, client, session: null })
    await store.sessions.remove(ended.session?.id ?? 0)
    expect((await ask(`Bearer ${kept.token}`)).status).toBe(200)
    expect((await ask(`Bearer ${offline.token}`)).status).toBe(200)
  })

  it('but not when another grant was revoked', async () => {
    const kept = await userToken(tested, { user, client })
    const revoked = await userToken(tested, { user, client })
    await store.grants.revoke({ id: revoked.grant.id }, clock.now(), 'code_replay')
    expect((await ask(`Bearer ${kept.token}`)).status).toBe(200)
    await expectTerminated(await ask(`Bearer ${revoked.token}`))
  })

  it('but not for a session that was promoted when its user changed the password', async () => {
    const promoted = await aUser(store)
    const { token, session } = await userToken(tested, { user: promoted, client })
    await database.user.update({ where: { id: promoted.id }, data: { authStateGeneration: 1 } })
    await store.sessions.update(session?.id ?? 0, { authStateGeneration: 1 })
    expect((await ask(`Bearer ${token}`)).status).toBe(200)
  })
})

describe('an expired session is answered 401 "Session has expired"', () => {
  const { userSessionIdleTimeoutInSeconds: idle, userSessionMaxLifetimeInSeconds: longest } = {
    userSessionIdleTimeoutInSeconds: 7200,
    userSessionMaxLifetimeInSeconds: 86_400,
  }

  it('after the idle timeout, the last moment of which still counts', async () => {
    const { token } = await userToken(tested, { user, client })
    clock.set(new Date(testStart.getTime() + idle * 1000))
    const inTime = await ask(`Bearer ${token}`)
    clock.advance(1)
    const late = await ask(`Bearer ${token}`)
    clock.set(testStart)
    expect(inTime.status).toBe(200)
    await expectExpired(late)
  })

  it('after the maximum lifetime, however lately it was used', async () => {
    const { token, session } = await userToken(tested, { user, client })
    clock.set(new Date(testStart.getTime() + longest * 1000))
    await store.sessions.update(session?.id ?? 0, { lastAccessed: clock.now() })
    const inTime = await ask(`Bearer ${token}`)
    clock.advance(1)
    const late = await ask(`Bearer ${token}`)
    clock.set(testStart)
    expect(inTime.status).toBe(200)
    await expectExpired(late)
  })

  it('and is not prolonged by calls of UserInfo', async () => {
    const { token, session } = await userToken(tested, { user, client })
    clock.advance(60)
    await ask(`Bearer ${token}`)
    clock.set(testStart)
    const row = await store.sessions.findByIdentifier(session?.sessionIdentifier ?? '')
    expect(row?.lastAccessed).toEqual(session?.lastAccessed)
  })
})

describe('whatever happens', () => {
  it('an outage is 500 server_error with the request id, never a pass', async () => {
    const find = vi.spyOn(store.tokenHolders, 'find')
    find.mockRejectedValueOnce(new Error('the database is gone'))
    const response = await ask(`Bearer ${token}`, { headers: { 'x-test-request-id': 'r-1' } })
    find.mockRestore()
    const body = await response.json()
    expect([response.status, body.error]).toEqual([500, 'server_error'])
    expect(body.error_description).toMatch(/r-1$/)
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  it('no header and no form makes the server fail', async () => {
    const printable = fc.string({
      unit: fc.integer({ min: 32, max: 255 }).map((code) => String.fromCharCode(code)),
    })
    await fc.assert(
      fc.asyncProperty(printable, printable, fc.boolean(), async (header, body, isBearer) => {
        const authorization = `${isBearer ? 'Bearer ' : ''}${header}`.replaceAll('\u007f', '')
        const response = await fetch('/userinfo', {
          method: 'POST',
          body: isBearer ? body : `access_token=${body}`,
          headers: { ...formType, authorization },
        })
        expect(response.status).toBeGreaterThanOrEqual(400)
        expect(response.status).toBeLessThan(500)
      }),
      { numRuns: 200 },
    )
  })

  it('other methods are refused with 405', async () => {
    for (const method of ['HEAD', 'PUT', 'PATCH', 'DELETE']) {
      const response = await ask(`Bearer ${token}`, { method })
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, POST, OPTIONS'])
      expect(response.headers.get('cache-control')).toBe('no-store')
    }
  })
})
