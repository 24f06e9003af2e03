import { beforeAll, describe, expect, test } from 'vitest'
import { apiClient, call } from '#tests/support/api.ts'
import { readJwt, requestToken } from '#tests/support/oauth.ts'
import { server, type TestServer } from '#tests/support/server.ts'
import { arrive, certifiedClient, certifiedServer, certifiedUser, tokensFor } from './fixture.ts'

const documentPath = '/.well-known/openid-configuration'

/** The members whose names end in `_supported` and that are no lists. */
const booleans = {
  request_parameter_supported: false,
  request_uri_parameter_supported: false,
  backchannel_logout_supported: true,
  backchannel_logout_session_supported: true,
}

describe('published over https', () => {
  const issuer = 'https://id.example'
  let app: TestServer

  beforeAll(async () => {
    app = await server({ env: { BASE_URL: issuer }, ownDatabase: true })
    await app.changeSettings({ issuer })
  })

  const readDocument = async (headers = {}): Promise<Record<string, unknown>> =>
    (await app.fetch(documentPath, { headers })).json()

  test('every address begins with the configured base address, whatever Host says', async () => {
    const document = await readDocument({
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
    })
    const addresses = Object.entries(document).filter(([name]) => /_endpoint$|_uri$/.test(name))
    expect(addresses.map(([name]) => name)).toEqual([
      'authorization_endpoint',
      'token_endpoint',
      'userinfo_endpoint',
      'end_session_endpoint',
      'jwks_uri',
      'revocation_endpoint',
      'introspection_endpoint',
    ])
    for (const [, address] of addresses) expect(String(address)).toMatch(/^https:\/\/id\.example\//)
  })

  test('the issuer is the address the document is found under, and tokens repeat it', async () => {
    const document = await readDocument()
    const published = new URL(String(document.issuer))
    expect([published.search, published.hash, published.username]).toEqual(['', '', ''])
    expect(`${String(document.issuer).replace(/\/$/, '')}${documentPath}`).toBe(
      `${issuer}${documentPath}`,
    )
    const user = await certifiedUser(app)
    const client = await certifiedClient(app, { resourceOwnerPasswordCredentialsEnabled: true })
    const { body } = await requestToken(app, client, {
      grant_type: 'password',
      username: user.email,
      password: user.password,
    })
    for (const token of [body.id_token, body.access_token]) {
      expect(readJwt(token ?? '').payload.iss).toBe(document.issuer)
    }
  })
})

describe('discovery and keys', { timeout: 60_000 }, () => {
  let app: TestServer

  beforeAll(async () => {
    app = await certifiedServer()
  })

  const keys = async (): Promise<Record<string, string>[]> =>
    (await (await app.fetch('/certs')).json()).keys

  test('200 application/json: arrays are arrays, booleans booleans, claims are listed', async () => {
    const response = await app.fetch(documentPath)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    const document = await response.json()
    const supported = Object.keys(document).filter((name) => name.endsWith('_supported'))
    for (const name of supported.filter((each) => !(each in booleans))) {
      expect(Array.isArray(document[name]), name).toBe(true)
    }
    expect(document).toMatchObject(booleans)
    expect(document.claims_supported).toContain('sub')
  })

  test('each key has a kid of its own, use, alg and public members; ID tokens name one', async () => {
    const published = await keys()
    expect(new Set(published.map(({ kid }) => kid)).size).toBe(published.length)
    for (const key of published) {
      expect(Object.keys(key).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
      expect(key).toMatchObject({ alg: 'RS256', use: 'sig', kty: 'RSA' })
    }
    const client = await certifiedClient(app)
    const { body } = await tokensFor(
      app,
      client,
      await arrive(app, client, await certifiedUser(app)),
    )
    const { header } = readJwt(body.id_token ?? '')
    expect(published.map(({ kid }) => kid)).toContain(header.kid)
  })

  test('a rotation shows a new key and keeps the previous; nobody keeps the list for long', async () => {
    const before = (await keys()).map(({ kid }) => kid)
    const rotated = await call(
      await apiClient(app, ['manage-settings']),
      'POST',
      '/settings/keys/rotate',
    )
    expect(rotated.status).toBe(200)
    const after = (await keys()).map(({ kid }) => kid)
    expect(after).toHaveLength(3)
    expect(after.slice(1)).toEqual(before)
    const response = await app.fetch('/certs')
    const seconds = /max-age=(\d+)/.exec(response.headers.get('cache-control') ?? '')?.[1]
    expect(Number(seconds)).toBeLessThanOrEqual(300)
  })
})
