import { createHash } from 'node:crypto'
import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { responseOf } from '#tests/support/oauth.ts'
import { unique } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { aKey, json, openStandIn } from '#tests/support/stand-in.ts'
import { errorOf, visitor } from '#tests/support/visitor.ts'
import { begin } from '../authorize/fixture.ts'
import { aSecondProvider, press, register as registerSecond } from './fixture.ts'
import { standInClient, standInScene } from './stand-in-fixture.ts'

const app = await server({ now: new Date(), env: { RATE_LIMITER_ENABLED: 'false' } })
const { store } = app
await app.changeSettings({ identityProvidersEnabled: true })
beforeEach(() => app.clock.set(new Date()))

const standIn = await openStandIn({ clientId: standInClient, now: () => app.clock.now() })
const second = await aSecondProvider()
afterAll(() => Promise.all([standIn.close(), second.close()]))
const { client, register, enter } = await standInScene(app, standIn)
const stranger = await aKey('stranger')

/** The claims of a token that a sign-in accepts. */
function good() {
  const now = Math.floor(app.clock.now().getTime() / 1_000)
  const sub = unique('person')
  return {
    ...{ iss: standIn.origin, aud: standInClient, iat: now, exp: now + 300 },
    ...{ sub, nonce: standIn.nonce, email: `${sub}@there.example`, email_verified: true },
  }
}

type Claims = Omit<ReturnType<typeof good>, 'aud'> & Record<string, unknown>

/** Comes back from a stand-in that sends this token. */
async function enterWith(token: (claims: Claims) => Promise<string> | string) {
  await register()
  let email = ''
  standIn.answers.set('/token', async (_req, res) => {
    const claims = good()
    email = claims.email
    const id_token = await token(claims)
    json(res, { access_token: 'token-there', token_type: 'Bearer', id_token })
  })
  const { last } = await enter()
  standIn.answers.delete('/token')
  return { last, user: await store.users.findByEmail(email) }
}

/** `at_hash` of an access token, beside an ID token that is signed with RS256. */
const hashOf = (accessToken: string) =>
  createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url')

const secret = new TextEncoder().encode('secret')

describe('an ID token', () => {
  test('as it should be signs in', async () => {
    const { last, user } = await enterWith((claims) => standIn.sign(claims))
    expect(responseOf(last)?.code).toBeDefined()
    expect(user).not.toBeNull()
  })

  test('that names its access token signs in', async () => {
    const { last } = await enterWith((claims) =>
      standIn.sign({ ...claims, at_hash: hashOf('token-there') }),
    )
    expect(responseOf(last)?.code).toBeDefined()
  })

  test.each<[string, (claims: Claims) => Promise<string> | string]>([
    ['of another sign-in', (claims) => standIn.sign({ ...claims, nonce: 'another-nonce' })],
    ['without a nonce', (claims) => standIn.sign({ ...claims, nonce: undefined })],
    ['of another issuer', (claims) => standIn.sign({ ...claims, iss: 'https://evil.example' })],
    ['for another client', (claims) => standIn.sign({ ...claims, aud: 'another-client' })],
    [
      'for two clients, made for the other one',
      (claims) => standIn.sign({ ...claims, aud: [standInClient, 'another'], azp: 'another' }),
    ],
    ['without a person', (claims) => standIn.sign({ ...claims, sub: undefined })],
    ['of a person without a name', (claims) => standIn.sign({ ...claims, sub: '' })],
    ['of an endless person', (claims) => standIn.sign({ ...claims, sub: 'x'.repeat(256) })],
    ['without an end', (claims) => standIn.sign({ ...claims, exp: undefined })],
    [
      'of another access token',
      (claims) => standIn.sign({ ...claims, at_hash: hashOf('another token') }),
    ],
    ['with a hash that is none', (claims) => standIn.sign({ ...claims, at_hash: 1 })],
    ['signed by a stranger', (claims) => standIn.sign(claims, stranger)],
    [
      'signed by a stranger under the name of a known key',
      (claims) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: 'RS256', kid: standIn.signer.jwk.kid ?? '' })
          .sign(stranger.privateKey),
    ],
    [
      'that brings its key along',
      (claims) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: 'RS256', kid: 'stranger', jwk: stranger.jwk })
          .sign(stranger.privateKey),
    ],
    [
      'that names where its key is',
      (claims) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: 'RS256', kid: 'stranger', jku: `${standIn.origin}/evil` })
          .sign(stranger.privateKey),
    ],
    [
      'signed with the client’s secret',
      (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(secret),
    ],
    [
      'signed with the text of the public key as a secret',
      (claims) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: 'HS256', kid: standIn.signer.jwk.kid ?? '' })
          .sign(new TextEncoder().encode(JSON.stringify(standIn.signer.jwk))),
    ],
    ['signed by nobody', (claims) => new UnsecuredJWT(claims).encode()],
    ['that is none', () => 'no-token'],
  ])('%s is refused, and stores nothing', async (_, token) => {
    app.clock.advance(61)
    const { last, user } = await enterWith(token)
    expect(errorOf(last)).toBe('handler.provider.refused')
    expect(user).toBeNull()
    expect(standIn.requests).not.toContain('GET /evil')
  })
})

test('a code that was issued to somebody else’s sign-in is refused by its proof key', async () => {
  await registerSecond(app, second)
  const leave = async () => {
    const browser = visitor(app)
    const sub = unique('person')
    second.person = { sub, email: `${sub}@second.example`, email_verified: true }
    const away = await press(browser, await begin(browser, client))
    return { browser, email: second.person.email, back: await second.signIn(away.location ?? '') }
  }
  const [victim, attacker] = [await leave(), await leave()]
  const injected = new URL(attacker.back)
  injected.searchParams.set('code', victim.back.searchParams.get('code') ?? '')
  expect(errorOf(await attacker.browser.visit(injected))).toBe('handler.provider.refused')
  expect(await store.users.findByEmail(victim.email as string)).toBeNull()
})

test('metadata that name another issuer lead nobody away', async () => {
  const other = await openStandIn({
    clientId: standInClient,
    issuerAt: () => 'https://evil.example',
  })
  await register({ issuer: other.origin })
  const browser = visitor(app)
  const page = await press(browser, await begin(browser, client), 'standin')
  await other.close()
  expect([page.location, errorOf(page)]).toEqual([null, 'handler.provider.unreachable'])
})
