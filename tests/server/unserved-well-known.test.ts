import { once } from 'node:events'
import { type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRuntime, type Runtime } from '#lib/runtime.ts'
import { makeListener } from '#lib/server/dispatch.ts'
import { stop } from '#lib/server/graceful-stop.ts'
import { listen, makeHttpServer } from '#lib/server/http-server.ts'
import { openPages } from '#lib/server/pages.ts'
import { openSeededDatabase } from '#tests/support/file-database.ts'
import { testConfig } from '#tests/support/settings.ts'

const origin = 'http://localhost:6274'
let runtime: Runtime
let server: Server
/** Paths that reached Next.js. */
const handed: string[] = []

beforeAll(async () => {
  const { url, store } = await openSeededDatabase()
  await store.settings.update({ issuer: 'http://localhost:3000/tenant' })
  runtime = await openRuntime(testConfig(url))
  const slots = globalThis as unknown as Record<symbol, unknown>
  slots[Symbol.for('authserver.runtime')] = Promise.resolve(runtime)
  const pages = openPages(
    async (req, res) => {
      handed.push(req.url ?? '')
      res.end('page')
    },
    runtime,
    false,
  )
  server = makeHttpServer(makeListener(runtime, pages))
  await listen(server, 0, '127.0.0.1')
})
afterAll(async () => {
  await stop(server)
  await runtime.close()
})

/** Sends a path as it is: `fetch` would normalise it. */
async function ask(path: string, method = 'GET', headers: Record<string, string> = {}) {
  const { port } = server.address() as AddressInfo
  const sent = request({ port, host: '127.0.0.1', path, method, headers: { origin, ...headers } })
  sent.end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  return {
    status: response.statusCode,
    headers: response.headers,
    body: Buffer.concat(chunks).toString(),
  }
}

const paths = [
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-authorization-server/mcp',
  '/mcp/.well-known/oauth-authorization-server',
  '/t1/.well-known/openid-configuration',
  '/tenant/.well-known/openid-configuration',
  '/.well-known/x',
  '/.well-known',
  '/admin/.well-known/x',
  '/account/.well-known/openid-configuration',
  '/api/.well-known/x',
].flatMap((path) => [path, `${path}/`])

describe.each(paths)('%s', (path) => {
  test('answers 404 to everybody, without a page, a redirect or a body', async () => {
    for (const method of ['GET', 'HEAD']) {
      for (const cookie of ['', 'session=x']) {
        const { status, headers, body } = await ask(path, method, { cookie })
        expect([status, body, headers.location]).toEqual([404, '', undefined])
        expect(headers['cache-control']).toBe('no-store')
        expect(headers['access-control-allow-origin']).toBe(origin)
        if (method === 'GET') expect(headers['content-length']).toBe('0')
      }
    }
  })

  test('answers a preflight before, so that a script sees the 404', async () => {
    const { status, headers } = await ask(path, 'OPTIONS', {
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'mcp-protocol-version',
    })
    expect(status).toBe(204)
    expect(headers['access-control-allow-origin']).toBe(origin)
    expect(headers['access-control-allow-headers']).toContain('mcp-protocol-version')
  })
})

test('none of them reached a page, but the page for password managers is one', async () => {
  expect(handed).toEqual([])
  expect((await ask('/.well-known/change-password')).body).toBe('page')
})

describe('metadata of an issuer with a path', () => {
  const served = '/.well-known/oauth-authorization-server/tenant'

  test.each([served, `${served}/`, '/.well-known/openid-configuration/tenant'])(
    'stands at %s',
    async (path) => {
      const { status, body } = await ask(path)
      expect(status).toBe(200)
      expect(JSON.parse(body).issuer).toBe('http://localhost:3000/tenant')
    },
  )

  test.each([
    '/.well-known/oauth-authorization-server/x/../tenant',
    '/.well-known/oauth-authorization-server/%2e%2e/tenant',
    '/.well-known/oauth-authorization-server//tenant',
    '/.well-known/oauth-authorization-server/tenant//',
    '/.well-known/oauth-authorization-server/%74enant',
    '/.well-known/oauth-authorization-server/tenant%2f',
    '/.well-known/oauth-authorization-server/Tenant',
  ])('does not stand at %s', async (path) => {
    expect(await ask(path)).toMatchObject({ status: 404, body: '' })
  })
})
