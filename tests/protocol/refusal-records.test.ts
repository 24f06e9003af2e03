import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addSeconds } from '#lib/base/time/clock.ts'
import { flushRefusals } from '#lib/domain/audit/refusal-recorder.ts'
import { apiClient, call } from '#tests/support/api.ts'
import { authorizePath, basicHeader, redeem, refresh, requestToken } from '#tests/support/oauth.ts'
import { aClient, aUser, type TestClient } from '#tests/support/people.ts'
import { server, type TestServer } from '#tests/support/server.ts'
import { testStart } from '#tests/support/settings.ts'
import { aCode } from './token/world.ts'

let app: TestServer
let client: TestClient

beforeAll(async () => {
  app = await server()
  client = await aClient(app.store, { redirectUris: ['https://shop.example/cb'] })
})

beforeEach(() => {
  app.clock.set(testStart)
  return app.changeSettings({ refusalRecordsEnabled: true })
})

/** The records that some work leaves, oldest first. */
async function recordsOf(work: () => Promise<unknown>) {
  await flushRefusals(app)
  const [before] = await app.store.refusalRecords.list({}, undefined, 1)
  await work()
  await flushRefusals(app)
  const records = await app.store.refusalRecords.list({}, undefined, 100)
  return records
    .filter(({ id }) => id > (before?.id ?? 0))
    .toReversed()
    .map((record) => ({ ...record, facts: JSON.parse(record.facts) }))
}

const asked = (redirectUri: string) =>
  app.fetch(authorizePath({ ...client, redirectUri }), { redirect: 'manual' })

test('a pushed request with two client IDs is recorded as that, not as one without', async () => {
  await app.changeSettings({ pushedAuthorizationRequestsEnabled: true })
  const headers = { authorization: basicHeader(client) }
  const [record] = await recordsOf(() =>
    app.post('/auth/par', { client_id: 'another', response_type: 'code' }, { headers }),
  )
  expect(record).toMatchObject({ rule: 'client_credentials_twice', clientId: client.id })
})

describe('a refused authorization request', () => {
  test.each([
    ['https://shop.example/cb/', 'final_slash', true],
    ['https://shop.example/Cb', 'case', true],
    ['http://shop.example/cb', 'http_instead_of_https', false],
    ['https://shop.example/other', 'path', true],
    ['https://shop.example:8443/cb', 'other', false],
    ['https://shop.example.evil.test/cb', 'other', false],
    ['https://evil.test/cb', 'other', false],
  ])('tells how %s differs from the registered one', async (sent, difference, mayAdd) => {
    const [record] = await recordsOf(() => asked(sent))
    expect(record).toMatchObject({
      endpoint: '/auth/authorize',
      rule: 'redirect_uri_not_registered',
      status: 400,
      clientId: client.id,
      clientIdentifier: client.clientIdentifier,
      facts: { received: sent, registered: 'https://shop.example/cb', difference, mayAdd },
    })
  })

  test('keeps no user information, no value of the query and no fragment of a redirect URI', async () => {
    const [record] = await recordsOf(() =>
      asked('https://me:pw@shop.example/cb?token=secret1#secret2'),
    )
    expect(JSON.stringify(record)).not.toMatch(/secret|me:pw/)
  })

  test.each([
    ['https://shop.example/\\u0000', 'https://shop.example/\\u0000'],
    ['https://shop.example/\\', 'https://shop.example/\\'],
    ['https://shop.example/"\u2028', 'https://shop.example/"\u2028'],
  ])('keeps %j readable for administrators', async (sent, received) => {
    const of = await aClient(app.store, { redirectUris: ['https://shop.example/cb'] })
    const [record] = await recordsOf(() =>
      app.fetch(authorizePath({ ...of, redirectUri: sent }), { redirect: 'manual' }),
    )
    expect(record?.facts.received).toBe(received)
    const manager = await apiClient(app, ['manage-clients'])
    const connection = await call(manager, 'GET', `/clients/${of.id}/connection`)
    expect(connection).toMatchObject({
      status: 200,
      body: { connection: { refusal: { received } } },
    })
    const auditor = await apiClient(app, ['admin-read'])
    expect((await call(auditor, 'GET', `/refusals/${record?.id}`)).status).toBe(200)
  })

  test('has the request id that the answer shows', async () => {
    let response: Response | undefined
    const [record] = await recordsOf(async () => {
      response = await asked('https://evil.test/cb')
    })
    expect(record?.requestId).toBeTruthy()
    expect(response?.status).toBe(400)
  })

  test('delivered to the client is recorded with its rule', async () => {
    const path = authorizePath(
      { ...client, redirectUri: 'https://shop.example/cb' },
      { scope: 'nothing' },
    )
    const [record] = await recordsOf(() => app.fetch(path, { redirect: 'manual' }))
    expect(record).toMatchObject({ status: 302 })
    expect(record?.rule).toMatch(/^(scope_unknown|pkce_method_not_s256)$/)
  })
})

describe('a refused token request', () => {
  test('of an unknown client names what was sent', async () => {
    const fields = { grant_type: 'client_credentials', client_id: 'nobody', client_secret: 'x' }
    const [record] = await recordsOf(() => requestToken(app, client, fields))
    expect(record).toMatchObject({
      endpoint: '/auth/token',
      rule: 'client_unknown',
      error: 'invalid_client',
      status: 401,
      clientId: null,
      clientIdentifier: 'nobody',
    })
  })

  test('with a wrong secret tells its form, and never the secret', async () => {
    const fields = {
      grant_type: 'client_credentials',
      client_id: client.clientIdentifier,
      client_secret: ' my%20wrong-one ',
    }
    const [record] = await recordsOf(() => requestToken(app, client, fields))
    expect(record).toMatchObject({
      rule: 'client_secret_wrong',
      clientId: client.id,
      facts: { length: 16, hasOuterSpace: true, isPercentEncoded: true },
    })
    expect(JSON.stringify(record)).not.toContain('wrong-one')
  })

  test('with an old code names its age, the client and the user', async () => {
    const user = await aUser(app.store)
    const code = await aCode(app, client, user)
    app.clock.set(addSeconds(testStart, 120))
    const [record] = await recordsOf(() => redeem(app, client, code))
    expect(record).toMatchObject({
      rule: 'code_expired',
      clientId: client.id,
      userId: user.id,
      facts: { ageSeconds: 120 },
    })
  })

  test('of an unknown refresh token names the client', async () => {
    const [record] = await recordsOf(() => refresh(app, client, 'not-a-token'))
    expect(record).toMatchObject({
      rule: 'refresh_token_unknown',
      clientId: client.id,
      userId: null,
    })
  })
})

describe('the number of records is bounded', () => {
  test('beyond 30 a minute the last record of a key counts the repeats', async () => {
    app.clock.set(addSeconds(testStart, 600))
    const ask = () => asked('https://evil.test/many')
    const records = await recordsOf(async () => {
      for (let i = 0; i < 40; i++) await ask()
    })
    expect(records).toHaveLength(30)
    const repeats = records.map((record) => record.repeats)
    expect(repeats.at(-1)).toBe(10)
  })

  test('the cleaner keeps the newest', async () => {
    await recordsOf(() => asked('https://evil.test/1'))
    await recordsOf(() => asked('https://evil.test/2'))
    const [newest] = await app.store.refusalRecords.list({}, undefined, 1)
    while ((await app.store.refusalRecords.removeBeyond(1, 50)) > 0);
    const left = await app.store.refusalRecords.list({}, undefined, 10)
    expect(left.map(({ id }) => id)).toEqual([newest?.id])
  })

  test('and their age', async () => {
    await recordsOf(() => asked('https://evil.test/3'))
    while ((await app.store.refusalRecords.removeOlderThan(addSeconds(testStart, 86_400), 50)) > 0);
    expect(await app.store.refusalRecords.list({}, undefined, 10)).toEqual([])
  })
})

test('switched off, nothing is recorded, and the answer is the same', async () => {
  const on = await (await asked('https://evil.test/same')).text()
  await app.changeSettings({ refusalRecordsEnabled: false })
  let off = ''
  const records = await recordsOf(async () => {
    off = await (await asked('https://evil.test/same')).text()
  })
  expect([records, off]).toEqual([[], on])
})

test('a deleted user is taken out of the records', async () => {
  const user = await aUser(app.store)
  const code = await aCode(app, client, user)
  app.clock.set(addSeconds(testStart, 120))
  const [record] = await recordsOf(() => redeem(app, client, code))
  expect(record?.userId).toBe(user.id)
  await app.store.users.remove(user.id)
  expect((await app.store.refusalRecords.find(record?.id ?? 0))?.userId).toBeNull()
})
