import { beforeAll, describe, expect, test } from 'vitest'
import { variables } from '#lib/config/environment.ts'
import {
  aClient,
  aPublicClient,
  aResource,
  grantToClient,
  type TestClient,
} from '#tests/support/people.ts'
import { server, type TestServer } from '#tests/support/server.ts'

const noSecret =
  'This client is configured as confidential (not public), which means a client_secret is required for authentication. Please provide a valid client_secret to proceed.'
const wrongSecret = 'Client authentication failed. Please review your client_secret.'

describe('token endpoint: client authentication', () => {
  let app: TestServer
  let client: TestClient
  let publicClient: TestClient

  beforeAll(async () => {
    app = await server()
    client = await aClient(app.store, { secret: 'a+b %41:c/é-0123456789-0123456789' })
    publicClient = await aPublicClient(app.store)
    await aResource(app.store, 'orders', ['read'])
    await grantToClient(app.store, client, 'orders:read')
  })

  async function ask(fields: Record<string, string>, authorization?: string) {
    const response = await app.post(
      '/auth/token',
      { grant_type: 'client_credentials', ...fields },
      authorization ? { headers: { authorization } } : {},
    )
    return { status: response.status, headers: response.headers, body: await response.json() }
  }

  const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`

  test('client_secret_post', async () => {
    const { status } = await ask({
      client_id: client.clientIdentifier,
      client_secret: client.secret,
    })
    expect(status).toBe(200)
  })

  test.each([
    ['form-encoded', (id: string, secret: string) => `${id}:${encodeURIComponent(secret)}`],
    [
      'escapes in the identifier',
      (id: string, secret: string) =>
        `${id.replace('client', '%63lient')}:${encodeURIComponent(secret)}`,
    ],
  ])('client_secret_basic, %s', async (_, pair) => {
    const authorization = basic(pair(client.clientIdentifier, client.secret))
    expect((await ask({}, authorization)).status).toBe(200)
    expect((await ask({}, authorization.replace('Basic', 'bAsIc'))).status).toBe(200)
  })

  test('every secret that BOOTSTRAP_CLIENT_SECRET takes works as it is, in the header and in the body', async () => {
    const codes = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))
    const { BOOTSTRAP_CLIENT_SECRET: rule } = variables.shape
    const signs = codes.filter((sign) => rule.safeParse(sign.repeat(32)).success)
    expect(signs).toHaveLength(93)
    const secret = signs.join('')
    const { clientIdentifier } = await aClient(app.store, { secret })
    const form = { client_id: clientIdentifier, client_secret: secret }
    const answers = [await ask({}, basic(`${clientIdentifier}:${secret}`)), await ask(form)]
    // The client has no permissions, which is checked only after its authentication.
    for (const { status, body } of answers)
      expect([status, body.error]).toEqual([400, 'invalid_scope'])
  })

  test('a plain secret that is no form encoding is taken as it is; + stays +', async () => {
    const plain = await aClient(app.store, { secret: '100% a+b:c' })
    await grantToClient(app.store, plain, 'orders:read')
    const { status } = await ask({}, basic(`${plain.clientIdentifier}:100% a+b:c`))
    expect(status).toBe(200)
  })

  test('with the header a client_id in the body is ignored', async () => {
    const authorization = basic(`${client.clientIdentifier}:${encodeURIComponent(client.secret)}`)
    expect((await ask({ client_id: 'somebody-else' }, authorization)).status).toBe(200)
    expect((await ask({ client_secret: '' }, authorization)).status).toBe(200)
  })

  test('both ways at once are refused', async () => {
    const { status, body } = await ask(
      { client_secret: client.secret },
      basic(`${client.clientIdentifier}:${encodeURIComponent(client.secret)}`),
    )
    expect(status).toBe(400)
    expect(body.error).toBe('invalid_request')
  })

  test.each([
    ['another scheme', 'Bearer abc'],
    ['no base64', 'Basic ***'],
    ['no colon', `Basic ${Buffer.from('client').toString('base64')}`],
    ['two headers joined', 'Basic YTpi, Basic YTpi'],
  ])('a header that is no usable Basic counts as absent: %s', async (_, authorization) => {
    const { status, body } = await ask({}, authorization)
    expect(status).toBe(400)
    expect(body.error_description).toBe('Missing required client_id parameter.')
    const secrets = { client_id: client.clientIdentifier, client_secret: client.secret }
    expect((await ask(secrets, authorization)).status).toBe(200)
  })

  test('Basic with an empty identifier names no client', async () => {
    const { body } = await ask({}, basic(':secret'))
    expect(body.error_description).toBe('Missing required client_id parameter.')
  })

  test.each([
    ['unknown', () => ({ client_id: 'nobody' }), 'Client does not exist.'],
    [
      'of another case',
      () => ({ client_id: client.clientIdentifier.toUpperCase(), client_secret: client.secret }),
      'Client does not exist.',
    ],
    ['no secret', () => ({ client_id: client.clientIdentifier }), noSecret],
    ['empty secret', () => ({ client_id: client.clientIdentifier, client_secret: '' }), noSecret],
    [
      'wrong secret',
      () => ({ client_id: client.clientIdentifier, client_secret: 'wrong' }),
      wrongSecret,
    ],
  ])('refused with 401 and the Basic challenge: %s', async (_, fields, description) => {
    const { status, headers, body } = await ask(fields())
    expect(status).toBe(401)
    expect(headers.get('www-authenticate')).toBe('Basic realm="authserver"')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('pragma')).toBe('no-cache')
    expect(body).toEqual({ error: 'invalid_client', error_description: description })
  })

  test('a disabled client is refused whatever its secret', async () => {
    const disabled = await aClient(app.store, { enabled: false })
    const { status, headers, body } = await ask({ client_id: disabled.clientIdentifier })
    expect(status).toBe(401)
    expect(headers.get('www-authenticate')).toBe('Basic realm="authserver"')
    expect(body).toEqual({ error: 'invalid_client', error_description: 'Client is disabled.' })
  })

  test('a confidential client whose secret is missing in the store cannot authenticate', async () => {
    const broken = await aClient(app.store)
    await app.store.clients.update(broken.id, { clientSecretEncrypted: null })
    const { status, body } = await ask({
      client_id: broken.clientIdentifier,
      client_secret: 'anything',
    })
    expect(status).toBe(401)
    expect(body.error_description).toBe(wrongSecret)
  })

  test('a NUL character in the header names an unknown client', async () => {
    const { status, body } = await ask({}, basic('a%00b:secret'))
    expect(status).toBe(401)
    expect(body.error_description).toBe('Client does not exist.')
  })

  test('a public client that sends a secret is refused; an empty one is no secret', async () => {
    const fields = { client_id: publicClient.clientIdentifier, grant_type: 'authorization_code' }
    const sent = await ask({ ...fields, client_secret: 'x' })
    expect([sent.status, sent.body.error]).toEqual([400, 'invalid_request'])
    const header = await ask(
      { grant_type: 'authorization_code' },
      basic(`${publicClient.clientIdentifier}:x`),
    )
    expect([header.status, header.body.error]).toEqual([400, 'invalid_request'])
    const empty = await ask(
      { grant_type: 'authorization_code' },
      basic(`${publicClient.clientIdentifier}:`),
    )
    expect(empty.body.error_description).toBe('Missing required code parameter.')
  })

  test('a public client may not use client credentials, secret or not', async () => {
    for (const secret of ['', 'x']) {
      const { status, body } = await ask({
        client_id: publicClient.clientIdentifier,
        client_secret: secret,
      })
      expect([status, body.error]).toEqual([400, 'unauthorized_client'])
    }
  })

  test('the client is authenticated before the grant looks at anything', async () => {
    for (const grant_type of ['authorization_code', 'refresh_token', 'password']) {
      const { status, body } = await ask({
        client_id: client.clientIdentifier,
        client_secret: 'wrong',
        grant_type,
      })
      expect([status, body.error]).toEqual([401, 'invalid_client'])
    }
  })
})
