import { beforeAll, describe, expect, test } from 'vitest'
import { requestToken } from '#tests/support/oauth.ts'
import { aClient, aResource, aUser, grantToClient, type TestClient } from '#tests/support/people.ts'
import { server, type TestServer } from '#tests/support/server.ts'
import { audited, readToken, userinfoStatus } from './world.ts'

describe('grant client_credentials', () => {
  let app: TestServer
  let client: TestClient

  beforeAll(async () => {
    app = await server()
    client = await aClient(app.store)
    await aResource(app.store, 'orders', ['read', 'write', 'manage'])
    await aResource(app.store, 'billing', ['read'])
    await grantToClient(app.store, client, 'billing:read', 'orders:write', 'orders:read')
  })

  const ask = (scope?: string, by: TestClient = client) =>
    requestToken(app, by, { grant_type: 'client_credentials', scope })

  test('scope omitted or empty: every permission held, by resource and permission', async () => {
    for (const scope of [undefined, '']) {
      const { status, body } = await ask(scope)
      expect([status, body.scope]).toEqual([200, 'orders:read orders:write billing:read'])
    }
  })

  test('the token names the client and no user', async () => {
    const { body } = await ask('orders:read billing:read')
    const { header, payload } = readToken(body.access_token)
    expect(header).toEqual({ alg: 'RS256', kid: expect.any(String), typ: 'at+jwt' })
    expect(payload).toEqual({
      iss: app.config.baseUrl,
      sub: client.clientIdentifier,
      aud: ['orders', 'billing'],
      client_id: client.clientIdentifier,
      scope: 'orders:read billing:read',
      iat: expect.any(Number),
      nbf: payload.iat,
      exp: Number(payload.iat) + 300,
      jti: expect.any(String),
    })
    expect(body).not.toHaveProperty('refresh_token')
    expect(body).not.toHaveProperty('refresh_expires_in')
    expect(body).not.toHaveProperty('id_token')
    expect((await audited(app, 'token_issued_client_credentials_response')).at(-1)).toEqual({
      clientId: client.id,
      scope: 'orders:read billing:read',
    })
  })

  test('a token that opens this server’s own APIs names the client’s record, too', async () => {
    const own = await aClient(app.store)
    await grantToClient(app.store, own, 'orders:read', 'authserver:admin-read')
    const { body } = await ask('orders:read authserver:admin-read', own)
    expect(readToken(body.access_token).payload.client_record).toBe(own.id)
  })

  test('one audience is a string; the lifetime is the client’s own', async () => {
    const own = await aClient(app.store, { tokenExpirationInSeconds: 77 })
    await grantToClient(app.store, own, 'orders:read')
    const { body } = await ask('orders:read', own)
    expect(body.expires_in).toBe(77)
    expect(readToken(body.access_token).payload.aud).toBe('orders')
  })

  test('white space and repetitions are normalised', async () => {
    const { body } = await ask(' orders:read\n\torders:read  billing:read ')
    expect(body.scope).toBe('orders:read billing:read')
  })

  test.each([
    ['an OpenID Connect scope', 'orders:read openid', /'openid'/],
    ['offline_access', 'offline_access', /'offline_access'/],
    ['a word without colon', 'orders', /'orders'/],
    ['an empty part', 'orders:', /'orders:'/],
    ['two colons', 'orders:read:x', /'orders:read:x'/],
    ['an unknown resource', 'nowhere:read', /no resource 'nowhere'/],
    ['an unknown permission', 'orders:eat', /no permission 'eat'/],
    ['another case', 'Orders:read', /no resource 'Orders'/],
    ['a permission not held', 'orders:manage', /does not hold.*'orders:manage'/],
    ['the same permission name of another resource', 'authserver:manage', /'authserver:manage'/],
    ['nothing but blanks', ' \t ', /no scope/],
  ])('refused: %s', async (_, scope, text) => {
    const { status, body } = await ask(scope)
    expect([status, body.error]).toEqual([400, 'invalid_scope'])
    expect(body.error_description).toMatch(text)
    expect((await audited(app, 'token_scope_denied')).at(-1)).toEqual({
      clientIdentifier: client.clientIdentifier,
      grantType: 'client_credentials',
      scope,
    })
  })

  test('refused when scope is omitted and nothing is held', async () => {
    const { status, body } = await ask(undefined, await aClient(app.store))
    expect([status, body.error]).toEqual([400, 'invalid_scope'])
  })

  test('refused when the flow is off', async () => {
    const { status, body } = await ask(
      undefined,
      await aClient(app.store, { clientCredentialsEnabled: false }),
    )
    expect([status, body.error]).toEqual([400, 'unauthorized_client'])
  })

  test('administrative permissions need no allowance', async () => {
    const automation = await aClient(app.store)
    await grantToClient(app.store, automation, 'authserver:manage')
    const { status, body } = await ask('authserver:manage', automation)
    expect([status, body.scope]).toEqual([200, 'authserver:manage'])
    expect(readToken(body.access_token).payload.aud).toBe('authserver')
  })

  test('a client named like a user cannot act as that user', async () => {
    const user = await aUser(app.store)
    const twin = await aClient(app.store, { clientIdentifier: user.subject })
    await grantToClient(app.store, twin, 'authserver:manage-account')
    const { body } = await ask(undefined, twin)
    expect(await userinfoStatus(app, body.access_token ?? '')).toBe(403)
  })
})
