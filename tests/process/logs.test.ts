import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authorizePath, basicHeader, requestToken } from '#tests/support/oauth.ts'
import { aClient, aUser, type TestClient, type TestUser } from '#tests/support/people.ts'
import { type RemoteServer, remoteServer, withStore } from '#tests/support/remote.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'

type LogRecord = Readonly<Record<string, unknown>>

let started: StartedServer
let server: RemoteServer
let client: TestClient
let user: TestUser
const answered: string[] = []

beforeAll(async () => {
  started = await startServer({ LOG_LEVEL: 'trace', LOG_HTTP_REQUESTS: 'true' })
  const remote = remoteServer(started.baseUrl)
  const noting = async (asking: Promise<Response>) => {
    const response = await asking
    answered.push(response.headers.get('x-request-id') ?? '')
    return response
  }
  server = {
    fetch: (path, init) => noting(remote.fetch(path, init)),
    post: (path, fields, init) => noting(remote.post(path, fields, init)),
  }
  await withStore(started.databaseUrl, async (store) => {
    client = await aClient(store, {
      pkceRequired: false,
      resourceOwnerPasswordCredentialsEnabled: true,
    })
    user = await aUser(store)
    await store.settings.update({ auditLogsInConsoleEnabled: true, smtpEnabled: true })
  })
})
afterAll(() => started?.remove())

/** Records since the start; a line that is not a record is under `line`. */
function records(): LogRecord[] {
  const output = started.output()
  const lines = output.slice(output.indexOf('"msg":"ready"')).split('\n').slice(1)
  return lines
    .filter((line) => line !== '' && !/^[┌│└]/.test(line))
    .map((line) => (line.startsWith('{') ? (JSON.parse(line) as LogRecord) : { line }))
}

const recordsOfRequests = () =>
  records().filter(({ msg, path }) => msg === 'request' && path !== '/ready')

/** Waits for the record of every answer, and for records that may follow it. */
async function everythingLogged(): Promise<void> {
  await expect
    .poll(() => recordsOfRequests().length, { timeout: 30_000 })
    .toBeGreaterThanOrEqual(answered.length)
  await sleep(100)
}

/** Messages that do not belong to a request. */
const ofTheProcess = new Set(['removed expired rows', 'stopping', 'stopped'])

describe('the log', () => {
  test('names the request in every record that is one’s', async () => {
    await server.fetch('/auth/authorize?client_id=nobody')
    await server.fetch(authorizePath(client, { scope: 'no:thing' }))
    await requestToken(server, client, { grant_type: 'refresh_token', refresh_token: 'none' })
    await server.fetch('/auth/token', { method: 'POST', headers: { authorization: 'Basic ?' } })
    await server.fetch('/api/v1/admin/users/7', { headers: { authorization: 'Bearer a.b.c' } })
    await server.post('/auth/pwd', {}, { headers: { 'sec-fetch-site': 'cross-site' } })
    await server.post('/forgot-password', { email: user.email })
    await server.fetch('/no/such/page')
    const statuses: number[] = []
    for (let i = 0; i < 12; i++) {
      const fields = { grant_type: 'password', username: 'nobody@example.com', password: 'wrong' }
      const { status } = await requestToken(server, client, fields)
      statuses.push(status)
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429])
    const ids = new Set(answered)
    expect(ids.size).toBe(answered.length)
    const foreign = records().filter(
      ({ requestId, msg }) => !ids.has(String(requestId)) && !ofTheProcess.has(String(msg)),
    )
    expect(foreign.filter(({ path }) => path !== '/ready')).toEqual([])
    const expected = ['audit', 'request', 'rate limit reached', 'refused a cross-site form']
    await expect
      .poll(() => records().map(({ msg }) => msg))
      .toEqual(expect.arrayContaining(expected))
  })

  test('has one record of each request, with what came of it', async () => {
    const response = await server.fetch(authorizePath(client, { state: 'hidden-state' }), {
      headers: { 'x-request-id': 'not-from-a-proxy' },
    })
    const id = answered.at(-1)
    await everythingLogged()
    const found = recordsOfRequests().filter(({ requestId }) => requestId === id)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({
      level: 'info',
      method: 'GET',
      path: '/auth/authorize',
      status: response.status,
      ip: '127.0.0.1',
    })
    expect(found[0]?.time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    expect(found[0]?.durationMs).toBeGreaterThan(0)
    expect(recordsOfRequests()).toHaveLength(answered.length)
  })

  test('holds no password, secret, code or token on any level', async () => {
    const { body } = await requestToken(server, client, {
      grant_type: 'password',
      username: user.email,
      password: user.password,
      scope: 'openid',
    })
    expect(body.access_token).toBeTruthy()
    const code = 'a-code-of-somebody'
    await requestToken(server, client, { grant_type: 'authorization_code', code })
    await server.post('/auth/pwd', { email: user.email, password: user.password })
    await server.fetch(`/auth/logout?id_token_hint=${body.id_token}`)
    await server.fetch('/userinfo', { headers: { authorization: `Bearer ${body.access_token}` } })
    await everythingLogged()
    const text = started.output()
    const secrets = [user.password, client.secret, code, basicHeader(client), 'hidden-state']
    const tokens = [body.access_token, body.id_token, body.refresh_token]
    for (const secret of [...secrets, ...tokens]) if (secret) expect(text).not.toContain(secret)
  })

  test('is silent about requests unless it is told to speak', async () => {
    const quiet = await startServer({ LOG_LEVEL: 'info' })
    await (await remoteServer(quiet.baseUrl).fetch('/health')).text()
    const output = quiet.output()
    await quiet.remove()
    expect(output).toContain('"msg":"ready"')
    expect(output).not.toContain('"msg":"request"')
  })
})
