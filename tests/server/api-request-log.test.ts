import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Log, logOptions } from '#lib/base/log/log.ts'
import { answerLogged, describeJson } from '#lib/server/api-request-log.ts'
import { makeListener } from '#lib/server/dispatch.ts'
import { stop } from '#lib/server/graceful-stop.ts'
import { listen, makeHttpServer } from '#lib/server/http-server.ts'
import { type ApiToken, apiClient, apiUser } from '#tests/support/api.ts'
import { aUser } from '#tests/support/people.ts'
import { server, type TestServer } from '#tests/support/server.ts'

type LogRecord = Readonly<Record<string, unknown>>

let app: TestServer
let manager: ApiToken
let person: ApiToken
/** Address of the logging server. */
let address = ''
let printed = ''
const running: Server[] = []

beforeAll(async () => {
  app = await server({ env: { DEBUG_API_REQUESTS: 'true' } })
  manager = await apiClient(app, ['manage'])
  person = await apiUser(app, await aUser(app.store), ['manage-account'])
  address = await serve()
})
afterEach(() => {
  printed = ''
})
afterAll(async () => {
  for (const one of running) await stop(one)
})

function capturedLog(level: string): Log {
  const sink = new Writable({
    write(chunk, _, done) {
      printed += chunk
      done()
    },
  })
  return pino(logOptions(level), sink)
}

/** Listens as the start file does, without pages. */
async function serve({ level = 'info', debug = true } = {}): Promise<string> {
  const none = () => Promise.reject(new Error('There are no pages here.'))
  const config = { ...app.config, debugApiRequests: debug }
  const runtime = { ...app.runtime, config, log: capturedLog(level) }
  const made = makeHttpServer(makeListener(runtime, { serve: none, serveView: none }))
  await listen(made, 0, '127.0.0.1')
  running.push(made)
  return `http://127.0.0.1:${(made.address() as AddressInfo).port}`
}

/**
 * Sends a request with `token`.
 * @returns the answer and the log records written meanwhile
 */
async function ask(path: string, init: RequestInit = {}, token: ApiToken | null = manager) {
  const headers = new Headers(init.headers)
  if (token) headers.set('authorization', `Bearer ${token.value}`)
  const response = await fetch(address + path, { ...init, headers })
  return { response, text: await response.text(), records: records() }
}

function records(): LogRecord[] {
  const all = printed.split('\n').filter((line) => line !== '')
  return all.map((line) => JSON.parse(line) as LogRecord).filter(({ msg }) => msg === 'API request')
}

const json = (body: unknown, method = 'PUT') => ({ method, body: JSON.stringify(body) })

describe('a request below /api/v1/ leaves one record', () => {
  test('with its id, what was asked, what came of it, and both bodies', async () => {
    const sent = { givenName: 'Ada', familyName: 'Lovelace' }
    const path = '/api/v1/account/profile'
    const { response, text, records } = await ask(`${path}?page=2&q=a%20b`, json(sent), person)
    expect(response.status).toBe(200)
    expect(records).toEqual([
      {
        level: 'info',
        time: expect.any(String),
        msg: 'API request',
        requestId: response.headers.get('x-request-id'),
        method: 'PUT',
        path,
        query: 'page=2&q=a b',
        status: 200,
        durationMs: expect.any(Number),
        requestBody: JSON.stringify(sent),
        responseBody: expect.stringContaining('"givenName":"Ada"'),
      },
    ])
    expect(Object.keys(JSON.parse(String(records[0]?.responseBody)))).toEqual(
      Object.keys(JSON.parse(text)),
    )
  })

  test.each([
    ['that no operation has', 'GET', '/api/v1/no/such', 404, 'NOT_FOUND'],
    ['whose path is escaped', 'GET', '/%61pi/v%31/no/such', 404, 'NOT_FOUND'],
    ['with a method that is not taken', 'PATCH', '/api/v1/admin/groups', 405, null],
  ])('also one %s', async (_, method, path, status, code) => {
    const { records } = await ask(path, { method })
    expect(records).toHaveLength(1)
    expect(records[0]).toMatchObject({ method, path, status })
    expect(records[0]).not.toHaveProperty('requestBody')
    if (code) expect(records[0]?.responseBody).toContain(`"error_code":"${code}"`)
    else expect(records[0]).not.toHaveProperty('responseBody')
  })

  test('and one whose caller is not known, without the body that nobody read', async () => {
    const { response, records } = await ask(
      '/api/v1/admin/users/create',
      json({ a: 1 }, 'POST'),
      null,
    )
    expect(response.status).toBe(401)
    expect(records[0]).toMatchObject({ status: 401, requestBody: '[text/plain, not read]' })
    expect(records[0]?.responseBody).toContain('"error_code":"ACCESS_TOKEN_REQUIRED"')
  })

  test('without a single header', async () => {
    const { records } = await ask('/api/v1/admin/groups', {
      headers: { cookie: 'a=hidden-cookie', 'x-other': 'hidden-header' },
    })
    expect(records).toHaveLength(1)
    expect(printed).not.toMatch(/hidden-|Bearer/)
    expect(printed).not.toContain(manager.value)
  })
})

describe('no record is written', () => {
  test.each(['/health', '/certs', '/api/v2/x', '/api/v1', '/userinfo'])('of %s', async (path) => {
    expect((await ask(path)).records).toEqual([])
  })

  test('unless the setting is on', async () => {
    const other = await serve({ debug: false })
    await (await fetch(`${other}/api/v1/admin/groups`)).text()
    expect(records()).toEqual([])
  })

  test('while LOG_LEVEL leaves out what is only informative', async () => {
    const other = await serve({ level: 'warn' })
    await (await fetch(`${other}/api/v1/admin/groups`)).text()
    expect(records()).toEqual([])
  })
})

describe('no record shows', () => {
  test('a password', async () => {
    const sent = { newPassword: 'hidden-Notes-on-the-engine' }
    const path = `/api/v1/admin/users/${(await aUser(app.store)).id}/password`
    const { response, records } = await ask(path, json(sent))
    expect(response.status).toBe(200)
    expect(records[0]?.requestBody).toBe('{"newPassword":"***"}')
    expect(printed).not.toContain('hidden-')
  })

  test('the secret of a client', async () => {
    const { text, records } = await ask(`/api/v1/admin/clients/${manager.client.id}/secret`)
    expect(JSON.parse(text).clientSecret).toBe(manager.client.secret)
    expect(records[0]?.responseBody).toContain('"clientSecret":"***"')
    expect(printed).not.toContain(manager.client.secret)
  })

  test('the secret of a second factor, nor its picture', async () => {
    const { text, records } = await ask('/api/v1/account/otp/enrollment', {}, person)
    const { base64Image, secretKey, otpauthUrl } = JSON.parse(text) as Record<string, string>
    expect(records[0]?.responseBody).toBe(
      '{"base64Image":"***","secretKey":"***","otpauthUrl":"***"}',
    )
    for (const secret of [base64Image?.slice(0, 200), secretKey, otpauthUrl]) {
      expect(secret).toBeTruthy()
      expect(printed).not.toContain(secret)
    }
  })

  test('the token in the address of a sign-out', async () => {
    const { clientIdentifier, redirectUri } = person.client
    const sent = { clientIdentifier, postLogoutRedirectUri: redirectUri }
    const path = '/api/v1/account/logout-request'
    const { response, text } = await ask(path, json(sent, 'POST'), person)
    expect(response.status).toBe(200)
    const hint = new URL(JSON.parse(text).logoutUrl).searchParams.get('id_token_hint')
    expect(hint).toBeTruthy()
    expect(printed).not.toContain(hint)
    expect(printed).toContain('id_token_hint=***&')
  })

  test('a secret parameter, however its name is written', async () => {
    const query = 'accessToken=hidden-1&ID_TOKEN=hidden-2&pass%77ord=hidden-3&size=5'
    const { records } = await ask(`/api/v1/admin/groups?${query}`)
    expect(records[0]?.query).toBe('accessToken=***&ID_TOKEN=***&password=***&size=5')
    expect(printed).not.toContain('hidden-')
  })

  test.each([
    ['a form', 'application/x-www-form-urlencoded', 'password=hidden-1'],
    ['a form that is JSON too', 'application/x-www-form-urlencoded', '{"x":"hidden-1"}'],
    ['broken JSON', 'application/json', '{"password":"hidden-1"'],
    ['a text alone', 'application/json', '"hidden-1"'],
    ['bytes that are no text', 'application/json', Buffer.from('{"x":"hidden-1\xff"}', 'latin1')],
  ])('%s: type and size stand for it', async (_, type, body) => {
    const init = { method: 'POST', headers: { 'content-type': `${type}; charset=x` }, body }
    const { records } = await ask('/api/v1/admin/users/create', init)
    expect(records[0]?.requestBody).toBe(`[${type}, ${body.length} bytes]`)
    expect(printed).not.toContain('hidden-')
  })

  test('an uploaded file: type and size stand for it', async () => {
    const body = new FormData()
    body.append('picture', new Blob(['hidden-picture']), 'hidden-name.png')
    const path = '/api/v1/account/profile-picture'
    const { records } = await ask(path, { method: 'POST', body }, person)
    expect(records[0]?.requestBody).toMatch(/^\[multipart\/form-data, \d+ bytes\]$/)
    expect(printed).not.toContain('hidden-')
  })

  test('a body that is larger than an operation takes', async () => {
    const sent = { givenName: 'x'.repeat(100_000) }
    const { records } = await ask('/api/v1/account/profile', json(sent), person)
    expect(records[0]).toMatchObject({ status: 400, requestBody: '[text/plain, too large]' })
  })
})

describe('a failure', () => {
  const request = {
    method: 'GET',
    url: 'http://localhost:3000/api/v1/admin/groups',
    headers: new Headers(),
    body: null,
  }

  test('of the log does not reach the request', async () => {
    const log = capturedLog('info')
    const errors: unknown[] = []
    log.info = () => {
      throw new Error('the disk is full')
    }
    log.error = ((...told: unknown[]) => errors.push(told)) as typeof log.error
    const answer = { status: 204, headers: {}, cookies: [], body: null }
    expect(await answerLogged(log, 'r-1', request, async () => answer)).toBe(answer)
    expect(errors).toHaveLength(1)
  })

  test('of the endpoint is logged, and goes on as it is', async () => {
    const failure = new Error('broken')
    const asked = answerLogged(capturedLog('info'), 'r-2', request, () => Promise.reject(failure))
    await expect(asked).rejects.toBe(failure)
    expect(records()).toMatchObject([{ requestId: 'r-2', status: 500 }])
  })
})

describe('of JSON', () => {
  test.each([
    'password',
    'newPassword',
    'smtp_password',
    'CLIENTSECRET',
    'otp',
    'otpCode',
    'accessToken',
    'tokenExpirationInSeconds',
    'code',
    'authorizationCodeEnabled',
    'error_code',
  ])('the value of %s is hidden whatever it is, at any depth', (name) => {
    const values = ['hidden', 7, true, null, ['hidden'], { a: 'hidden' }]
    for (const value of values) {
      const content = { a: 'x', [name]: value, list: [{ deeper: { [name]: value } }] }
      expect(JSON.parse(describeJson(content))).toEqual({
        a: 'x',
        [name]: '***',
        list: [{ deeper: { [name]: '***' } }],
      })
    }
  })

  test('a name is made readable at the top alone', () => {
    const content = { error_code: 'NOT_FOUND', a: { error_code: 'hidden' } }
    expect(describeJson(content, ['error_code'])).toBe(
      '{"error_code":"NOT_FOUND","a":{"error_code":"***"}}',
    )
  })

  test('the value of an attribute is judged by its key', () => {
    expect(describeJson({ key: 'apiToken', value: 'hidden', id: 1 })).toBe(
      '{"key":"apiToken","value":"***","id":1}',
    )
    expect(describeJson({ key: 'team', value: 'red' })).toBe('{"key":"team","value":"red"}')
  })

  test('a text that is JSON itself is looked into', () => {
    const details = JSON.stringify({ userId: 7, deeper: JSON.stringify([{ code: 'hidden' }]) })
    expect(describeJson({ details })).toBe('{"details":{"userId":7,"deeper":[{"code":"***"}]}}')
  })

  test('addresses hide their secret parameters', () => {
    const text = 'see https://x.example/?a=1&code=hidden&b=2#id%5Ftoken=hidden and ?b=3'
    expect(describeJson({ text })).toBe(
      '{"text":"see https://x.example/?a=1&code=***&b=2#id%5Ftoken=*** and ?b=3"}',
    )
  })

  test.each([
    ['escaped', 'https%3A%2F%2Fb.example%2F%3Ftoken%3Dhidden'],
    ['escaped twice', 'https%253A%252F%252Fb.example%252F%253Ftoken%253Dhidden'],
    ['escaped with its name', '%3F%74oken%3Dhidden'],
    ['escaped as far as needed', 'https://b.example/%3Fa=1%26code=hidden'],
    ['in its fragment', 'https://b.example/%23id_token=hidden'],
    ['as it is', 'https://b.example/?token=hidden'],
  ])('an address inside an address that has a secret is hidden, %s', (_, inner) => {
    expect(describeJson({ text: `https://a.example/?to=${inner}&b=2` })).toBe(
      '{"text":"https://a.example/?to=***&b=2"}',
    )
  })

  test('an address inside an address without a secret is shown', () => {
    const text = '{"text":"https://a.example/?to=https%3A%2F%2Fb.example%2F%3Fa%3D1&color=decoder"}'
    expect(describeJson(JSON.parse(text))).toBe(text)
  })

  test.each(['user:hidden', 'hid:d@en', 'hidden'])('addresses hide who %s is', (information) => {
    const text = `https://${information}@host.example/p@th and ftp://${information}@b.example`
    expect(describeJson({ text })).toBe(
      '{"text":"https://***@host.example/p@th and ftp://***@b.example"}',
    )
  })

  test('a secret that is longer than what is shown of a text hides no more than itself', () => {
    const text = `?token=${'h'.repeat(5_000)}&a=1`
    expect(describeJson({ text })).toBe('{"text":"?token=***&a=1"}')
  })

  test('long texts and names are cut, and the whole at 16 KiB', () => {
    expect(describeJson({ a: 'x'.repeat(1_001) })).toBe(`{"a":"${'x'.repeat(1_000)}… [cut]"}`)
    expect(describeJson({ ['n'.repeat(200)]: 1 })).toBe(`{"${'n'.repeat(100)}… [cut]":1}`)
    const users = Array.from({ length: 10_000 }, (_, id) => ({ id, name: 'somebody' }))
    const text = describeJson({ users })
    expect(text).toHaveLength(16 * 1024 + '… [cut]'.length)
    expect(text).toMatch(/… \[cut\]$/)
    expect(describeJson(Object.fromEntries(users.map(({ id }) => [id, 1])))).toMatch(/\[cut\]$/)
  })

  test('what lies deeper than any body of ours is left out', () => {
    let deep: object = { password: 'hidden' }
    for (let i = 0; i < 100_000; i++) deep = [deep]
    expect(describeJson(deep)).toBe(`${'['.repeat(8)}"[too deep]"${']'.repeat(8)}`)
  })

  test('names that objects have by themselves are names like others', () => {
    const content = JSON.parse('{"__proto__":{"token":"hidden"},"constructor":1}')
    expect(describeJson(content)).toBe('{"__proto__":{"token":"***"},"constructor":1}')
  })

  test('a hostile text of the most that is read takes no longer than another', () => {
    const started = performance.now()
    for (const part of [
      '?',
      '?code',
      '&code=',
      '{',
      '#%',
      '//',
      '//a',
      '?a=%25',
      '?a=code%25%3d',
    ]) {
      describeJson({ text: part.repeat((1024 * 1024) / part.length) })
    }
    // Normally a tenth of a second; with quadratic processing it would take minutes.
    expect(performance.now() - started).toBeLessThan(15_000)
  })
})
