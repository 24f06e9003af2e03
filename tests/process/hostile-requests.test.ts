import { connect as connectSocket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RemoteServer, remoteServer } from '#tests/support/remote.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'
import { oddTargets } from './odd-targets.ts'
import { requestLine, sendRaw, type WireAnswer } from './wire.ts'

let started: StartedServer
let server: RemoteServer

beforeAll(async () => {
  started = await startServer({ RATE_LIMITER_ENABLED: 'false' })
  server = remoteServer(started.baseUrl)
})
afterAll(async () => {
  const { isRunning, output, remove } = started
  const survived = isRunning()
  await remove()
  expect(survived).toBe(true)
  expect(output()).not.toMatch(/"level":"(error|fatal)"/)
})

const endpoints = [
  '/auth/authorize',
  '/auth/pwd',
  '/auth/otp',
  '/auth/consent',
  '/auth/logout',
  '/auth/token',
  '/userinfo',
  '/connect/register',
]

/** No server error, and no redirect to another site. */
function expectHarmless({ status, headers, text }: WireAnswer, what: string): void {
  expect(status, `${what}: ${text.slice(0, 200)}`).toBeLessThan(500)
  expect(headers.get('x-request-id')?.length, what).toBe(1)
  for (const name of ['location', 'refresh']) {
    const [value] = headers.get(name) ?? []
    const address = value?.replace(/^\d+;url=/, '')
    if (address === undefined) continue
    expect(new URL(address, started.baseUrl).origin, `${what}: ${value}`).toBe(started.baseUrl)
  }
}

describe('an address of the wrong form', () => {
  test('never fails here and never leads away', async () => {
    for (const target of oddTargets) {
      expectHarmless(await sendRaw(started.baseUrl, requestLine('GET', target)), target)
    }
  })
})

describe('a path with a dot segment', () => {
  const toPages = [
    '/account/../admin/users',
    '/account/%2e%2e/admin/users',
    '/x/../admin/users',
    '/_next/../account/profile',
    '/icon.svg/.%2E/admin',
    '/./admin',
    '/admin/users/..',
  ]
  test.each(toPages)('is followed to no page of the console: %s', async (target) => {
    const answer = await sendRaw(started.baseUrl, requestLine('GET', target))
    expect(answer.status).toBe(404)
    expect(answer.text).toContain('id="page-not-found"')
  })
})

test('the page that stands in for a failed one does not exist by itself', async () => {
  for (const target of ['/_global-error', '/_global-error/?a', '/%5fglobal%2Derror']) {
    const answer = await sendRaw(started.baseUrl, requestLine('GET', target))
    expect(answer.status, target).toBe(404)
  }
})

describe('a method that nobody offers', () => {
  const paths = ['/', '/auth/pwd', '/auth/token', '/certs', '/no/such', '/_next/static/x.js']
  test.each(['TRACE', 'PROPFIND', 'QUERY', 'LOCK'])('%s is refused everywhere', async (method) => {
    for (const path of paths) {
      const answer = await sendRaw(started.baseUrl, requestLine(method, path))
      expectHarmless(answer, path)
      expect(answer.status, path).toBe(405)
      expect(answer.headers.get('allow')?.[0], path).toMatch(/(GET|POST)/)
      // The request is not echoed: TRACE would reveal cookies to scripts.
      expect(answer.text).not.toContain('Connection: close\r\nHost')
    }
  })

  test.each(['PUT', 'PATCH', 'DELETE'])('%s is refused at every endpoint', async (method) => {
    for (const path of endpoints) {
      const answer = await sendRaw(started.baseUrl, requestLine(method, path))
      expectHarmless(answer, path)
      expect(answer.status, path).toBe(405)
    }
  })

  test('HEAD never goes on with a sign-in', async () => {
    for (const path of ['/auth/authorize', '/auth/issue?ceremony=x', '/auth/level1?ceremony=x']) {
      expect((await server.fetch(path, { method: 'HEAD' })).status, path).toBe(405)
    }
  })
})

describe('headers of the wrong form', () => {
  test.each([
    ['too many bytes', `X-Big: ${'a'.repeat(40_000)}`, 431],
    ['an expectation that nobody has', 'Expect: nonsense', 417],
    ['two lengths', 'Content-Length: 1\r\nContent-Length: 2', 400],
    ['a length and chunks', 'Content-Length: 1\r\nTransfer-Encoding: chunked', 400],
    ['a folded line', 'X-Fold: a\r\n b', 400],
    ['a NUL', 'X-Nul: \0', 400],
    ['two hosts', 'Host: x', 400],
  ])('%s: %i', async (_what, line, status) => {
    const answer = await sendRaw(
      started.baseUrl,
      `GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${line}\r\n\r\n`,
    )
    expect(answer.status).toBe(status)
    expect(answer.headers.get('x-request-id')).toHaveLength(1)
  })

  test.each([
    ['/userinfo', 'GET', 'Authorization', 'Bearer a', 'Bearer a'],
    ['/auth/token', 'POST', 'Authorization', 'Basic YTpi', 'Basic YTpi'],
  ])('two credentials at %s are refused', async (path, method, name, ...values) => {
    const credentials = values.map((value) => [name, value] as const)
    const form = [
      ['Content-Type', 'application/x-www-form-urlencoded'],
      ['Content-Length', '29'],
    ] as const
    const head = requestLine(
      method,
      path,
      method === 'POST' ? [...credentials, ...form] : credentials,
    )
    const body = method === 'POST' ? 'grant_type=client_credentials' : ''
    const answer = await sendRaw(started.baseUrl, head + body)
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('invalid_request')
  })

  test('a parameter sent twice is refused', async () => {
    const fields: [string, string][] = [
      ['grant_type', 'client_credentials'],
      ['client_id', 'a'],
      ['client_id', 'a'],
    ]
    const response = await server.post('/auth/token', fields)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: 'invalid_request' })
  })
})

describe('pages of endpoints', () => {
  const data = Buffer.from(JSON.stringify({ page: 'signed-out', uiLocales: [] })).toString(
    'base64url',
  )
  const settings = Buffer.from(JSON.stringify({ appName: 'Evil' })).toString('base64url')
  const forged = {
    'x-authserver-view': 'signed-out',
    'X-AUTHSERVER-View-Data': data,
    'x-authserver-page-settings': settings,
  }

  test.each(['/', '/auth/logout', '/no/such', '/views/signed-out', '/views/error'])(
    'and their settings are chosen by no header of a visitor: %s',
    async (path) => {
      const plain = await server.fetch(path)
      const response = await server.fetch(path, { headers: forged })
      expect(response.status).toBe(plain.status)
      const html = await response.text()
      expect(html).not.toContain('id="page-signed-out"')
      expect(html).not.toContain('Evil')
    },
  )

  test.each(['/views/sign-in', '/views/error', '/views', '/views/sign-in/', '/%76iews/sign-in'])(
    'have no address of their own: %s',
    async (path) => {
      const response = await server.fetch(path)
      expect(response.status).toBe(404)
      expect(await response.text()).not.toContain('id="page-sign-in"')
    },
  )
})

describe('what only Next’s router says', () => {
  test.each(['/', '/no/such', '/no-such.php', '/views/error', '/account/profile'])(
    'is no failure of ours when it is made up: %s',
    async (path) => {
      const [name, value] = ['Next-Router-State-Tree', 'made-up']
      const headers = [['RSC', '1'] as const, [name, value] as const]
      const target = `${path}?_rsc=abc`
      expectHarmless(await sendRaw(started.baseUrl, requestLine('GET', target, headers)), path)
    },
  )
})

describe('a body of the wrong form', () => {
  const bodies: readonly (readonly [what: string, type: string, body: string])[] = [
    ['too large', 'application/x-www-form-urlencoded', `a=${'x'.repeat(2_000_000)}`],
    ['broken escapes', 'application/x-www-form-urlencoded', 'email=%zz&ceremonyId=%E0%A4'],
    ['NUL', 'application/x-www-form-urlencoded', 'client_id=%00&ceremonyId=%00&email=%00'],
    ['thousands of fields', 'application/x-www-form-urlencoded', 'a=1&'.repeat(15_000)],
    ['a deep document', 'application/json', '['.repeat(50_000)],
    ['no document', 'application/json', '{'],
    ['multipart', 'multipart/form-data; boundary=x', '--x\r\n\r\n--x--'],
    ['an unknown type', 'text/plain', 'hello'],
  ]
  test.each(bodies)('%s is an error of the sender everywhere', async (_what, type, body) => {
    for (const path of endpoints) {
      const headers = { 'content-type': type }
      const response = await server.fetch(path, { method: 'POST', headers, body })
      await response.body?.cancel()
      expect(response.status, path).toBeLessThan(500)
      if (path !== '/auth/logout') expect(response.status, path).toBeGreaterThanOrEqual(400)
    }
    const page = await server.fetch('/', {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    })
    await page.body?.cancel()
    expect(page.status).toBeLessThan(500)
  })

  test('that never ends is not read for ever', async () => {
    const chunk = `2000\r\n${'x'.repeat(0x2000)}\r\n`
    const head =
      'POST /auth/pwd HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n' +
      'Content-Type: application/x-www-form-urlencoded\r\n\r\n'
    const answer = await sendRaw(started.baseUrl, head + chunk.repeat(100), 3_000)
    expect(answer.status).toBe(400)
  })

  test('that breaks off harms nobody', async () => {
    const { port } = new URL(started.baseUrl)
    for (const path of endpoints) {
      const socket = connectSocket(Number(port), '127.0.0.1')
      const form = 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100'
      await new Promise<void>((resolve) =>
        socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\n${form}\r\n\r\na=`, () => resolve()),
      )
      socket.resetAndDestroy()
    }
    expect((await server.fetch('/health')).status).toBe(200)
  })
})

describe('a form of a visitor who is not signed in', () => {
  const head = (length: number, boundary: string, more = '') =>
    `POST /account/profile/submit HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${more}` +
    `Content-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${length}\r\n\r\n`

  test.each([
    ['without a cookie', ''],
    ['with a made-up cookie', `Cookie: authserver-console=${'a'.repeat(43)}\r\n`],
  ])('redirects to the sign-in before any of the body arrives: %s', async (_, cookie) => {
    const answer = await sendRaw(started.baseUrl, head(4_000_000, 'x', cookie))
    expectHarmless(answer, 'nothing of the body was sent')
    expect(answer.status).toBe(303)
  })

  test.each([
    ['a boundary of 15,000 characters', `x${'-'.repeat(15_000)}`, '-'.repeat(65_000)],
    ['a type full of blanks', `x; a=${' '.repeat(15_000)}y`, '--x--\r\n'],
  ])('with %s is not read', async (what, boundary, body) => {
    const answer = await sendRaw(started.baseUrl, head(body.length, boundary) + body)
    expectHarmless(answer, what)
    expect(answer.status).toBe(303)
  })
})
