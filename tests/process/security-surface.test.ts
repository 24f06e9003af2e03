import { setTimeout as rest } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#lib/persistence/client.ts'
import { configurationLeaseMs } from '#lib/persistence/configuration-cache.ts'
import { authorizePath } from '#tests/support/oauth.ts'
import { aClient, type TestClient } from '#tests/support/people.ts'
import { type RemoteServer, remoteServer, withStore } from '#tests/support/remote.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'

let started: StartedServer
let server: RemoteServer
let client: TestClient

beforeAll(async () => {
  started = await startServer({ RATE_LIMITER_ENABLED: 'false' })
  server = remoteServer(started.baseUrl)
  client = await withStore(started.databaseUrl, (store) => aClient(store, { pkceRequired: false }))
})
afterAll(() => started?.remove())

const crossSite = { headers: { 'sec-fetch-site': 'cross-site' } }

/** One answer of each status and each kind of endpoint. */
const answers: readonly (readonly [what: string, status: number, ask: () => Promise<Response>])[] =
  [
    ['the welcome page', 200, () => server.fetch('/')],
    ['the question on sign-out', 200, () => server.fetch('/auth/logout')],
    ['a redirect to a page', 302, () => server.fetch(authorizePath(client))],
    [
      'a redirect to a client',
      302,
      () => server.fetch(authorizePath(client, { scope: 'no:thing' })),
    ],
    ['a redirect after a form', 303, () => server.post('/auth/authorize', authorizeFields())],
    ['an error page', 400, () => server.fetch('/auth/authorize')],
    ['a form without its sign-in', 400, () => server.post('/auth/pwd', {})],
    ['a form of another site', 403, () => server.post('/auth/pwd', {}, crossSite)],
    ['an unknown address', 404, () => server.fetch('/no/such/page')],
    ['an unknown file', 404, () => server.fetch('/no-such.php')],
    ['an unknown asset', 404, () => server.fetch('/_next/static/no-such.js')],
    ['an unknown address of the API', 404, () => server.fetch('/api/v1/no-such')],
    ['a method of no endpoint', 405, () => server.fetch('/auth/token')],
    ['the answer to a preflight', 204, () => server.fetch('/auth/token', { method: 'OPTIONS' })],
    ['a token refused', 400, () => server.post('/auth/token', { grant_type: 'none' })],
    ['UserInfo without a token', 401, () => server.fetch('/userinfo')],
    ['discovery', 200, () => server.fetch('/.well-known/openid-configuration')],
    ['the keys', 200, () => server.fetch('/certs')],
    ['the API description', 200, () => server.fetch('/openapi.yaml')],
    ['health', 200, () => server.fetch('/health')],
    ['readiness', 200, () => server.fetch('/ready')],
    ['the icon', 200, () => server.fetch('/icon.svg')],
    ['a built asset', 200, async () => server.fetch(await anAsset())],
  ]

function authorizeFields(): [string, string][] {
  return [...new URL(authorizePath(client), started.baseUrl).searchParams]
}

async function anAsset(): Promise<string> {
  const html = await (await server.fetch('/')).text()
  return /\/_next\/static\/[^"]+\.js/.exec(html)?.[0] ?? ''
}

describe('every answer', () => {
  test.each(answers)('%s (%i) carries the common headers', async (_what, status, ask) => {
    const response = await ask()
    await response.body?.cancel()
    expect(response.status).toBe(status)
    const { headers } = response
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    for (const name of ['strict-transport-security', 'x-powered-by', 'server']) {
      expect(headers.has(name), name).toBe(false)
    }
    for (const name of headers.keys()) expect(name).not.toMatch(/^x-authserver-/)
  })

  test('has an id of its own, whatever the client says', async () => {
    const headers = { 'x-request-id': 'mine', 'x-authserver-request-id': 'mine' }
    const ids = await Promise.all(
      ['/health', '/', '/auth/logout', '/no/such'].map(async (path) => {
        const response = await server.fetch(path, { headers })
        await response.body?.cancel()
        return response.headers.get('x-request-id')
      }),
    )
    expect(new Set(ids).size).toBe(4)
    expect(ids).not.toContain('mine')
  })

  test('of a page or a protocol endpoint is not to be stored, unlike files and keys', async () => {
    const caching = async (path: string) => {
      const response = await server.fetch(path)
      await response.body?.cancel()
      return response.headers.get('cache-control')
    }
    for (const path of ['/', '/auth/logout', '/auth/authorize', '/no/such', '/userinfo']) {
      expect(await caching(path), path).toContain('no-store')
    }
    expect(await caching(authorizePath(client))).toBe('no-store')
    expect(await caching(await anAsset())).toBe('public, max-age=31536000, immutable')
    for (const path of ['/robots.txt', '/icon.svg']) {
      expect(await caching(path), path).toBe('public, max-age=300')
    }
    expect(await caching('/certs')).toMatch(/^public, max-age=\d+$/)
  })
})

describe('the policy of a page', () => {
  test.each(['/', '/auth/logout', '/auth/authorize?client_id=x', '/no/such', '/no-such.php'])(
    '%s runs scripts by a nonce of its own only',
    async (path) => {
      const nonces = new Set<string>()
      for (let time = 0; time < 2; time++) {
        const response = await server.fetch(path)
        const policy = response.headers.get('content-security-policy') ?? ''
        const nonce = /script-src 'self' 'nonce-([\w-]{22})' 'strict-dynamic';/.exec(policy)?.[1]
        expect(nonce).toBeTruthy()
        nonces.add(nonce ?? '')
        expect(policy).toContain("default-src 'self'")
        expect(policy).toContain("base-uri 'none'")
        expect(policy).toContain("object-src 'none'")
        expect(policy).not.toContain('form-action')
        expect(policy).not.toContain('unsafe-eval')
        const tags = (await response.text()).match(/<script[^>]*>/g) ?? []
        expect(tags.length).toBeGreaterThan(0)
        for (const tag of tags) expect(tag).toContain(`nonce="${nonce}"`)
      }
      expect(nonces.size).toBe(2)
    },
  )

  test('that posts to a client allows its one script, the post and being framed', async () => {
    const request = { prompt: 'none', response_mode: 'form_post' }
    const response = await server.fetch(authorizePath(client, request))
    expect(response.status).toBe(200)
    const policy = response.headers.get('content-security-policy') ?? ''
    const nonce = /^default-src 'none'; script-src 'nonce-([\w-]{22})';/.exec(policy)?.[1]
    expect(policy).not.toContain('form-action')
    // This response mode must also allow silent renewal in a frame.
    expect(response.headers.has('x-frame-options')).toBe(false)
    expect(policy).not.toContain('frame-ancestors')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const tags = (await response.text()).match(/<script[^>]*>/g)
    expect(tags).toEqual([`<script nonce="${nonce}">`])
  })
})

describe('a form of another site', () => {
  const forms = ['/auth/pwd', '/auth/otp', '/auth/consent', '/auth/logout']
  const foreign: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', origin: 'http://localhost' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ]
  test.each(forms)('is refused at %s', async (path) => {
    for (const headers of foreign) {
      const response = await server.post(path, { ceremonyId: 'x' }, { headers })
      expect(response.status, JSON.stringify(headers)).toBe(403)
      expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.getSetCookie()).toEqual([])
      expect(await response.text()).toContain('came from another website')
    }
  })

  test.each(forms)('is told from our own and from no browser’s at %s', async (path) => {
    const own: Record<string, string>[] = [
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      { origin: started.baseUrl },
      {},
    ]
    for (const headers of own) {
      const response = await server.post(path, { ceremonyId: 'x' }, { headers })
      await response.body?.cancel()
      expect(response.status, JSON.stringify(headers)).not.toBe(403)
    }
  })

  test('reaches what applications post to by design', async () => {
    const paths = ['/auth/authorize', '/auth/token', '/userinfo', '/connect/register']
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://app.example' }
    for (const path of paths) {
      const response = await server.post(path, {}, { headers })
      expect(await response.text(), path).not.toContain('came from another website')
    }
    const hinted = await server.post('/auth/logout', { id_token_hint: 'x' }, { headers })
    expect(hinted.status).toBe(303)
  })
})

describe('a failure of ours', () => {
  test('answers 500 with the id to quote, and with every header', async () => {
    const database = openDatabase(started.databaseUrl, 1)
    await database.prisma.$executeRawUnsafe(
      'ALTER TABLE configuration_version RENAME TO version_away',
    )
    // By then, no process uses its cached configuration.
    await rest(configurationLeaseMs + 1)
    try {
      const page = await server.fetch(authorizePath(client))
      expect(page.status).toBe(500)
      const id = page.headers.get('x-request-id') ?? ''
      const html = await page.text()
      expect(html).toContain(id)
      expect(html).toContain('id="page-auth-error"')
      expect(html).not.toContain('configuration_version')

      const json = await server.post('/auth/token', {
        grant_type: 'client_credentials',
        client_id: client.clientIdentifier,
        client_secret: client.secret,
      })
      expect(json.status).toBe(500)
      expect(await json.json()).toEqual({
        error: 'server_error',
        error_description: `Internal server error. Request id: ${json.headers.get('x-request-id')}`,
      })
      for (const { headers } of [page, json]) {
        expect(headers.get('x-content-type-options')).toBe('nosniff')
        expect(headers.get('x-frame-options')).toBe('DENY')
        expect(headers.get('cache-control')).toBe('no-store')
      }
    } finally {
      await database.prisma.$executeRawUnsafe(
        'ALTER TABLE version_away RENAME TO configuration_version',
      )
      await database.close()
    }
  })
})
