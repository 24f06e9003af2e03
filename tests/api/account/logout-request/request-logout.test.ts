import { describe, expect, test } from 'vitest'
import { epochSeconds } from '#lib/kernel/clock.ts'
import { call, outcome } from '#tests/support/api.ts'
import { readJwt, redeem, requestToken, signIn } from '#tests/support/oauth.ts'
import { aClient, aUser, grantToUser } from '#tests/support/people.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { scene } from '../scene.ts'

const { app, store, person, entriesOf, refusesBrokenBodies } = await scene()
const path = '/api/v1/account/logout-request'
const invalid = [400, 'VALIDATION_ERROR']
let count = 0

/** Somebody signed in to a client with a redirect URI of its own, with the browser used. */
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
      exp: now + 60,
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
    const { ask } = await person()
    const other = await visitor()
    const { status, headers, body } = await ask('POST', '/logout-request', {
      postLogoutRedirectUri: other.uri,
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
