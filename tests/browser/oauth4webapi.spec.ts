import { expect } from '@playwright/test'
import * as oauth from 'oauth4webapi'
import { aPublicClient, aUser } from '#tests/support/people.ts'
import { test } from './fixtures.ts'
import { signIn } from './people.ts'
import { type RelyingParty, startRelyingParty } from './relying-party.ts'

const insecure = { [oauth.allowInsecureRequests]: true }

let application: RelyingParty

test.beforeEach(async () => {
  application = await startRelyingParty()
})
test.afterEach(() => application.close())

test('oauth4webapi signs a person in to a native client on a loopback port of its own @scripts', async ({
  page,
  serverUrl,
  store,
}) => {
  const user = await aUser(store)
  // Registered without a port: the application listens on any free port (RFC 8252 section 7.3).
  const registered = await aPublicClient(store, { redirectUris: ['http://127.0.0.1/callback'] })
  const callback = `${application.origin}/callback`
  const issuer = new URL(serverUrl)
  const as = await oauth
    .discoveryRequest(issuer, insecure)
    .then((response) => oauth.processDiscoveryResponse(issuer, response))
  const client: oauth.Client = { client_id: registered.clientIdentifier }
  const verifier = oauth.generateRandomCodeVerifier()
  const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()]
  const start = new URL(as.authorization_endpoint ?? '')
  start.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: callback,
    response_type: 'code',
    scope: 'openid email',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  }).toString()

  await page.goto(start.href)
  await signIn(page, user)
  await page.waitForURL(`${callback}?**`)

  const answer = oauth.validateAuthResponse(as, client, new URL(page.url()), state)
  const codeResponse = await oauth.authorizationCodeGrantRequest(
    as,
    client,
    oauth.None(),
    answer,
    callback,
    verifier,
    insecure,
  )
  const tokens = await oauth.processAuthorizationCodeResponse(as, client, codeResponse, {
    expectedNonce: nonce,
    requireIdToken: true,
  })
  const claims = oauth.getValidatedIdTokenClaims(tokens)
  expect(claims?.sub).toBe(user.subject)

  const infoResponse = await oauth.userInfoRequest(as, client, tokens.access_token, insecure)
  const info = await oauth.processUserInfoResponse(as, client, user.subject, infoResponse)
  expect(info.email).toBe(user.email)

  const refreshResponse = await oauth.refreshTokenGrantRequest(
    as,
    client,
    oauth.None(),
    tokens.refresh_token ?? '',
    insecure,
  )
  const refreshed = await oauth.processRefreshTokenResponse(as, client, refreshResponse)
  expect(refreshed.access_token).not.toBe(tokens.access_token)

  const replayed = await oauth.refreshTokenGrantRequest(
    as,
    client,
    oauth.None(),
    tokens.refresh_token ?? '',
    insecure,
  )
  await expect(oauth.processRefreshTokenResponse(as, client, replayed)).rejects.toMatchObject({
    error: 'invalid_grant',
  })
})
