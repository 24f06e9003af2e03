import { Writable } from 'node:stream'
import { pino } from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { aCode, tokensOf } from '#tests/protocol/token/world.ts'
import { failingConfiguration } from '#tests/support/failing-configuration.ts'
import { redeem, refresh, requestToken, type TokenAnswer } from '#tests/support/oauth.ts'
import {
  aClient,
  aUser,
  grantToClient,
  type TestClient,
  type TestUser,
} from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'

const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
const { store } = app
let client: TestClient
let user: TestUser

beforeAll(async () => {
  client = await aClient(store, { resourceOwnerPasswordCredentialsEnabled: true })
  await grantToClient(store, client, 'authserver:admin-read')
  user = await aUser(store)
})

const noStore = ({ headers }: Pick<TokenAnswer, 'headers'>) => [
  headers.get('content-type'),
  headers.get('cache-control'),
  headers.get('pragma'),
]
const expectedHeaders = ['application/json', 'no-store', 'no-cache']

const byPassword = (scope?: string) =>
  requestToken(app, client, {
    grant_type: 'password',
    username: user.email,
    password: user.password,
    scope,
  })

describe('the success body has exactly the fields that have a value', () => {
  const plain = ['access_token', 'token_type', 'expires_in']
  const renewable = ['refresh_token', 'refresh_expires_in', 'scope']
  test.each<[string, () => Promise<TokenAnswer>, string[]]>([
    [
      'authorization_code with openid',
      async () => redeem(app, client, await aCode(app, client, user)),
      [...plain, 'id_token', ...renewable],
    ],
    [
      'authorization_code without openid',
      async () => redeem(app, client, await aCode(app, client, user, { scope: 'profile' })),
      [...plain, ...renewable],
    ],
    [
      'refresh_token',
      async () => refresh(app, client, (await tokensOf(app, client, user)).refresh_token),
      [...plain, 'id_token', ...renewable],
    ],
    [
      'refresh_token narrowed to a scope without openid',
      async () => {
        const { refresh_token } = await tokensOf(app, client, user, { scope: 'openid email' })
        return refresh(app, client, refresh_token, { scope: 'email' })
      },
      [...plain, ...renewable],
    ],
    [
      'client_credentials',
      () => requestToken(app, client, { grant_type: 'client_credentials' }),
      [...plain, 'scope'],
    ],
    ['password, without a scope', () => byPassword(), [...plain, 'id_token', ...renewable]],
    ['password without openid', () => byPassword('email'), [...plain, ...renewable]],
  ])('%s', async (_, ask, fields) => {
    const answer = await ask()
    expect(answer.status).toBe(200)
    expect(noStore(answer)).toEqual(expectedHeaders)
    expect(Object.keys(answer.body).sort()).toEqual([...fields].sort())
    expect(Object.values(answer.body)).not.toContain(null)
    expect(answer.body).toMatchObject({ token_type: 'Bearer', expires_in: 300 })
  })
})

test('expires_in is the client’s own, or the one of the server', async () => {
  await app.changeSettings({ tokenExpirationInSeconds: 240 })
  const own = await aClient(store, { tokenExpirationInSeconds: 77 })
  expect((await tokensOf(app, client, user)).expires_in).toBe(240)
  expect((await tokensOf(app, own, user)).expires_in).toBe(77)
  await app.changeSettings({ tokenExpirationInSeconds: 300 })
})

describe('every refusal of the table of errors has its status and its headers', () => {
  const code = async () => ({
    grant_type: 'authorization_code',
    code: (await aCode(app, client, user)).code,
    redirect_uri: client.redirectUri,
  })
  test.each<[string, number, () => Promise<TokenAnswer>]>([
    ['invalid_request', 400, async () => requestToken(app, client, await code())],
    [
      'invalid_client',
      401,
      () => requestToken(app, { ...client, secret: 'wrong' }, { grant_type: 'password' }),
    ],
    ['invalid_grant', 400, () => refresh(app, client, 'x.y.z')],
    [
      'unauthorized_client',
      400,
      async () => {
        const closed = await aClient(store, { clientCredentialsEnabled: false })
        return requestToken(app, closed, { grant_type: 'client_credentials' })
      },
    ],
    ['unsupported_grant_type', 400, () => requestToken(app, client, { grant_type: 'implicit' })],
    [
      'invalid_scope',
      400,
      () => requestToken(app, client, { grant_type: 'client_credentials', scope: 'openid' }),
    ],
  ])('%s is %i', async (error, status, ask) => {
    const answer = await ask()
    expect([answer.status, answer.body.error]).toEqual([status, error])
    expect(noStore(answer)).toEqual(expectedHeaders)
    expect(Object.keys(answer.body)).toEqual(['error', 'error_description'])
    expect(answer.body.error_description).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]{1,512}$/)
    const challenge = status === 401 ? 'Basic realm="authserver"' : null
    expect(answer.headers.get('www-authenticate')).toBe(challenge)
  })

  test('server_error is 500, and its description ends with the request id', async () => {
    const outage = new Error('postgresql://secret@host is away')
    const failing = failingConfiguration(store, 'client', outage)
    const response = await app.post(
      '/auth/token',
      { grant_type: 'client_credentials', client_id: 'x' },
      { headers: { 'x-test-request-id': 'request-17' } },
    )
    failing.mockRestore()
    const body = await response.json()
    expect([response.status, body.error]).toEqual([500, 'server_error'])
    expect(body.error_description).toMatch(/request-17$/)
    expect(body.error_description).not.toContain('secret')
    expect(noStore(response)).toEqual(expectedHeaders)
  })
})

test('each refusal of client authentication is logged as a warning: who, from where, no secret', async () => {
  const lines: string[] = []
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const quiet = app.runtime.log
  const disabled = await aClient(store, { enabled: false })
  Object.assign(app.runtime, { log: pino({ level: 'warn' }, sink) })
  for (const asking of [
    { ...client, clientIdentifier: 'nobody', secret: 'a-wrong-secret' },
    { ...client, secret: 'a-wrong-secret' },
    { ...disabled, secret: 'a-wrong-secret' },
    { ...client, secret: '' },
  ]) {
    const { status } = await requestToken(app, asking, { grant_type: 'client_credentials' })
    expect(status).toBe(401)
  }
  Object.assign(app.runtime, { log: quiet })
  expect(lines).toHaveLength(4)
  for (const line of lines) {
    expect(JSON.parse(line)).toMatchObject({
      level: 40,
      error: 'invalid_client',
      cause: { clientIdentifier: expect.any(String), ip: '127.0.0.1' },
    })
    expect(line).not.toContain('a-wrong-secret')
  }
  expect(lines[0]).toContain('nobody')
})
