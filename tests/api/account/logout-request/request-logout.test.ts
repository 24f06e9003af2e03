import { createLocalJWKSet, jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import { clientSecret } from '#lib/base/crypto/random.ts'
import { epochSeconds } from '#lib/base/time/clock.ts'
import { call, outcome } from '#tests/support/api.ts'
import { readJwt, redeem, requestToken, signIn } from '#tests/support/oauth.ts'
import { aClient, aUser, grantToUser } from '#tests/support/people.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { testCipher } from '#tests/support/settings.ts'
import { fixture } from '../fixture.ts'

const { app, store, database, entriesOf, refusesBrokenBodies } = await fixture()
const path = '/api/v1/account/logout-request'
const invalid = [400, 'VALIDATION_ERROR']
let count = 0

/** A user signed in to a client with its own redirect URI, and the browser. */
async function visitor() {
  const uri = `https://app-${count++}.example/left?x=1`
  const client = await aClient(store, { redirectUris: [uri] })
  const user = await aUser(store)
  await grantToUser(store, user, 'authserver:manage-account')
  const scope = 'openid authserver:manage-account'
  const signedIn = await signIn(app, client, user, { request: { scope } })
  const { body } = await redeem(app, client, signedIn)
  const token = { server: app, value: body.access_token ?? '' }
  return { uri, client, user, browser: signedIn.browser, token }
}

describe('200', () => {
  test('an address that signs the browser out without a question', async () => {
    const { uri, client, user, browser, token } = await visitor()
    const [session] = await sessionsOf(store, user.id)
    const sent = { postLogoutRedirectUri: uri, state: 'a b&c' }
    let address = ''
    const entries = await entriesOf(async () => {
      const { status, body } = await call(token, 'POST', path, sent)
      expect([status, Object.keys(body)]).toEqual([200, ['logoutUrl']])
      address = String(body.logoutUrl)
    })
    expect(entries).toEqual([])
    expect(await sessionsOf(store, user.id)).toHaveLength(1)
    const url = new URL(address)
    expect(url.origin + url.pathname).toBe(`${app.config.baseUrl}/auth/logout`)
    const { header, payload } = readJwt(url.searchParams.get('id_token_hint') ?? '')
    expect(header).toMatchObject({ alg: 'RS256', typ: 'JWT' })
    const now = epochSeconds(app.clock.now())
    expect(payload).toEqual({
      iss: app.config.baseUrl,
      sub: user.subject,
      aud: client.clientIdentifier,
      iat: now,
      exp: now,
      sid: session?.sessionIdentifier,
    })
    const left = await browser.visit(`${url.pathname}${url.search}`)
    expect(left.location?.href).toBe(`${uri}&state=a+b%26c`)
    expect(await sessionsOf(store, user.id)).toEqual([])
  })

  test('the parts of a form, for the client that is named', async () => {
    const { uri, client, token } = await visitor()
    await aClient(store, { redirectUris: [uri] })
    const sent = { postLogoutRedirectUri: uri, responseMode: 'form_post' }
    expect(await outcome(call(token, 'POST', path, sent))).toEqual(invalid)
    const { clientIdentifier } = client
    const { status, body } = await call(token, 'POST', path, { ...sent, clientIdentifier })
    expect([status, body]).toEqual([
      200,
      {
        method: 'POST',
        endpoint: `${app.config.baseUrl}/auth/logout`,
        params: { id_token_hint: expect.any(String), post_logout_redirect_uri: uri },
      },
    ])
  })
})

describe('a hint', () => {
  /** A user who has also signed in to a second client, in the same browser. */
  async function visitorOfTwo() {
    const visit = await visitor()
    const uri = `https://other-${count++}.example/left`
    const other = await aClient(store, { redirectUris: [uri] })
    const { user, browser, client } = visit
    await signIn(app, other, user, { browser, request: { scope: 'openid', prompt: 'none' } })
    const [session] = await sessionsOf(store, user.id)
    for (const { id } of [client, other]) {
      expect(await store.sessions.hasClient(session?.id ?? 0, id)).toBe(true)
    }
    return { ...visit, other, otherUri: uri }
  }

  test('is for the client of the token only, however the other one is named', async () => {
    const { token, other, otherUri, client, uri } = await visitorOfTwo()
    const { clientIdentifier } = other
    const refused = [
      { postLogoutRedirectUri: otherUri, clientIdentifier },
      { postLogoutRedirectUri: otherUri, clientIdentifier, responseMode: 'form_post' },
      { postLogoutRedirectUri: otherUri },
      { postLogoutRedirectUri: otherUri, responseMode: 'redirect', state: 'x' },
      {
        postLogoutRedirectUri: app.config.adminConsoleUrl,
        clientIdentifier: 'admin-console-client',
      },
    ]
    for (const body of refused) {
      expect(await outcome(call(token, 'POST', path, body)), JSON.stringify(body)).toEqual(invalid)
    }
    const own = { postLogoutRedirectUri: uri, clientIdentifier: client.clientIdentifier }
    expect((await call(token, 'POST', path, own)).status).toBe(200)
  })

  test('may be for another client where the console asks', async () => {
    const { user, other, otherUri, browser } = await visitorOfTwo()
    const console = await store.clients.findByIdentifier('admin-console-client')
    if (!console) throw new Error('The database was not seeded.')
    const secret = clientSecret()
    await store.clients.update(console.id, {
      clientSecretEncrypted: testCipher.seal(
        secret,
        `clients.client_secret_encrypted/${console.id}`,
      ),
    })
    const redirectUri = 'https://console.example/callback'
    await store.clients.addRedirectUris(console.id, [redirectUri])
    const asConsole = { ...console, secret, redirectUri }
    const request = { scope: 'openid authserver:manage-account' }
    const signedIn = await signIn(app, asConsole, user, { browser, request })
    const { body } = await redeem(app, asConsole, signedIn)
    const token = { server: app, value: body.access_token ?? '' }
    const { status, body: answer } = await call(token, 'POST', path, {
      postLogoutRedirectUri: otherUri,
      clientIdentifier: other.clientIdentifier,
      responseMode: 'form_post',
    })
    expect(status).toBe(200)
    const { id_token_hint: hint = '' } = answer.params as Record<string, string>
    const { payload } = readJwt(hint)
    expect(payload).toMatchObject({ aud: other.clientIdentifier, exp: payload.iat })
  })

  test('has expired, and signs out all the same while the session exists', async () => {
    const { uri, user, browser, token } = await visitor()
    const { body } = await call(token, 'POST', path, { postLogoutRedirectUri: uri })
    const { pathname, search, searchParams } = new URL(String(body.logoutUrl))
    const hint = searchParams.get('id_token_hint') ?? ''
    const keys = createLocalJWKSet(await (await app.fetch('/certs')).json())
    const currentDate = app.clock.now()
    await expect(jwtVerify(hint, keys, { currentDate })).rejects.toThrow('"exp"')
    app.clock.advance(600)
    const left = await browser.visit(`${pathname}${search}`)
    expect(left.location?.href).toBe(uri)
    expect(await sessionsOf(store, user.id)).toEqual([])
    const again = await browser.visit(`${pathname}${search}`)
    expect(again.location).toBeNull()
  })
})

describe('400', () => {
  refusesBrokenBodies('POST', '/logout-request')

  test('no address, one that no client has, an unknown client, another one’s address', async () => {
    const { uri, client, token } = await visitor()
    const other = await visitor()
    const bodies = [
      {},
      { postLogoutRedirectUri: 'https://nobody.example/' },
      { postLogoutRedirectUri: uri, clientIdentifier: 'nobody' },
      { postLogoutRedirectUri: other.uri, clientIdentifier: client.clientIdentifier },
      { postLogoutRedirectUri: `${uri}2` },
      { postLogoutRedirectUri: uri, responseMode: 'fragment' },
    ]
    for (const body of bodies) {
      expect(await outcome(call(token, 'POST', path, body)), JSON.stringify(body)).toEqual(invalid)
    }
  })
})

describe('401', () => {
  test('a client that is not part of the session', async () => {
    const { uri, client, user, token } = await visitor()
    const [session] = await sessionsOf(store, user.id)
    await database.userSessionClient.deleteMany({
      where: { userSessionId: session?.id ?? 0, clientId: client.id },
    })
    const { status, headers, body } = await call(token, 'POST', path, {
      postLogoutRedirectUri: uri,
    })
    expect([status, body.error_code]).toEqual([401, 'INVALID_SESSION'])
    expect(headers.get('www-authenticate')).toMatch(/^Bearer realm="authserver"/)
  })

  test('a token without a session', async () => {
    const { uri, client, user } = await visitor()
    await store.clients.update(client.id, { resourceOwnerPasswordCredentialsEnabled: true })
    const { body } = await requestToken(app, client, {
      grant_type: 'password',
      username: user.email,
      password: user.password,
      scope: 'openid authserver:manage-account',
    })
    const token = { server: app, value: body.access_token ?? '' }
    const sent = { postLogoutRedirectUri: uri }
    expect(await outcome(call(token, 'POST', path, sent))).toEqual([401, 'INVALID_SESSION'])
  })
})
