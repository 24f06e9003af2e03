import { request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeListener } from '#lib/server/dispatch.ts'
import { makeHttpServer } from '#lib/server/http-server.ts'
import { findRoute, loadRoute } from '#lib/server/router.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { userToken } from './issued-tokens.ts'

const tested = await server()
const { store, runtime } = tested
const { prisma: database } = runtime.database

const subject = '6f3c2c5e-3b1e-4c58-9a55-0d1d35a0a001'
const origin = 'https://app.example'
const image = Buffer.from('an image')

const pathsOfRouteFiles = {
  '/.well-known/openid-configuration': () =>
    import('#app/.well-known/openid-configuration/route.ts'),
  '/certs': () => import('#app/certs/route.ts'),
  '/openapi.yaml': () => import('#app/openapi.yaml/route.ts'),
  '/userinfo': () => import('#app/userinfo/route.ts'),
  '/client/logo/shop': () => import('#app/client/logo/[clientIdentifier]/route.ts'),
  '/branding/icon': () => import('#app/branding/[name]/route.ts'),
  [`/userinfo/picture/${subject}`]: () => import('#app/userinfo/picture/[subject]/route.ts'),
}
const cases = Object.entries(pathsOfRouteFiles)
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

const http = makeHttpServer(
  makeListener(runtime, {
    serve: async () => {
      throw new Error('This path is not answered directly.')
    },
    serveView: async () => {
      throw new Error('This path has no view.')
    },
  }),
)
let token = ''

beforeAll(async () => {
  const client = await aClient(store, { clientIdentifier: 'shop', webOrigins: [origin] })
  const user = await aUser(store, { subject })
  token = (await userToken(tested, { user, client })).token
  await database.clientLogo.create({
    data: { clientId: client.id, image, contentType: 'image/png', etag: '0123456789abcdef' },
  })
  await database.userProfilePicture.create({
    data: { userId: user.id, image, contentType: 'image/png' },
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
})

afterAll(() => new Promise((resolve) => http.close(resolve)))

interface Answer {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string
}

/** Sends a request over a real connection; a list repeats its header. */
function overHttp(
  path: string,
  method: string,
  headers: Record<string, string | string[]> = {},
): Promise<Answer> {
  const { port } = http.address() as AddressInfo
  return new Promise((resolve, reject) => {
    const asked = send({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers as Record<string, string>,
          body: Buffer.concat(chunks).toString(),
        }),
      )
    })
    asked.on('error', reject)
    asked.end()
  })
}

describe.each(cases)('%s', (path, routeFile) => {
  it('is answered directly by the very functions that the route file exports', async () => {
    const module = await loadRoute(findRoute(path)?.template ?? '')
    const exported = await routeFile()
    for (const method of methods) {
      expect(module[method]).toBe(exported[method])
      expect(exported[method]).toBeTypeOf('function')
    }
  })

  it.each(['GET', 'HEAD', 'OPTIONS', 'DELETE'])(
    'gives the same answer by %s, to the byte, over a connection and by the route file',
    async (method) => {
      const headers = { authorization: `Bearer ${token}`, origin }
      const response = await (await routeFile())[method as 'GET'](
        new Request(`http://localhost:3000${path}`, { method, headers }),
        { params: Promise.resolve({ clientIdentifier: 'shop', subject }) },
      )
      const answer = await overHttp(path, method, headers)
      expect(answer.status).toBe(response.status)
      expect(answer.body).toBe(await response.text())
      const expected = Object.fromEntries(response.headers)
      // Over a connection, large public texts may be compressed, so they vary by encoding.
      if (response.ok && path === '/openapi.yaml' && method !== 'OPTIONS') {
        expected.vary = 'Origin, Accept-Encoding'
      }
      expect(answer.headers).toMatchObject(expected)
    },
  )

  it('answers with a slash at the end as without, and not by a redirect', async () => {
    const headers = { authorization: `Bearer ${token}` }
    const plain = await overHttp(path, 'GET', headers)
    const slashed = await overHttp(`${path}/`, 'GET', headers)
    expect([slashed.status, slashed.body]).toEqual([plain.status, plain.body])
    expect([200, 404]).toContain(slashed.status)
  })
})

describe('over a real connection', () => {
  it('two Authorization headers are seen and refused', async () => {
    const authorization = [`Bearer ${token}`, `Bearer ${token}`]
    const answer = await overHttp('/userinfo', 'GET', { authorization })
    expect([answer.status, answer.body]).toEqual([
      400,
      '{"error":"invalid_request","error_description":"The Authorization header must be sent once."}',
    ])
  })

  it('a picture leaves without an ETag, and its HEAD with the length', async () => {
    const path = `/userinfo/picture/${subject}`
    const get = await overHttp(path, 'GET')
    const head = await overHttp(path, 'HEAD')
    expect([get.status, get.body]).toEqual([200, 'an image'])
    expect(get.headers).not.toHaveProperty('etag')
    expect(head.headers['content-length']).toBe('8')
  })

  it.each([
    ['/client/logo/%zz', 404],
    ['/client/logo/%00', 404],
    ['/client/logo/..%2f..%2fsecret', 404],
    ['/userinfo/picture/%E0%A4%A', 404],
    ['/userinfo?access_token=%zz', 401],
  ])('%s is answered %i', async (path, status) => {
    expect((await overHttp(path, 'GET')).status).toBe(status)
  })

  it('a logo that the browser holds is answered 304 without a body', async () => {
    const headers = { 'if-none-match': '"0123456789abcdef"' }
    const answer = await overHttp('/client/logo/shop', 'GET', headers)
    expect([answer.status, answer.body]).toEqual([304, ''])
    expect(answer.headers.etag).toBe('"0123456789abcdef"')
  })
})
