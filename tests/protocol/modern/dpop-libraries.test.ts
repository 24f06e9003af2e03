import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { beforeAll, describe, expect, test } from 'vitest'
import { browser } from '#tests/support/browser.ts'
import { approval, pkcePair } from '#tests/support/oauth.ts'
import {
  aPublicClient,
  aResource,
  aUser,
  grantToUser,
  type TestClient,
  type TestUser,
} from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'

// The libraries read the machine's clock.
const app = await server({ now: new Date(), env: { RATE_LIMITER_ENABLED: 'false' } })
const issuer = new URL('http://localhost:3000')
const { verifier, challenge } = pkcePair()
let user: TestUser
let client: TestClient

beforeAll(async () => {
  user = await aUser(app.store)
  await aResource(app.store, 'tasks', ['read'])
  await grantToUser(app.store, user, 'tasks:read')
  client = await aPublicClient(app.store, { dpopRequired: true })
})

/** Signs the user in at an address; the address that the application gets back. */
async function signInAt(address: URL): Promise<URL> {
  const person = browser(app)
  let last = await person.visit(`${address.pathname}${address.search}`)
  last = await person.submit({ email: user.email, password: user.password })
  if (last.view?.page === 'consent') last = await person.submit(approval(last))
  return last.location ?? new URL('about:blank')
}

describe.each([false, true])('with nonces required: %s', (dpopNonceRequired) => {
  beforeAll(async () => {
    await app.changeSettings({
      dpopEnabled: true,
      dpopNonceRequired,
      pushedAuthorizationRequestsEnabled: true,
    })
  })

  const asked = () => ({
    redirect_uri: client.redirectUri,
    scope: 'openid tasks:read',
    state: 'a-state',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  })

  test('openid-client pushes a request, redeems its code, reads claims and refreshes', async () => {
    const config = await openid.discovery(issuer, client.clientIdentifier, {}, openid.None(), {
      execute: [openid.allowInsecureRequests],
      [openid.customFetch]: (url, init) => app.fetch(url, init as RequestInit),
    })
    expect(config.serverMetadata().dpop_signing_alg_values_supported).toContain('ES256')
    const DPoP = openid.getDPoPHandle(config, await openid.randomDPoPKeyPair('ES256'))
    const address = await openid.buildAuthorizationUrlWithPAR(config, asked(), { DPoP })
    const answer = await signInAt(address)
    const checks = { pkceCodeVerifier: verifier, expectedState: 'a-state' }
    const tokens = await openid.authorizationCodeGrant(config, answer, checks, {}, { DPoP })
    expect(tokens.token_type).toBe('dpop')
    const { access_token: access, refresh_token: refresh = '' } = tokens
    expect(await openid.fetchUserInfo(config, access, user.subject, { DPoP })).toMatchObject({
      sub: user.subject,
    })
    const again = await openid.refreshTokenGrant(config, refresh, {}, { DPoP })
    expect(again.token_type).toBe('dpop')
    const stolen = openid.fetchUserInfo(config, again.access_token, user.subject)
    await expect(stolen).rejects.toMatchObject({ code: 'OAUTH_WWW_AUTHENTICATE_CHALLENGE' })
  })

  test('oauth4webapi gets a token for an API, which checks it and its proof', async () => {
    const options = {
      [oauth.allowInsecureRequests]: true,
      [oauth.customFetch]: (url: string, init: object) => app.fetch(url, init as RequestInit),
    }
    const as = await oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, options),
    )
    const me: oauth.Client = { client_id: client.clientIdentifier }
    const DPoP = oauth.DPoP(me, await oauth.generateKeyPair('Ed25519'))
    const parameters = { ...asked(), response_type: 'code', client_id: client.clientIdentifier }
    const query = new URLSearchParams({
      ...parameters,
      dpop_jkt: await DPoP.calculateThumbprint(),
    })
    const callback = await signInAt(new URL(`/auth/authorize?${query}`, issuer))
    const answer = oauth.validateAuthResponse(as, me, callback, 'a-state')
    const redeem = async () =>
      oauth.processAuthorizationCodeResponse(
        as,
        me,
        await oauth.authorizationCodeGrantRequest(
          as,
          me,
          oauth.None(),
          answer,
          client.redirectUri,
          verifier,
          { ...options, DPoP },
        ),
      )
    const granted = await redeem().catch((error) => {
      if (!dpopNonceRequired || !oauth.isDPoPNonceError(error)) throw error
      return redeem()
    })
    const api = new URL('https://tasks.example/list')
    const ask = (by: typeof DPoP) =>
      oauth.protectedResourceRequest(granted.access_token, 'GET', api, new Headers(), null, {
        DPoP: by,
        [oauth.customFetch]: async (url: string, init: object) => {
          const request = new Request(url, init as RequestInit)
          const claims = await oauth.validateJwtAccessToken(as, request, 'tasks', {
            ...options,
            requireDPoP: true,
          })
          return Response.json(claims)
        },
      })
    const response = await ask(DPoP)
    expect(await response.json()).toMatchObject({ sub: user.subject })
    const thief = oauth.DPoP(me, await oauth.generateKeyPair('Ed25519'))
    await expect(ask(thief)).rejects.toThrow()
  })
})
