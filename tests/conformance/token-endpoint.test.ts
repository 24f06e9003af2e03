import { describe, expect, test } from 'vitest'
import { basicHeader, readJwt, redeem, refresh } from '#tests/support/oauth.ts'
import {
  arrive,
  certifiedClient,
  certifiedServer,
  certifiedUser,
  tokensFor,
  userinfo,
} from './fixture.ts'

const app = await certifiedServer()
const client = await certifiedClient(app, { secret: 'Zm9v+/=% &:secret~with.odd-characters' })
const user = await certifiedUser(app)

/** Form encoding of one value (RFC 6749 appendix B). */
const formEncoded = (text: string) => new URLSearchParams([['', text]]).toString().slice(1)

const redemption = async () => ({
  grant_type: 'authorization_code',
  code: (await arrive(app, client, user)).code,
  redirect_uri: client.redirectUri,
})

describe('the client may authenticate', () => {
  test('by Basic with form-encoded identifier and secret', async () => {
    const secret = client.secret.replaceAll(' ', '%20')
    expect(secret).not.toBe(client.secret)
    const encoded = formEncoded(client.secret).replaceAll('+', '%20')
    const pair = `${formEncoded(client.clientIdentifier)}:${encoded}`
    for (const authorization of [
      `Basic ${Buffer.from(pair).toString('base64')}`,
      basicHeader(client),
    ]) {
      const headers = { authorization }
      const response = await app.post('/auth/token', await redemption(), { headers })
      expect(response.status).toBe(200)
    }
  })

  test('in the body, the same client', async () => {
    const credentials = { client_id: client.clientIdentifier, client_secret: client.secret }
    const fields = { ...(await redemption()), ...credentials }
    expect((await app.post('/auth/token', fields)).status).toBe(200)
  })

  test('whatever parameters follow the media type', async () => {
    for (const type of [
      'application/x-www-form-urlencoded;charset=UTF-8',
      'Application/X-WWW-Form-Urlencoded; charset=utf-8',
    ]) {
      const response = await app.fetch('/auth/token', {
        method: 'POST',
        body: new URLSearchParams(await redemption()).toString(),
        headers: { authorization: basicHeader(client), 'content-type': type },
      })
      expect(response.status).toBe(200)
    }
  })
})

test('success is 200 JSON that nobody stores, with the type, the seconds and an ID token', async () => {
  const { status, headers, body } = await tokensFor(app, client, await arrive(app, client, user))
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('application/json')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(body).toMatchObject({ token_type: 'Bearer', id_token: expect.any(String) })
  expect(body.expires_in).toBeGreaterThan(0)
  expect(body.expires_in).toBeLessThanOrEqual(31_536_000)
})

test.each([
  ['at once', 0],
  ['half a minute later', 31],
])(
  'a code used again %s: invalid_grant, and its access token fails at UserInfo',
  async (_, wait) => {
    const signedIn = await arrive(app, client, user)
    const { body } = await tokensFor(app, client, signedIn)
    expect((await userinfo(app, body.access_token)).status).toBe(200)
    app.clock.advance(wait)
    const again = await tokensFor(app, client, signedIn)
    expect([again.status, again.body.error]).toEqual([400, 'invalid_grant'])
    expect((await userinfo(app, body.access_token)).status).toBe(401)
    expect((await refresh(app, client, body.refresh_token ?? '')).body.error).toBe('invalid_grant')
  },
)

describe('a refresh', () => {
  test('takes the granted scope; its ID token keeps who and when, and is new', async () => {
    const scope = 'openid email'
    const signedIn = await arrive(app, client, user, { scope })
    const first = await tokensFor(app, client, signedIn)
    app.clock.advance(60)
    const second = await refresh(app, client, first.body.refresh_token ?? '', { scope })
    expect(second.status).toBe(200)
    expect(second.body.scope).toBe(scope)
    const before = readJwt(first.body.id_token ?? '').payload
    const after = readJwt(second.body.id_token ?? '').payload
    for (const name of ['iss', 'sub', 'aud', 'auth_time']) expect(after[name]).toBe(before[name])
    expect(Number(after.iat)).toBe(Number(before.iat) + 60)
  })

  test("with another client's token is 400 invalid_grant", async () => {
    const other = await certifiedClient(app)
    const { body } = await tokensFor(app, client, await arrive(app, client, user))
    const answer = await refresh(app, other, body.refresh_token ?? '')
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_grant'])
  })

  test("with another client's code likewise", async () => {
    const other = await certifiedClient(app)
    const answer = await redeem(app, other, await arrive(app, client, user), {
      code_verifier: undefined,
    })
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_grant'])
  })
})
