import { afterEach, describe, expect, test } from 'vitest'
import { everythingOff } from '#tests/support/protocol-features.ts'
import { server } from '#tests/support/server.ts'

const { fetch, changeSettings } = await server()
const openid = '/.well-known/openid-configuration'
const oauth = '/.well-known/oauth-authorization-server'
const base = 'http://localhost:3000'

afterEach(() => changeSettings({ ...everythingOff, issuer: base }))

const on = (issuer = base) => changeSettings({ authorizationServerMetadataEnabled: true, issuer })
const absent = async (path: string) => {
  const response = await fetch(path, { headers: { origin: 'http://localhost:6274' } })
  expect(response.status).toBe(404)
  expect(await response.text()).toBe('')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('access-control-allow-origin')).toBe('http://localhost:6274')
}

/** Everything that a client can see of an answer. */
async function seen(path: string, init: RequestInit = {}) {
  const response = await fetch(path, { headers: { origin: 'https://any.example' }, ...init })
  const headers = [...response.headers].filter(([name]) => name !== 'x-request-id')
  return { status: response.status, headers, body: await response.text() }
}

describe('authorization server metadata (RFC 8414)', () => {
  test('is absent while it is off, readable for scripts, in both forms', async () => {
    await changeSettings({ ...everythingOff, issuer: `${base}/tenant` })
    for (const path of [oauth, `${oauth}/tenant`, `${openid}/tenant`]) await absent(path)
  })

  test('is the discovery document, byte for byte, with its headers', async () => {
    await on()
    const document = await seen(openid)
    expect(await seen(oauth)).toEqual(document)
    expect(document.status).toBe(200)
    expect(new Map(document.headers).get('cache-control')).toBe('public, max-age=60')
  })

  test('shows and hides the members of additions in both documents together', async () => {
    await on()
    for (const tokenRevocationEnabled of [true, false]) {
      await changeSettings({ tokenRevocationEnabled })
      const body = await (await fetch(oauth)).json()
      expect('revocation_endpoint' in body).toBe(tokenRevocationEnabled)
      expect(await (await fetch(openid)).json()).toEqual(body)
    }
  })

  test('answers HEAD like GET, without a body', async () => {
    await on()
    const { headers, status } = await seen(oauth)
    expect(
      await seen(oauth, { method: 'HEAD', headers: { origin: 'https://any.example' } }),
    ).toEqual({ headers, status, body: '' })
  })

  test('answers preflights of any origin, and refuses other methods', async () => {
    for (const path of [oauth, `${oauth}/tenant`]) {
      const headers = {
        origin: 'http://localhost:6274',
        'access-control-request-headers': 'mcp-protocol-version',
      }
      const preflight = await fetch(path, { method: 'OPTIONS', headers })
      expect(preflight.status).toBe(204)
      expect(preflight.headers.get('access-control-allow-headers')).toContain(
        'mcp-protocol-version',
      )
      const refused = await fetch(path, { method: 'POST' })
      expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
    }
  })

  test.each(['tenant', 'tenant/', 'tenant//'])(
    'an issuer with the path /%s is found under that path, in both documents',
    async (path) => {
      await on(`${base}/${path}`)
      const document = await seen(openid)
      expect(JSON.parse(document.body).issuer).toBe(`${base}/${path}`)
      for (const inserted of [`${oauth}/tenant`, `${openid}/tenant`, `${oauth}/tenant/`]) {
        expect(await seen(inserted)).toEqual(document)
      }
    },
  )

  test('an issuer whose path has several segments is found', async () => {
    await on(`${base}/a/b`)
    expect((await fetch(`${oauth}/a/b`)).status).toBe(200)
    await absent(`${oauth}/a`)
    await absent(`${oauth}/a/b/c`)
  })

  test.each([
    '/other',
    '/TENANT',
    '//tenant',
    '/tenant//',
    '/%74enant',
    '/tenant%2f',
    '/x%2f..%2ftenant',
  ])('of an issuer with the path /tenant, %s is another path', async (path) => {
    await on(`${base}/tenant`)
    await absent(`${oauth}${path}`)
    await absent(`${openid}${path}`)
  })

  test.each([
    base,
    `${base}/`,
    'https://id.example/tenant',
    'company',
    'http://localhost:3001/tenant',
  ])('an issuer that has no path here is served at the root only: %s', async (issuer) => {
    await on(issuer)
    expect((await fetch(oauth)).status).toBe(200)
    await absent(`${oauth}/tenant`)
    await absent(`${openid}/tenant`)
  })

  test('takes no address from the request', async () => {
    await on()
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
    expect(await (await fetch(oauth, { headers })).text()).not.toContain('evil.example')
  })

  test('tells the stored issuer byte for byte', async () => {
    await on(`${base}/`)
    expect((await (await fetch(oauth)).json()).issuer).toBe(`${base}/`)
  })
})
