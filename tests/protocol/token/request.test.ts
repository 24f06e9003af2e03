import { beforeAll, describe, expect, test, vi } from 'vitest'
import { basicHeader } from '#tests/support/oauth.ts'
import { aClient, aResource, grantToClient, type TestClient } from '#tests/support/people.ts'
import { server, type TestServer } from '#tests/support/server.ts'

describe('token endpoint: reading the request', () => {
  let app: TestServer
  let client: TestClient

  beforeAll(async () => {
    app = await server()
    client = await aClient(app.store)
    await aResource(app.store, 'orders', ['read'])
    await grantToClient(app.store, client, 'orders:read')
  })

  const credentials = () => ({
    client_id: client.clientIdentifier,
    client_secret: client.secret,
  })

  async function send(body: string, init: RequestInit = {}, query = '') {
    const response = await app.fetch(`/auth/token${query}`, {
      method: 'POST',
      body,
      ...init,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...init.headers },
    })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }

  test('a client gets a token; the answer is JSON that nobody stores', async () => {
    const form = new URLSearchParams({ grant_type: 'client_credentials', ...credentials() })
    const { status, headers, body } = await send(form.toString())
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/json')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('pragma')).toBe('no-cache')
    expect(Object.keys(body)).toEqual(['access_token', 'token_type', 'expires_in', 'scope'])
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 300, scope: 'orders:read' })
  })

  test.each([
    ['application/json; charset=utf-8', 'application/json'],
    ['text/plain', 'text/plain'],
    ['', ''],
    ['multipart/form-data; boundary=x', 'multipart/form-data'],
    [`application/${'x'.repeat(500)}`, `application/${'x'.repeat(88)}`],
  ])('the log names the content type %j of a body that is no form', async (sent, logged) => {
    const warn = vi.spyOn(app.runtime.log, 'warn')
    const json = JSON.stringify({ grant_type: 'client_credentials', ...credentials() })
    const init = { headers: { 'content-type': sent } }
    const withoutHeader = await send(json, init)
    expect([withoutHeader.status, withoutHeader.body.error_description]).toEqual([
      400,
      'Missing required client_id parameter.',
    ])
    const authorization = basicHeader(client)
    const withHeader = await send(json, { headers: { ...init.headers, authorization } })
    expect(withHeader.body.error).toBe('unsupported_grant_type')
    const records = warn.mock.calls.map(([record]) => record as { contentType?: string })
    expect(records.filter(({ contentType }) => contentType === logged)).toHaveLength(2)
    expect(JSON.stringify(warn.mock.calls)).not.toContain(client.secret)
    warn.mockRestore()
  })

  test('a charset behind the media type is allowed', async () => {
    const form = new URLSearchParams({ grant_type: 'client_credentials', ...credentials() })
    const { status } = await send(form.toString(), {
      headers: { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' },
    })
    expect(status).toBe(200)
  })

  test('a form that is no UTF-8 is refused, escaped or not', async () => {
    const form = new URLSearchParams({ grant_type: 'client_credentials', ...credentials() })
    for (const odd of ['&x=%ff', Buffer.from([0x26, 0x78, 0x3d, 0xff])]) {
      const sent = Buffer.concat([Buffer.from(form.toString()), Buffer.from(odd)])
      const { status, body } = await send('', { body: sent })
      expect([status, body.error]).toEqual([400, 'invalid_request'])
    }
  })

  test('the query string is never read', async () => {
    const query = new URLSearchParams({ grant_type: 'client_credentials', ...credentials() })
    const { status, body } = await send('', {}, `?${query}`)
    expect(status).toBe(400)
    expect(body).toEqual({
      error: 'invalid_request',
      error_description: 'Missing required client_id parameter.',
    })
  })

  test('a repeated parameter in the query does no harm', async () => {
    const form = new URLSearchParams({ grant_type: 'client_credentials', ...credentials() })
    const { status } = await send(form.toString(), {}, '?scope=a&scope=b&grant_type=%')
    expect(status).toBe(200)
  })

  test.each([
    ['known, equal copies', 'grant_type=password&client_id=a&client_id=a', 'client_id'],
    ['unknown name', 'x=1&grant_type=password&client_id=a&x=2', 'x'],
    ['empty copies', 'client_id=a&scope=&scope=', 'scope'],
    ['names that differ in their escapes', 'client_id=a&sc%6Fpe=1&scope=1', 'scope'],
    ['before the missing client_id', 'grant_type=a&grant_type=a', 'grant_type'],
  ])('a parameter sent twice is refused by name: %s', async (_, form, name) => {
    const { status, headers, body } = await send(form)
    expect(status).toBe(400)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toEqual({
      error: 'invalid_request',
      error_description: `The '${name}' parameter was included more than once.`,
    })
  })

  test.each([
    ['a bad percent escape', 'grant_type=client_credentials&client_id=%zz'],
    ['a bad escape in an unknown parameter', 'x=%'],
    ['more than 64 KiB', `client_id=a&x=${'x'.repeat(65_536)}`],
  ])('a body that cannot be parsed is refused: %s', async (_, form) => {
    const { status, body } = await send(form)
    expect(status).toBe(400)
    expect(body).toEqual({
      error: 'invalid_request',
      error_description: 'The request body could not be parsed.',
    })
  })

  test('64 KiB are allowed', async () => {
    const start = `${new URLSearchParams({ grant_type: 'client_credentials', ...credentials() })}&x=`
    const { status } = await send(start + 'x'.repeat(65_536 - start.length))
    expect(status).toBe(200)
  })

  test('another content type is a body without parameters', async () => {
    const { status, body } = await send(JSON.stringify(credentials()), {
      headers: { 'content-type': 'application/json' },
    })
    expect(status).toBe(400)
    expect(body.error_description).toBe('Missing required client_id parameter.')
  })

  test('a missing client_id is told before grant_type is examined', async () => {
    const { body } = await send('grant_type=nonsense')
    expect(body.error_description).toBe('Missing required client_id parameter.')
  })

  test.each([
    ['missing', undefined],
    ['empty', ''],
    ['unknown', 'urn:ietf:params:oauth:grant-type:device_code'],
    ['of another case', 'Password'],
    ['a name every object has', 'constructor'],
  ])('grant_type %s is unsupported, before the client is looked up', async (_, grantType) => {
    const form = new URLSearchParams({ client_id: 'nobody' })
    if (grantType !== undefined) form.set('grant_type', grantType)
    const { status, body } = await send(form.toString())
    expect(status).toBe(400)
    expect(body).toEqual({
      error: 'unsupported_grant_type',
      error_description: 'Unsupported grant_type.',
    })
  })

  test('descriptions hold only the characters RFC 6749 allows and at most 512 bytes', async () => {
    const name = `"\\é\u{1F600}${'n'.repeat(600)}`
    const form = new URLSearchParams([
      [name, ''],
      [name, ''],
    ])
    const { body } = await send(form.toString())
    expect(body.error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]{1,512}$/)
    expect(body.error_description).toMatch(/included more than once\.$/)
  })

  test.each(['GET', 'PUT', 'PATCH', 'DELETE'])('%s is not a way to ask', async (method) => {
    const response = await app.fetch('/auth/token', { method })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('POST, OPTIONS')
  })

  test('no cookie is read or set', async () => {
    const form = new URLSearchParams({ grant_type: 'client_credentials' })
    const { status, headers } = await send(form.toString(), {
      headers: { authorization: basicHeader(client), cookie: 'session=x; browser=y' },
    })
    expect(status).toBe(200)
    expect(headers.get('set-cookie')).toBeNull()
  })
})
