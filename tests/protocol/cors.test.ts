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
  '/userinfo/picture/6f3c2c5e-3b1e-4c58-9a55-0d1d35a0a001',
]

beforeAll(async () => {
  await aClient(store, { enabled: false, webOrigins: [registered] })
})

function accessHeaders(response: Response): string[] {
  return [...response.headers.keys()].filter((name) => name.startsWith('access-control-'))
}

function preflight(path: string, origin: string): Promise<Response> {
  const headers = { origin, 'access-control-request-method': 'POST' }
  return fetch(path, { method: 'OPTIONS', headers })
}

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
  })
})

describe.each(byOrigin)('%s by %s', (path, method) => {
  it('may be read, errors included, from a web origin of any client', async () => {
    const { status, headers } = await fetch(path, { method, headers: { origin: registered } })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(headers.get('access-control-allow-origin')).toBe(registered)
    expect(headers.get('access-control-expose-headers')).toBe('WWW-Authenticate, Retry-After')
    expect(headers.has('access-control-allow-credentials')).toBe(false)
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
    expect(headers.get('access-control-allow-methods')).toBe('GET, POST, OPTIONS')
    expect(headers.get('access-control-allow-headers')).toContain('Authorization')
    expect(headers.get('vary')).toBe(
      'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
    )
  })

  it('answers a preflight of another origin alike, but without leave', async () => {
    const response = await preflight(path, foreign)
    expect(response.status).toBe(204)
    expect(accessHeaders(response)).toEqual([])
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
})

describe.each(closed)('%s', (path) => {
  it('has no CORS headers for any origin', async () => {
    for (const origin of [registered, foreign]) {
      expect(accessHeaders(await fetch(path, { headers: { origin } }))).toEqual([])
      expect(accessHeaders(await preflight(path, origin))).toEqual([])
    }
  })
})
