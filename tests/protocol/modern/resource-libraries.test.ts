import { OAuth2Client } from '@badgateway/oauth2-client'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { beforeAll, describe, expect, test } from 'vitest'
import { browser } from '#tests/support/browser.ts'
import { approval, readJwt } from '#tests/support/oauth.ts'
import {
  aClient,
  aPublicClient,
  aResource,
  aUser,
  grantToClient,
  grantToUser,
  type TestClient,
  type TestUser,
} from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { userinfoStatus } from './fixture.ts'

// The libraries read the machine's clock.
const app = await server({ now: new Date(), env: { RATE_LIMITER_ENABLED: 'false' } })
const issuer = new URL('http://localhost:3000')
const resource = 'https://api.example/mcp'
const other = 'https://other.example/'
const ask = (url: unknown, init: object) => app.fetch(String(url), init as RequestInit)
let user: TestUser
let client: TestClient

beforeAll(async () => {
  await app.changeSettings({
    authorizationServerMetadataEnabled: true,
    backchannelLogoutEnabled: true,
    resourceIndicatorsEnabled: true,
    tokenIntrospectionEnabled: true,
    tokenRevocationEnabled: true,
  })
  const { id } = await aResource(app.store, 'tasks', ['read'])
  const uris = [{ uri: resource, uriKey: resource }]
  await app.store.resourceIndicators.replace(id, uris, app.clock.now())
  user = await aUser(app.store)
  await grantToUser(app.store, user, 'tasks:read')
  client = await aClient(app.store, { clientCredentialsEnabled: true })
  await grantToClient(app.store, client, 'tasks:read')
})

/** Signs the user in at an address; the address that the application gets back. */
async function signInAt(address: URL | string): Promise<URL> {
  const { pathname, search } = new URL(address)
  const person = browser(app)
  let last = await person.visit(`${pathname}${search}`)
  last = await person.submit({ email: user.email, password: user.password })
  if (last.view?.page === 'consent') last = await person.submit(approval(last))
  return last.location ?? new URL('about:blank')
}

describe('openid-client', () => {
  const configuration = () =>
    openid.discovery(issuer, client.clientIdentifier, {}, openid.ClientSecretPost(client.secret), {
      execute: [openid.allowInsecureRequests],
      [openid.customFetch]: ask,
    })

  test('reads that sign-outs are told, and gets and refreshes a token for one API', async () => {
    const config = await configuration()
    expect(config.serverMetadata()).toMatchObject({
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
    })
    const pkceCodeVerifier = openid.randomPKCECodeVerifier()
    const address = openid.buildAuthorizationUrl(config, {
      redirect_uri: client.redirectUri,
      scope: 'openid offline_access tasks:read',
      state: 'a-state',
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      resource,
    })
    const checks = { pkceCodeVerifier, expectedState: 'a-state' }
    const answer = await signInAt(address)
    const tokens = await openid.authorizationCodeGrant(config, answer, checks, { resource })
    expect(tokens.claims()?.sub).toBe(user.subject)
    expect(readJwt(tokens.access_token).payload).toMatchObject({ aud: resource })
    const { refresh_token: refresh = '' } = tokens
    const refused = openid.refreshTokenGrant(config, refresh, { resource: other })
    await expect(refused).rejects.toMatchObject({ error: 'invalid_target' })
    const again = await openid.refreshTokenGrant(config, refresh, { resource })
    expect(readJwt(again.access_token).payload).toMatchObject({ aud: resource })
  })

  test('gets a token for one API in its own name', async () => {
    const config = await configuration()
    const parameters = { scope: 'tasks:read', resource }
    const { access_token: token } = await openid.clientCredentialsGrant(config, parameters)
    expect(readJwt(token).payload).toMatchObject({ aud: resource, scope: 'tasks:read' })
    const refused = openid.clientCredentialsGrant(config, { ...parameters, resource: other })
    await expect(refused).rejects.toMatchObject({ error: 'invalid_target' })
  })
})

test('oauth4webapi gets a token for one API, and the API checks that it is the one', async () => {
  const options = { [oauth.allowInsecureRequests]: true, [oauth.customFetch]: ask }
  const found = await oauth.discoveryRequest(issuer, options)
  const as = await oauth.processDiscoveryResponse(issuer, found)
  const me: oauth.Client = { client_id: client.clientIdentifier }
  const secret = oauth.ClientSecretPost(client.secret)
  const verifier = oauth.generateRandomCodeVerifier()
  const query = new URLSearchParams({
    client_id: me.client_id,
    redirect_uri: client.redirectUri,
    response_type: 'code',
    scope: 'openid tasks:read',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    resource,
  })
  const callback = await signInAt(new URL(`/auth/authorize?${query}`, issuer))
  const answer = oauth.validateAuthResponse(as, me, callback, oauth.expectNoState)
  const response = await oauth.authorizationCodeGrantRequest(
    as,
    me,
    secret,
    answer,
    client.redirectUri,
    verifier,
    { ...options, additionalParameters: { resource } },
  )
  const { access_token: token } = await oauth.processAuthorizationCodeResponse(as, me, response)
  const arriving = () => new Request(resource, { headers: { authorization: `Bearer ${token}` } })
  const claims = await oauth.validateJwtAccessToken(as, arriving(), resource, options)
  expect(claims).toMatchObject({ sub: user.subject, scope: 'tasks:read' })
  await expect(oauth.validateJwtAccessToken(as, arriving(), other, options)).rejects.toThrow()
})

describe('@badgateway/oauth2-client, which finds everything by discovery', () => {
  test('signs a user in, refreshes, introspects and revokes, for one API', async () => {
    const library = new OAuth2Client({
      server: issuer.href,
      clientId: client.clientIdentifier,
      clientSecret: client.secret,
      fetch: ask as typeof fetch,
    })
    const codeVerifier = openid.randomPKCECodeVerifier()
    const request = { redirectUri: client.redirectUri, state: 'a-state', codeVerifier }
    const address = await library.authorizationCode.getAuthorizeUri({
      ...request,
      scope: ['openid', 'offline_access', 'tasks:read'],
      resource,
    })
    const callback = await signInAt(address)
    const first = await library.authorizationCode.getTokenFromCodeRedirect(callback, {
      ...request,
      resource,
    })
    expect(readJwt(first.accessToken).payload).toMatchObject({ aud: resource })
    const second = await library.refreshToken(first, { resource })
    expect(await library.introspect(second)).toMatchObject({ active: true, sub: user.subject })
    await library.revoke(second, 'refresh_token')
    expect(await library.introspect(second)).toMatchObject({ active: false })
    await expect(library.refreshToken(second)).rejects.toMatchObject({
      oauth2Code: 'invalid_grant',
    })
  })

  test('signs a user in to a public client, and revokes', async () => {
    const spa = await aPublicClient(app.store)
    const library = new OAuth2Client({
      server: issuer.href,
      clientId: spa.clientIdentifier,
      fetch: ask as typeof fetch,
    })
    const codeVerifier = openid.randomPKCECodeVerifier()
    const request = { redirectUri: spa.redirectUri, state: 'a-state', codeVerifier }
    const address = await library.authorizationCode.getAuthorizeUri({
      ...request,
      scope: ['openid'],
    })
    const callback = await signInAt(address)
    const token = await library.authorizationCode.getTokenFromCodeRedirect(callback, request)
    expect(await userinfoStatus(app, token.accessToken)).toBe(200)
    await library.revoke(token)
    expect(await userinfoStatus(app, token.accessToken)).toBe(401)
  })
})
