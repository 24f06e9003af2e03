import { beforeAll, describe, expect, it } from 'vitest'
import { aClient } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'

const { fetch, store } = await server()
const registered = 'https://app.example:8443'
const foreign = 'https://elsewhere.example'

const open = ['/.well-known/openid-configuration', '/certs', '/openapi.yaml']
const byOrigin: [path: string, method: string][] = [
  ['/userinfo', 'GET'],
  ['/userinfo', 'POST'],
  ['/auth/token', 'POST'],
]
const closed = [
  '/connect/register',
  '/client/logo/any',
  '/branding/icon',
  '/userinfo/picture/6f3c2c5e-3b1e-4c58-9a55-0d1d35a0a001',
]

beforeAll(async () => {
  await aClient(store, { enabled: false, webOrigins: [registered] })
})

function accessHeaders(response: Response): string[] {
  return [...response.headers.keys()].filter((name) => name.startsWith('access-control-'))
}

function preflight(path: string, origin: string, requested?: string): Promise<Response> {
  const headers = {
    origin,
    'access-control-request-method': 'POST',
    ...(requested === undefined ? {} : { 'access-control-request-headers': requested }),
  }
  return fetch(path, { method: 'OPTIONS', headers })
}

async function allowedHeaders(path: string, requested: string): Promise<string[]> {
  const { headers } = await preflight(path, registered, requested)
  return (headers.get('access-control-allow-headers') ?? '').split(', ')
}

const usual = ['Accept', 'Authorization', 'Content-Type', 'X-CSRF-Token']

describe.each(open)('%s', (path) => {
  it('may be read from any origin', async () => {
    const { headers, status } = await fetch(path, { headers: { origin: foreign } })
    expect(status).toBe(200)
    expect(headers.get('access-control-allow-origin')).toBe(foreign)
    expect(headers.get('vary')).toContain('Origin')
    expect(headers.has('access-control-allow-credentials')).toBe(false)
  })

  it('answers a preflight from any origin', async () => {
    const response = await preflight(path, foreign)
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-origin')).toBe(foreign)
    expect(response.headers.has('access-control-allow-credentials')).toBe(false)
  })

  it('lets any origin send the headers that it asks for', async () => {
    const { headers } = await preflight(path, foreign, 'x-requested-with,sentry-trace')
    expect(headers.get('access-control-allow-headers')).toBe(
      `${usual.join(', ')}, x-requested-with, sentry-trace`,
    )
  })
})

describe.each(byOrigin)('%s by %s', (path, method) => {
  it('may be read, errors included, from a web origin of any client', async () => {
    const { status, headers } = await fetch(path, { method, headers: { origin: registered } })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(headers.get('access-control-allow-origin')).toBe(registered)
    expect(headers.get('access-control-expose-headers')).toBe('WWW-Authenticate, Retry-After')
    expect(headers.get('access-control-allow-credentials')).toBe('true')
  })

  it.each([
    ['an origin that is not registered', foreign],
    ['a registered one in another case', registered.toUpperCase()],
    ['a registered one without its port', 'https://app.example'],
    ['null', 'null'],
  ])('is answered without CORS headers to %s', async (_, origin) => {
    const allowed = await fetch(path, { method, headers: { origin: registered } })
    const response = await fetch(path, { method, headers: { origin } })
    expect(response.status).toBe(allowed.status)
    expect(accessHeaders(response)).toEqual([])
    expect(response.headers.get('vary')).toContain('Origin')
  })

  it('tells a registered origin by preflight what it may send', async () => {
    const { status, headers } = await preflight(path, registered)
    expect(status).toBe(204)
    expect(headers.get('access-control-allow-origin')).toBe(registered)
    expect(headers.get('access-control-allow-credentials')).toBe('true')
    expect(headers.get('access-control-allow-methods')).toBe('GET, POST, OPTIONS')
    expect(headers.get('access-control-allow-headers')).toContain('Authorization')
    expect(headers.get('vary')).toBe(
      'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
    )
  })

  it.each([
    ['sentry-trace, baggage'],
    ['traceparent,cache-control'],
    ['x-okta-user-agent-extended'],
    ['x-b3-traceid , x-b3-spanid'],
    ["a!#$%&'*+.^_`|~9-z"],
  ])('lets a registered origin send the headers %s', async (requested) => {
    expect(await allowedHeaders(path, requested)).toEqual([
      ...usual,
      ...requested.split(',').map((name) => name.trim()),
    ])
  })

  it('answers a preflight of another origin alike, but without leave', async () => {
    const response = await preflight(path, foreign, 'sentry-trace')
    expect(response.status).toBe(204)
    expect(accessHeaders(response)).toEqual([])
  })
})

describe('header names that a preflight asks for', () => {
  it.each([
    ['usual ones in another case', 'authorization,CONTENT-TYPE', []],
    ['the same one twice', 'traceparent,TraceParent', ['traceparent']],
    ['empty ones', ',,baggage,', ['baggage']],
    ['what is no token', 'x-a b,x-ok,x:y,"q",(c),x-é', ['x-ok']],
    ['the wildcard, which is a name beside credentials', '*', ['*']],
    ['one of 128 characters', 'x'.repeat(128), ['x'.repeat(128)]],
    ['one that is too long', `${'x'.repeat(129)},x-ok`, ['x-ok']],
  ])('%s', async (_, requested, further) => {
    expect(await allowedHeaders('/auth/token', requested)).toEqual([...usual, ...further])
  })

  it('are answered up to a number', async () => {
    const names = Array.from({ length: 100 }, (_, i) => `x-${i}`)
    const allowed = await allowedHeaders('/auth/token', names.join(','))
    expect(allowed).toEqual([...usual, ...names.slice(0, 64)])
  })
})

describe('/auth/logout', () => {
  it('may be called from a registered web origin only', async () => {
    const allowed = await preflight('/auth/logout', registered)
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([
      204,
      registered,
    ])
    expect(accessHeaders(await preflight('/auth/logout', foreign))).toEqual([])
  })

  it('answers the header names and never allows credentials: it reads cookies', async () => {
    const { headers } = await preflight('/auth/logout', registered, 'baggage')
    expect(headers.get('access-control-allow-headers')).toContain('baggage')
    expect(headers.has('access-control-allow-credentials')).toBe(false)
    for (const method of ['GET', 'POST']) {
      const answer = await fetch('/auth/logout', { method, headers: { origin: registered } })
      expect(answer.headers.has('access-control-allow-credentials')).toBe(false)
    }
  })
})

describe.each(closed)('%s', (path) => {
  it('has no CORS headers for any origin', async () => {
    for (const origin of [registered, foreign]) {
      expect(accessHeaders(await fetch(path, { headers: { origin } }))).toEqual([])
      expect(accessHeaders(await preflight(path, origin))).toEqual([])
    }
  })
})
