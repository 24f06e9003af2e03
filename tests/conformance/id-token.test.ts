import { createHash } from 'node:crypto'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { describe, expect, test, vi } from 'vitest'
import { readJwt, refresh } from '#tests/support/oauth.ts'
import { baseUrl } from '#tests/support/settings.ts'
import { arrive, certifiedClient, certifiedServer, certifiedUser, tokensFor } from './fixture.ts'

const app = await certifiedServer()
const client = await certifiedClient(app)
const user = await certifiedUser(app)
const nonce = 'n-0S6_WzA2Mj'

const userScopes = 'openid profile email address phone'
const userClaims = ['name', 'given_name', 'email', 'address', 'phone_number', 'picture']

async function idTokenOf(request = {}): Promise<string> {
  const { body } = await tokensFor(app, client, await arrive(app, client, user, request))
  return body.id_token ?? ''
}

const required = ['iss', 'sub', 'aud', 'exp', 'iat', 'auth_time', 'acr', 'sid']

describe.each([
  ['of the code flow', (request: object) => idTokenOf(request)],
  [
    'of the implicit flow',
    async (request: object) => {
      const implicit = { response_type: 'id_token', nonce, ...request }
      return (await arrive(app, client, user, implicit)).response.id_token ?? ''
    },
  ],
])('%s', (_, issue) => {
  test('has all required members, and the nonce that was sent', async () => {
    const { payload } = readJwt(await issue({ nonce }))
    for (const name of required) expect(payload, name).toHaveProperty(name)
    expect(payload).toMatchObject({ iss: baseUrl, aud: client.clientIdentifier, nonce })
    expect(payload.sub).toMatch(/^[\x21-\x7e]{1,255}$/)
    expect(Number(payload.exp)).toBeGreaterThan(Number(payload.iat))
  })

  test('says in its header alone what it is, and carries nothing private but sid', async () => {
    const { header, payload } = readJwt(await issue({ nonce }))
    expect(header).toEqual({ alg: 'RS256', typ: 'JWT', kid: expect.any(String) })
    const registered = [...required, 'nonce', 'nbf', 'jti', 'amr', 'at_hash']
    expect(Object.keys(payload).filter((name) => !registered.includes(name))).toEqual([])
  })

  test('verifies with the published keys', async () => {
    const token = await issue({ nonce })
    vi.stubGlobal('fetch', (url: string | URL) => app.fetch(new URL(url).pathname))
    const keys = createRemoteJWKSet(new URL(`${baseUrl}/certs`))
    const verified = await jwtVerify(token, keys, {
      issuer: baseUrl,
      audience: client.clientIdentifier,
      currentDate: app.clock.now(),
    }).finally(() => vi.unstubAllGlobals())
    expect(verified.payload.sub).toBe(user.subject)
  })
})

test('at_hash binds the access token that comes with it from the authorization endpoint', async () => {
  const { response } = await arrive(app, client, user, { response_type: 'id_token token', nonce })
  const digest = createHash('sha256')
    .update(response.access_token ?? '')
    .digest()
  const expected = digest.subarray(0, 16).toString('base64url')
  expect(readJwt(response.id_token ?? '').payload.at_hash).toBe(expected)
})

test('a wrong at_hash is never there: of a refresh it is left out or right', async () => {
  const { body } = await tokensFor(app, client, await arrive(app, client, user))
  const refreshed = (await refresh(app, client, body.refresh_token ?? '')).body
  for (const { id_token, access_token } of [body, refreshed]) {
    const digest = createHash('sha256')
      .update(access_token ?? '')
      .digest()
    const right = digest.subarray(0, 16).toString('base64url')
    expect([undefined, right]).toContain(readJwt(id_token ?? '').payload.at_hash)
  }
})

describe('claims about the user', () => {
  const present = (token: string) => userClaims.filter((name) => name in readJwt(token).payload)

  test('are left to UserInfo while an access token is issued, with the setting off', async () => {
    const quiet = await certifiedClient(app, { includeOpenIDConnectClaimsInIdToken: 'off' })
    const request = { scope: userScopes }
    const { body } = await tokensFor(app, quiet, await arrive(app, quiet, user, request))
    expect(present(body.id_token ?? '')).toEqual([])
    const both = { ...request, response_type: 'id_token token', nonce }
    const { response } = await arrive(app, quiet, user, both)
    expect(present(response.id_token ?? '')).toEqual([])
  })

  test('come with response_type=id_token, since nothing else could bring them', async () => {
    const quiet = await certifiedClient(app, { includeOpenIDConnectClaimsInIdToken: 'off' })
    const alone = { scope: userScopes, response_type: 'id_token', nonce }
    const { response } = await arrive(app, quiet, user, alone)
    expect(present(response.id_token ?? '')).toEqual(userClaims)
    const few = await arrive(app, quiet, user, { ...alone, scope: 'openid email' })
    expect(present(few.response.id_token ?? '')).toEqual(['email'])
  })
})
