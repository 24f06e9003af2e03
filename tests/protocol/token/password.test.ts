import { hash } from '@node-rs/argon2'
import { beforeAll, describe, expect, test } from 'vitest'
import { epochSeconds } from '#lib/base/time/clock.ts'
import { requestToken } from '#tests/support/oauth.ts'
import {
  aClient,
  aGroup,
  aResource,
  aUser,
  grantToGroup,
  grantToUser,
  type TestClient,
  type TestUser,
} from '#tests/support/people.ts'
import { server, type TestServer } from '#tests/support/server.ts'
import { audited, readToken, userinfoStatus } from './world.ts'

describe('grant password', () => {
  let app: TestServer
  let client: TestClient
  let user: TestUser

  beforeAll(async () => {
    app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
    client = await aClient(app.store, { resourceOwnerPasswordCredentialsEnabled: true })
    user = await aUser(app.store)
    await aResource(app.store, 'orders', ['read', 'write'])
    await grantToUser(app.store, user, 'orders:read')
  })

  function ask(
    changes: Readonly<Record<string, string | undefined>> = {},
    by: TestClient = client,
  ) {
    return requestToken(app, by, {
      grant_type: 'password',
      username: user.email,
      password: user.password,
      ...changes,
    })
  }

  test('scope is openid when omitted; the tokens name no session', async () => {
    const { status, body } = await ask()
    expect([status, body.scope]).toEqual([200, 'openid'])
    const access = readToken(body.access_token).payload
    expect(access).toMatchObject({
      sub: user.subject,
      auth_time: epochSeconds(app.clock.now()),
      acr: 'urn:authserver:level1',
      amr: ['pwd'],
      grant_id: expect.any(String),
    })
    expect(access).not.toHaveProperty('sid')
    expect(readToken(body.id_token).payload).not.toHaveProperty('sid')
    const refreshToken = readToken(body.refresh_token).payload
    expect(refreshToken).not.toHaveProperty('sid')
    expect(refreshToken).toHaveProperty('offline_access_max_lifetime')
    expect(await userinfoStatus(app, body.access_token ?? '')).toBe(200)
    expect((await audited(app, 'token_issued_ropc_response')).at(-1)).toEqual({
      userId: user.id,
      clientId: client.id,
    })
  })

  test('the address is trimmed and read in any case', async () => {
    expect((await ask({ username: ` ${user.email.toUpperCase()} ` })).status).toBe(200)
  })

  test('off for the client, or for all when the client says nothing', async () => {
    const off = await aClient(app.store, { resourceOwnerPasswordCredentialsEnabled: false })
    const unset = await aClient(app.store)
    for (const by of [off, unset]) {
      const { status, body } = await ask({}, by)
      expect([status, body.error]).toEqual([400, 'unauthorized_client'])
    }
    await app.changeSettings({ resourceOwnerPasswordCredentialsEnabled: true })
    expect((await ask({}, unset)).status).toBe(200)
    expect((await ask({}, off)).body.error).toBe('unauthorized_client')
    await app.changeSettings({ resourceOwnerPasswordCredentialsEnabled: false })
  })

  test.each(['username', 'password'])('%s is required', async (name) => {
    const { status, body } = await ask({ [name]: undefined })
    expect([status, body.error]).toEqual([400, 'invalid_request'])
    expect(body.error_description).toMatch(name)
  })

  test('unknown user, wrong password and no password are told alike, and audited', async () => {
    const passwordless = await aUser(app.store, { passwordHash: '' })
    const answers = [
      await ask({ password: 'wrong' }),
      await ask({ username: 'nobody@example.org' }),
      await ask({ username: passwordless.email }),
    ]
    for (const { status, body } of answers) {
      expect(status).toBe(400)
      expect(body).toEqual({
        error: 'invalid_grant',
        error_description: 'Invalid user credentials.',
      })
    }
    expect((await audited(app, 'ropc_auth_failed')).map(({ email }) => email)).toEqual([
      user.email,
      'nobody@example.org',
      passwordless.email,
    ])
  })

  test.each([
    ['disabled', { enabled: false }, /disabled/],
    ['with two-factor authentication', { otpEnabled: true }, /two-factor/],
  ])('a user %s: told only after the right password', async (_, columns, text) => {
    const person = await aUser(app.store, columns)
    const right = await ask({ username: person.email })
    expect([right.status, right.body.error]).toEqual([400, 'invalid_grant'])
    expect(right.body.error_description).toMatch(text)
    const wrong = await ask({ username: person.email, password: 'wrong' })
    expect(wrong.body.error_description).toBe('Invalid user credentials.')
  })

  test.each([
    ['an unknown permission', 'openid orders:eat'],
    ['a permission not held', 'openid orders:write'],
    ['malformed', 'openid orders'],
    ['offline_access alone', 'offline_access'],
    ['blanks', ' '],
  ])('scope refused, never narrowed: %s', async (_, scope) => {
    const { status, body } = await ask({ scope })
    expect([status, body.error]).toEqual([400, 'invalid_scope'])
  })

  test('permissions held directly or through a group are issued', async () => {
    const group = await aGroup(app.store, {}, [user])
    await aResource(app.store, 'reports', ['read'])
    await grantToGroup(app.store, group, 'reports:read')
    const { body } = await ask({ scope: 'orders:read reports:read' })
    expect(body.scope).toBe('orders:read reports:read')
    expect(body.id_token).toBeUndefined()
    expect(body.refresh_token).toBeDefined()
  })

  test('an administrative scope needs the client’s allowance', async () => {
    await grantToUser(app.store, user, 'authserver:manage')
    const { status, body } = await ask({ scope: 'openid authserver:manage' })
    expect(status).toBe(400)
    expect(body).toEqual({
      error: 'invalid_scope',
      error_description:
        "The client is not allowed to request the administrative scope 'authserver:manage'.",
    })
    expect((await audited(app, 'administrative_scope_refused')).at(-1)).toMatchObject({
      grantType: 'password',
      scope: 'authserver:manage',
      userId: user.id,
    })
    const allowed = await aClient(app.store, {
      resourceOwnerPasswordCredentialsEnabled: true,
      administrativeScopesAllowed: true,
    })
    expect((await ask({ scope: 'openid authserver:manage' }, allowed)).status).toBe(200)
  })

  test('a client without the allowance is not told who holds the permission; the entry is written', async () => {
    const ordinary = await aUser(app.store)
    const administrator = await aUser(app.store)
    await grantToUser(app.store, administrator, 'authserver:manage')
    const scope = 'openid authserver:manage'
    const answers = []
    for (const { email: username, id } of [ordinary, administrator]) {
      const { status, body } = await ask({ username, scope })
      answers.push([status, body])
      const entry = (await audited(app, 'administrative_scope_refused')).at(-1)
      expect(entry).toMatchObject({ grantType: 'password', userId: id })
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toMatchObject([400, { error: 'invalid_scope' }])
  })

  test('a hash with old parameters is renewed by a successful sign-in', async () => {
    const passwordHash = await hash('Battery-staple-7', { memoryCost: 16, timeCost: 1 })
    const person = await aUser(app.store, { passwordHash })
    expect((await ask({ username: person.email })).status).toBe(200)
    const stored = await app.store.users.findById(person.id)
    expect(stored?.passwordHash).not.toBe(person.passwordHash)
    expect((await ask({ username: person.email })).status).toBe(200)
  })

  test('its tokens stop when the credentials change', async () => {
    const person = await aUser(app.store)
    const { body } = await ask({ username: person.email })
    await app.store.users.advanceAuthState(person.id)
    expect(await userinfoStatus(app, body.access_token ?? '')).toBe(401)
  })
})

describe('grant password: limits', () => {
  let app: TestServer
  let client: TestClient

  beforeAll(async () => {
    app = await server()
    client = await aClient(app.store, { resourceOwnerPasswordCredentialsEnabled: true })
  })

  const ask = (username: string, password: string, ip: string) =>
    app.post(
      '/auth/token',
      {
        grant_type: 'password',
        client_id: client.clientIdentifier,
        client_secret: client.secret,
        username,
        password,
      },
      { headers: { 'x-test-peer': ip } },
    )

  test('30 failures a minute and address, whoever is meant', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 31; i++) {
      const response = await ask(`nobody-${i}@example.org`, 'wrong', '192.0.2.1')
      statuses.push(response.status)
      if (i < 30) continue
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(await response.json()).toEqual({
        error: 'invalid_request',
        error_description: 'Too many requests. Please wait and try again later.',
      })
    }
    expect(statuses).toEqual([...Array(30).fill(400), 429])
    const { email, password } = await aUser(app.store)
    expect((await ask(email, password, '192.0.2.1')).status).toBe(429)
    expect((await ask(email, password, '192.0.2.2')).status).toBe(200)
  })

  test('10 failures of an account from one address; successes charge nothing', async () => {
    const user = await aUser(app.store)
    for (let i = 0; i < 12; i++) {
      expect((await ask(user.email, user.password, '192.0.2.3')).status).toBe(200)
    }
    for (let i = 0; i < 10; i++) {
      expect((await ask(` ${user.email} `, 'wrong', '192.0.2.3')).status).toBe(400)
    }
    expect((await ask(user.email.toUpperCase(), user.password, '192.0.2.3')).status).toBe(429)
    expect((await ask(user.email, user.password, '192.0.2.4')).status).toBe(200)
  })

  test('the other grants are not limited', async () => {
    for (let i = 0; i < 40; i++) {
      const response = await app.post(
        '/auth/token',
        { grant_type: 'client_credentials', client_id: 'nobody' },
        { headers: { 'x-test-peer': '192.0.2.5' } },
      )
      expect(response.status).toBe(401)
    }
  })
})
