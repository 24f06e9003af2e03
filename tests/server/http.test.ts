import { once } from 'node:events'
import { request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { noBranding } from '#lib/domain/branding/branding-look.ts'
import { reportStopping } from '#lib/http/health.ts'
import { findPageData, type PageData } from '#lib/http/page-data.ts'
import { viewAnswer } from '#lib/http/respond.ts'
import { languages } from '#lib/i18n/languages.ts'
import type { Runtime } from '#lib/runtime.ts'
import { openRuntime } from '#lib/runtime.ts'
import { makeListener } from '#lib/server/dispatch.ts'
import { stop } from '#lib/server/graceful-stop.ts'
import { holdPort, listen, makeHttpServer } from '#lib/server/http-server.ts'
import { openPages, type Pages } from '#lib/server/pages.ts'
import { answerSettingUp } from '#lib/server/setting-up.ts'
import { openSeededDatabase } from '#tests/support/file-database.ts'
import { freePort } from '#tests/support/free-port.ts'
import { testConfig } from '#tests/support/settings.ts'
import manifest from '../../package.json' with { type: 'json' }

let runtime: Runtime
let server: Server
let port = 0
/** Requests that reached Next.js, in order. */
const handed: {
  method: string
  url: string
  headers: IncomingHttpHeaders
  data: PageData | undefined
}[] = []

async function start(env: Record<string, string> = {}): Promise<Server> {
  const shared = { ...runtime, config: testConfig('file:/nowhere', env) }
  const pages = openPages(
    async (req, res) => {
      const { method = '', url = '', headers } = req
      handed.push({ method, url, headers, data: findPageData() })
      res.statusCode = 200
      // Next.js overwrites this header.
      res.setHeader('Vary', 'rsc')
      res.end('page')
    },
    shared,
    false,
  )
  const made = makeHttpServer(makeListener(shared, pages))
  await listen(made, 0, '127.0.0.1')
  return made
}

beforeAll(async () => {
  const { url } = await openSeededDatabase()
  runtime = await openRuntime(testConfig(url))
  const slots = globalThis as unknown as Record<symbol, unknown>
  slots[Symbol.for('authserver.runtime')] = Promise.resolve(runtime)
  server = await start()
  port = (server.address() as AddressInfo).port
})
afterAll(async () => {
  await stop(server)
  await runtime.close()
})

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

async function ask(
  path: string,
  options: { method?: string; headers?: Record<string, string | string[]>; body?: string } = {},
  to = port,
): Promise<Answer> {
  const { method = 'GET', headers = {}, body } = options
  const req = httpRequest({ port: to, host: '127.0.0.1', path, method, headers })
  req.end(body)
  const [res] = (await once(req, 'response')) as [import('node:http').IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of res) chunks.push(chunk as Buffer)
  return {
    status: res.statusCode ?? 0,
    headers: res.headers,
    body: Buffer.concat(chunks).toString(),
  }
}

async function raw(text: string, to = port): Promise<string> {
  const socket = connect(to, '127.0.0.1')
  socket.write(text)
  let answer = ''
  for await (const chunk of socket) answer += String(chunk)
  return answer
}

describe('direct paths', () => {
  it('are answered by the endpoint itself, with a length and an id', async () => {
    const { status, headers, body } = await ask('/health')
    expect([status, body]).toEqual([200, 'healthy\n'])
    expect(headers['content-length']).toBe('8')
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers['cache-control']).toBe('no-store')
  })

  it.each([
    '/health/',
    '/he%61lth',
    '/health?x=1',
    '/health#x',
    'http://elsewhere.example/health',
    'https://elsewhere.example/health',
  ])('%s is the same path', async (path) => {
    const { status, body } = await ask(path)
    expect([status, body]).toEqual([200, 'healthy\n'])
  })

  it('tell no length where there can be no content (RFC 9110 section 8.6)', async () => {
    const headers = { origin: 'https://app.example', 'access-control-request-method': 'GET' }
    const answer = await ask('/userinfo', { method: 'OPTIONS', headers })
    expect([answer.status, answer.headers['content-length']]).toEqual([204, undefined])
  })

  it('answer HEAD like GET without the body', async () => {
    const { status, headers, body } = await ask('/health', { method: 'HEAD' })
    expect([status, body]).toEqual([200, ''])
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  })

  it.each(['DELETE', 'TRACE'])('refuse %s with 405 and what is allowed', async (method) => {
    const { status, headers, body } = await ask('/health', { method })
    expect([status, headers.allow, body]).toEqual([405, 'GET, HEAD', ''])
  })

  it('refuse TRACE as they refuse any other method', async () => {
    for (const [path, other] of [
      ['/certs', 'POST'],
      ['/auth/token', 'PUT'],
      ['/api/v1/admin/groups', 'PATCH'],
    ] as const) {
      const expected = await ask(path, { method: other })
      const { status, headers } = await ask(path, { method: 'TRACE' })
      expect([status, headers.allow], path).toEqual([405, expected.headers.allow])
      expect(headers['cache-control'], path).toBe('no-store')
    }
  })

  it('say whether requests can be served', async () => {
    expect((await ask('/ready')).body).toBe('ready\n')
  })

  it('read a header that was sent twice as one with both values', async () => {
    const answer = await raw(
      'GET /userinfo HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\nConnection: close\r\n\r\n',
    )
    expect(answer).toMatch(/^HTTP\/1.1 400 /)
  })

  it('answer a body that is too large instead of breaking the connection', async () => {
    const { status } = await ask('/userinfo', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'x'.repeat(2_000_000),
    })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
  })
})

describe('everything else goes to Next', () => {
  const last = () => handed.at(-1)

  it('with a fresh nonce, the same in the request and in the answer', async () => {
    const first = await ask('/a-page')
    const policy = first.headers['content-security-policy']
    expect(policy).toMatch(/script-src 'self' 'nonce-[\w-]{22}' 'strict-dynamic';/)
    expect(policy).not.toContain('form-action')
    expect(last()?.headers['content-security-policy']).toBe(policy)
    expect((await ask('/a-page')).headers['content-security-policy']).not.toBe(policy)
    expect(first.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
    })
    expect(first.headers).not.toHaveProperty('strict-transport-security')
  })

  it('with the settings that pages show', async () => {
    await ask('/a-page')
    expect(last()?.data?.settings).toEqual({
      appName: 'authserver',
      uiTheme: '',
      branding: noBranding,
      smtpEnabled: false,
      passkeysEnabled: false,
      formerPasskeyHost: null,
      recoveryCodesEnabled: false,
      passwordRule: { minLength: 8, maxLength: 128, mixed: false, symbol: false, uncommon: true },
      baseUrl: 'http://localhost:3000',
      pictureMaxBytes: 3 * 1024 * 1024,
      consoleCookie: 'authserver-console',
      version: manifest.version,
    })
  })

  it.each([
    ['1048576', 1024 * 1024],
    ['52428800', 3 * 1024 * 1024],
  ])('with the limit of pictures, 3 MiB at most: %s', async (limit, bytes) => {
    const limited = await start({ PROFILE_PICTURE_MAX_BYTES: limit })
    await ask('/a-page', {}, (limited.address() as AddressInfo).port)
    expect(last()?.data?.settings.pictureMaxBytes).toBe(bytes)
    await stop(limited)
  })

  it('with data of its own: requests at the same time share none', async () => {
    const asked = handed.length
    const paths = Array.from({ length: 20 }, (_, at) => `/a-page?at=${at}`)
    const languageOf = (at: number) => languages[at % languages.length] ?? 'en'
    const answers = await Promise.all(
      paths.map((path, at) => ask(path, { headers: { 'accept-language': languageOf(at) } })),
    )
    for (const [at, path] of paths.entries()) {
      const { data } = handed.slice(asked).find(({ url }) => url === path) ?? {}
      expect(data?.language).toBe(languageOf(at))
      expect(data?.requestId).toBe(answers[at]?.headers['x-request-id'])
    }
  })

  it('without a slash at the end', async () => {
    await ask('/a-page/?a=/')
    expect(last()?.url).toBe('/a-page?a=/')
  })

  it('leaving the caching of files to Next', async () => {
    const { headers } = await ask('/_next/static/chunks/a.js')
    expect(headers).not.toHaveProperty('cache-control')
    expect(headers['content-security-policy']).toBe("frame-ancestors 'none'")
  })

  it('as pages, however much an address looks like a file', async () => {
    const { headers } = await ask('/no-such-page.html')
    expect(headers['content-security-policy']).toContain("script-src 'self' 'nonce-")
    expect(headers['cache-control']).toBe('no-store')
  })

  it('under this server’s address, whatever host the request line names', async () => {
    await ask('http://evil.example/a-page')
    expect(last()?.url).toBe('/a-page')
  })

  it('but not what the router says of a page of the console and Next cannot read', async () => {
    const asked = handed.length
    const depth = 800
    const states = [
      ...['made-up', '%', encodeURIComponent('["",{},null,"made-up"]')],
      encodeURIComponent(`${'["",{"a":'.repeat(depth)}["",{}]${'}]'.repeat(depth)}`),
    ]
    const ask406 = async (state: string) => {
      const headers = { rsc: '1', 'next-router-state-tree': state }
      return (await ask('/account/address', { headers })).status
    }
    for (const state of states) expect(await ask406(state), state.slice(0, 20)).toBe(406)
    expect(handed).toHaveLength(asked)
    // Without a session, the console guard refuses readable router states.
    const known =
      '["",{"children":["account",{"children":["__PAGE__",{},null,"refetch"]}]},null,null,16]'
    expect(await ask406(encodeURIComponent(known))).toBe(401)
  })

  it('but not methods that no page has', async () => {
    const asked = handed.length
    const { status, headers } = await ask('/a-page', { method: 'TRACE' })
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD'])
    expect(handed).toHaveLength(asked)
  })
})

describe('a path that nothing is at', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    'is not found by %s either, and says so with the page',
    async (method) => {
      const headers = { 'next-action': 'a', 'content-length': '3' }
      const { status, body } = await ask('/no/such', { method, headers, body: 'a=b' })
      expect([status, body]).toEqual([404, 'page'])
      const asked = handed.at(-1)
      expect(asked).toMatchObject({ method: 'GET', url: '/views/not-found' })
      expect(asked?.data?.view).toEqual({ page: 'not-found', uiLocales: [] })
      expect(asked?.headers).not.toHaveProperty('next-action')
    },
  )

  it('is none where there is a page or a file: there the method is refused', async () => {
    for (const path of ['/', '/robots.txt', '/health']) {
      for (const method of ['PUT', 'OPTIONS']) {
        const { status, headers } = await ask(path, { method })
        expect([status, headers.allow], `${method} ${path}`).toEqual([405, 'GET, HEAD'])
      }
    }
  })
})

describe('an endpoint that answers with a page', () => {
  it('has it rendered by Next under its own status, whatever the method was', async () => {
    const { status, headers, body } = await ask('/auth/authorize?client_id=nobody', {
      headers: { 'next-router-prefetch': '1' },
    })
    expect([status, body]).toEqual([400, 'page'])
    const asked = handed.at(-1)
    expect(asked).toMatchObject({ method: 'GET', url: '/views/error' })
    expect(asked?.data?.view).toMatchObject({ page: 'error', reason: 'client_not_found' })
    expect(asked?.headers).not.toHaveProperty('next-router-prefetch')
    expect(asked?.data?.language).toBe('en')
    expect(headers['content-security-policy']).toContain("script-src 'self' 'nonce-")
    expect(asked?.headers['content-security-policy']).toBe(headers['content-security-policy'])
  })

  it('has Next render it without what only the endpoint was sent', async () => {
    const body = 'client_id=nobody'
    const type = 'application/x-www-form-urlencoded'
    const more = { 'x-nextjs-data': '1', 'x-middleware-prefetch': '1', 'accept-language': 'xx, fr' }
    const { status } = await ask('/auth/authorize', {
      method: 'POST',
      headers: { 'content-type': type, 'content-length': String(body.length), ...more },
      body,
    })
    const asked = handed.at(-1)
    expect([status, asked?.method]).toEqual([400, 'GET'])
    for (const name of ['content-length', 'content-type', 'x-nextjs-data', 'x-middleware-prefetch'])
      expect(asked?.headers, name).not.toHaveProperty(name)
    expect(asked?.data?.language).toBe('fr')
    await ask('/auth/authorize', {
      method: 'POST',
      headers: { 'content-type': type, 'transfer-encoding': 'chunked' },
      body,
    })
    expect(handed.at(-1)?.headers).not.toHaveProperty('transfer-encoding')
  })

  it('is asked for its head alone where only that is wanted', async () => {
    const { status, body } = await ask('/unauthorized', { method: 'HEAD' })
    expect([status, body, handed.at(-1)?.method]).toEqual([403, '', 'HEAD'])
  })
})

describe('a public file', () => {
  it.each(['/robots.txt', '/icon.svg?icon.abc.svg'])(
    '%s may be kept for five minutes',
    async (path) => {
      const { status, headers } = await ask(path)
      expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=300'])
    },
  )

  it('is sent whole, but not to who has it', async () => {
    const conditions = {
      ...{ range: 'bytes=0-1', 'if-range': '"a"', 'if-match': '"a"' },
      'if-unmodified-since': 'Mon, 01 Jan 2024 00:00:00 GMT',
    }
    const kept = { 'if-none-match': '"a"', 'if-modified-since': 'Mon, 01 Jan 2024 00:00:00 GMT' }
    await ask('/robots.txt', { headers: { ...conditions, ...kept } })
    expect(handed.at(-1)?.headers).toMatchObject(kept)
    for (const name of Object.keys(conditions)) {
      expect(handed.at(-1)?.headers).not.toHaveProperty(name)
    }
  })

  it('is asked for with GET and HEAD only', async () => {
    const asked = handed.length
    for (const path of ['/robots.txt', '/_next/static/chunks/a.js']) {
      const { status, headers } = await ask(path, { method: 'PUT' })
      expect([status, headers.allow], path).toEqual([405, 'GET, HEAD'])
    }
    expect(handed).toHaveLength(asked)
  })
})

describe('Next’s router', () => {
  it('is told to load a direct path whole: its endpoint does not run for a page nobody sees', async () => {
    const asked = handed.length
    const { status, headers, body } = await ask('/console/sign-in', { headers: { rsc: '1' } })
    expect([status, body, handed.length]).toEqual([406, '', asked])
    // A cached answer would replace the page at the same address.
    expect(headers['cache-control']).toBe('no-store')
  })

  it.each([
    ['/api/v1/admin/clients', 401, 'ACCESS_TOKEN_REQUIRED'],
    ['/%61pi/v1/account/profile', 401, 'ACCESS_TOKEN_REQUIRED'],
    ['/api/v1/nothing', 404, 'NOT_FOUND'],
  ])('has nothing to do with the APIs: %s answers as ever', async (path, status, code) => {
    const answer = await ask(path, { headers: { rsc: '1' } })
    expect([answer.status, answer.headers.pragma]).toEqual([status, 'no-cache'])
    expect(JSON.parse(answer.body)).toMatchObject({ error_code: code })
  })

  it.each(['/', '/no/such', '/views/error'])(
    'is told to load a page outside the console whole, and Next does not read its headers: %s',
    async (path) => {
      const asked = handed.length
      const headers = { rsc: '1', 'next-router-state-tree': 'made-up' }
      const { status, body } = await ask(path, { headers })
      expect([status, body, handed.length]).toEqual([406, '', asked])
    },
  )

  it('is told to load a page of the console whole when nobody is signed in', async () => {
    const { status, headers } = await ask('/account/profile', { headers: { rsc: '1' } })
    expect([status, headers.location]).toEqual([401, undefined])
  })
})

describe('a page of the console', () => {
  it('leads a browser that is not signed in to the sign-in', async () => {
    const asked = handed.length
    const { status, headers } = await ask('/admin/users?page=2')
    expect([status, headers.location, headers['cache-control']]).toEqual([
      303,
      '/console/sign-in?to=%2Fadmin%2Fusers%3Fpage%3D2',
      'no-store',
    ])
    expect(handed).toHaveLength(asked)
  })

  it('takes forms only at its route files: a page refuses every other method', async () => {
    const asked = handed.length
    for (const path of ['/account/profile', '/admin/users', '/']) {
      const headers = { 'sec-fetch-site': 'same-origin', 'next-action': 'a' }
      const answer = await ask(path, { method: 'POST', headers, body: 'a=b' })
      expect([answer.status, answer.headers.allow], path).toEqual([405, 'GET, HEAD'])
    }
    expect(handed).toHaveLength(asked)
  })

  it('takes no form of another site', async () => {
    const { status } = await ask('/account/profile/submit', {
      method: 'POST',
      headers: { 'sec-fetch-site': 'cross-site' },
      body: 'a=b',
    })
    expect(status).toBe(403)
    expect(handed.at(-1)?.data?.view).toMatchObject({ reason: 'cross_site' })
  })

  it('takes a form whose origin is no address, when the browser says that it is our own', async () => {
    for (const origin of ['null', 'garbage']) {
      const headers = { 'sec-fetch-site': 'same-origin', origin }
      const sent = { method: 'POST', headers, body: 'a=b' }
      expect((await ask('/account/profile/submit', sent)).status).toBe(303)
    }
  })
})

describe('a page of the console that cannot be opened', () => {
  it('is explained with its id, which is in the log, and kept by nobody', async () => {
    const asked = handed.length
    const failing = vi.spyOn(runtime.store, 'configuration').mockRejectedValue(new Error('away'))
    const error = vi.spyOn(runtime.log, 'error')
    const { status, headers, body } = await ask('/admin/users')
    const logged = [...error.mock.calls]
    for (const mock of [failing, error]) mock.mockRestore()
    const requestId = String(headers['x-request-id'])
    expect([status, headers['cache-control'], handed.length]).toEqual([500, 'no-store', asked])
    expect(body).toContain('id="page-failure"')
    expect(body).toContain(requestId)
    expect(logged).toContainEqual([
      { err: new Error('away'), requestId },
      'failed to open a page of the console',
    ])
  })
})

describe('a page that Next fails to render', () => {
  let failing: Server
  let pages: Pages

  beforeAll(async () => {
    pages = openPages(
      async (_req, res) => {
        res.statusCode = 500
        res.end('<!DOCTYPE html><html id="__next_error__"><body></body></html>')
      },
      runtime,
      false,
    )
    failing = makeHttpServer(makeListener(runtime, pages))
    await listen(failing, 0, '127.0.0.1')
  })
  afterAll(() => stop(failing))

  const askFailing = (path: string, options?: Parameters<typeof ask>[1]) =>
    ask(path, options, (failing.address() as AddressInfo).port)

  it.each(['/a-page', '/unauthorized'])(
    'is explained in its place outside the console: %s',
    async (path) => {
      const { status, body } = await askFailing(path)
      expect(status).toBe(500)
      expect(body).toContain('id="page-failure"')
      expect(body).not.toContain('__next_error__')
    },
  )

  it('is explained inside of what Next made in the console, whose scripts go on from there', async () => {
    const address = '/account/profile'
    const view = { page: 'console', address, visitor: {}, submitted: {}, uiLocales: [] } as const
    const answering = makeHttpServer((req, res) => {
      void pages.serveView(
        req,
        res,
        { common: {}, requestId: 'a-request' },
        viewAnswer(400, view, runtime.config),
      )
    })
    await listen(answering, 0, '127.0.0.1')
    const to = (answering.address() as AddressInfo).port
    const { status, body } = await ask('/account/profile/submit', { method: 'POST' }, to)
    await stop(answering)
    expect(status).toBe(500)
    expect(body).toMatch(/__next_error__.*<noscript>[\s\S]*id="page-failure"/)
  })
})

it('a page that other origins may read varies by who asks', async () => {
  const { status, headers } = await ask('/auth/logout', {
    headers: { Origin: 'https://a.example' },
  })
  expect([status, headers.vary]).toEqual([200, 'rsc, Origin'])
  expect((await ask('/unauthorized')).headers.vary).toBe('rsc')
})

describe('the request id', () => {
  const headers = { 'X-Request-Id': 'proxy-made_1.x' }

  it('of a client is not taken over', async () => {
    expect((await ask('/health', { headers })).headers['x-request-id']).not.toBe('proxy-made_1.x')
  })

  it('of a caller of the APIs is: what is printable of it, cut at 128 bytes', async () => {
    const idOf = async (sent: string) => {
      const { headers } = await ask('/api/v1/admin/users', { headers: { 'X-Request-Id': sent } })
      return headers['x-request-id']
    }
    expect(await idOf('job 7/"a"')).toBe('job 7/"a"')
    expect(await idOf('a\tb\u00e9c')).toBe('abc')
    expect(await idOf('\u00e9 a \u00e9')).toBe('a')
    expect(await idOf('x'.repeat(200))).toBe('x'.repeat(128))
    for (const empty of ['', '\t', '\u00e9']) expect(await idOf(empty)).toMatch(/^[\w-]{36}$/)
  })

  it('of a trusted proxy is, when it is well formed', async () => {
    const trusting = await start({ TRUST_PROXY: 'true', TRUSTED_PROXIES: '127.0.0.1' })
    const to = (trusting.address() as AddressInfo).port
    expect((await ask('/health', { headers }, to)).headers['x-request-id']).toBe('proxy-made_1.x')
    const odd = { 'X-Request-Id': 'a b' }
    expect((await ask('/health', { headers: odd }, to)).headers['x-request-id']).toMatch(
      /^[\w-]{36}$/,
    )
    await stop(trusting)
  })
})

describe('over https', () => {
  it('pages say that https is to stay', async () => {
    const secure = await start({ BASE_URL: 'https://login.example.com' })
    const to = (secure.address() as AddressInfo).port
    const { headers } = await ask('/account/profile', {}, to)
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    await stop(secure)
  })
})

describe('what is no proper HTTP', () => {
  it.each([
    ['BAD\r\n\r\n', '400'],
    ['GET /health HTTP/1.1\r\nConnection: close\r\n\r\n', '400'],
    ['GET /health HTTP/1.1\r\nHost: a\r\nHost: a\r\nConnection: close\r\n\r\n', '400'],
    ['GET /health HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n', '400'],
    ['GET /health HTTP/1.1\r\nHost: a/b\r\nConnection: close\r\n\r\n', '400'],
    [`GET /${'a'.repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, '431'],
  ])('is refused with an id (%#)', async (text, status) => {
    const answer = await raw(text)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(answer).toMatch(/X-Request-Id: [\w-]{36}/)
  })

  it('without its host ends the connection, and is kept by nobody', async () => {
    const answer = await raw('GET /health HTTP/1.1\r\n\r\n')
    expect(answer).toMatch(/^Connection: close\r$/m)
    expect(answer).toMatch(/^Cache-Control: no-store\r$/m)
  })

  it('a request of HTTP/1.0 needs no Host', async () => {
    expect(await raw('GET /health HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200 /)
  })

  it.each(['a_b.example:8080', '[::1]:3000', '127.0.0.1', ''])(
    'a Host may be "%s"',
    async (host) => {
      const text = `GET /health HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`
      expect(await raw(text)).toMatch(/^HTTP\/1.1 200 /)
    },
  )

  it('an upgrade that is not offered is an ordinary request', async () => {
    const answer = await raw(
      'GET /health HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n',
    )
    expect(answer).toMatch(/^HTTP\/1.1 200 /)
  })
})

describe('what is no proper HTTP, behind a request that is being answered,', () => {
  it('ends the connection and stands not in the midst of the answer', async () => {
    const own = makeHttpServer((_req, res) => void res.writeHead(200).write('half of it'))
    await listen(own, 0, '127.0.0.1')
    const socket = connect((own.address() as AddressInfo).port, '127.0.0.1')
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    let answer = ''
    for await (const part of socket) {
      answer += String(part)
      if (answer.includes('half of it')) socket.write('BAD\r\n\r\n')
    }
    expect(answer).toMatch(/^HTTP\/1.1 200 /)
    expect(answer).not.toContain('HTTP/1.1 4')
    await stop(own)
  })
})

describe('a client that takes too long', () => {
  it.each([
    ['for the headers', 'POST /userinfo HTTP/1.1\r\nHost: x\r\n'],
    [
      'for the body',
      'POST /userinfo HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 9\r\n\r\na=',
    ],
  ])('%s is cut off with 408', async (_what, text) => {
    const times = { headersTimeout: 200, requestTimeout: 200, connectionsCheckingInterval: 50 }
    const pages = openPages(async (_req, res) => void res.end(), runtime, false)
    const own = makeHttpServer(makeListener(runtime, pages), false, times)
    await listen(own, 0, '127.0.0.1')
    const answer = await raw(text, (own.address() as AddressInfo).port)
    expect(answer).toMatch(/^HTTP\/1.1 408 /)
    expect(answer).toMatch(/X-Request-Id: [\w-]{36}/)
    await stop(own)
  })
})

describe('stopping', () => {
  it('finishes what is in flight and takes nothing new', async () => {
    const own = await start()
    const to = (own.address() as AddressInfo).port
    const req = httpRequest({
      port: to,
      host: '127.0.0.1',
      path: '/userinfo',
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    req.write('a=')
    await once(own, 'request')
    const stopped = stop(own)
    await expect.poll(() => own.listening).toBe(false)
    await expect(ask('/health', {}, to)).rejects.toThrow('ECONNREFUSED')
    req.end('b')
    const [res] = (await once(req, 'response')) as [import('node:http').IncomingMessage]
    res.resume()
    expect(res.statusCode).toBe(401)
    expect(await stopped).toBe(true)
  })

  it('a port that is taken is told in one sentence', async () => {
    const second = makeHttpServer()
    const sentence = `Port ${port} is already in use. Stop the other program, or set PORT to another port.`
    await expect(listen(second, port, '127.0.0.1')).rejects.toThrow(sentence)
    await expect(holdPort(port, '127.0.0.1', answerSettingUp)).rejects.toThrow(sentence)
  })

  it('a port that is held is nobody else’s, and is free again when it is given back', async () => {
    const free = await freePort()
    const giveBack = await holdPort(free, '127.0.0.1', answerSettingUp)
    const again = () => holdPort(free, '127.0.0.1', answerSettingUp)
    await expect(again()).rejects.toThrow(`Port ${free} is already in use`)
    await giveBack()
    await (await again())()
  })

  it('everything is told to come back while the server is being set up', async () => {
    const free = await freePort()
    onTestFinished(await holdPort(free, '127.0.0.1', answerSettingUp))
    const health = await ask('/health', {}, free)
    expect([health.status, health.body]).toEqual([200, 'healthy\n'])
    const answers = [
      ['/admin/users?query=a', 'text/html', '<meta http-equiv="refresh" content="2">'],
      ['/no/such', 'text/html', 'Setting up'],
      ['/api/v1/admin/users/search', 'application/json', '"error_code":"INTERNAL_SERVER_ERROR"'],
      ['/auth/token', 'application/json', '"error":"server_error"'],
      ['/.well-known/openid-configuration', 'application/json', '"error":"server_error"'],
      ['/ready', 'text/plain', 'not ready: setting up\n'],
    ] as const
    for (const [path, type, body] of answers) {
      const { status, headers, body: sent } = await ask(path, {}, free)
      expect([path, status, headers['retry-after']]).toEqual([path, 503, '2'])
      expect(headers['content-type']).toBe(`${type}; charset=utf-8`)
      expect(headers['cache-control']).toBe('no-store')
      expect(sent).toContain(body)
    }
    const arabic = await ask('/', { headers: { 'accept-language': 'ar' } }, free)
    expect(arabic.body).toContain('<html lang="ar" dir="rtl">')
    expect((await ask('/', { method: 'HEAD' }, free)).body).toBe('')
  })

  it('makes the process not ready, and leaves it healthy', async () => {
    onTestFinished(reportStopping())
    const { status, body } = await ask('/ready')
    expect([status, body]).toEqual([503, 'not ready: stopping\n'])
    expect((await ask('/health')).status).toBe(200)
  })
})
