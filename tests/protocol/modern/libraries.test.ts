import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { browser } from '#tests/support/browser.ts'
import { approval, pkcePair, signIn } from '#tests/support/oauth.ts'
import { aClient, aUser, type TestClient, type TestUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { aClientWithKeys, aKey } from './assertions.ts'
import { aDeviceClient, type Codes, connect } from './device-fixture.ts'
import { userinfoStatus } from './fixture.ts'

// The libraries read the machine's clock.
const app = await server({ now: new Date(), env: { RATE_LIMITER_ENABLED: 'false' } })
const issuer = new URL('http://localhost:3000')
let user: TestUser
let client: TestClient

beforeAll(async () => {
  user = await aUser(app.store)
  await app.changeSettings({
    authorizationServerMetadataEnabled: true,
    authorizationResponseIssEnabled: true,
    tokenRevocationEnabled: true,
    tokenIntrospectionEnabled: true,
  })
})
beforeEach(async () => {
  client = await aClient(app.store)
})

describe.each(['oidc', 'oauth2'] as const)('openid-client, discovering by %s', (algorithm) => {
  const configuration = () =>
    openid.discovery(
      issuer,
      client.clientIdentifier,
      client.secret,
      openid.ClientSecretBasic(client.secret),
      {
        algorithm,
        execute: [openid.allowInsecureRequests],
        [openid.customFetch]: (url, init) => app.fetch(url, init as RequestInit),
      },
    )

  test('checks `iss`, introspects both tokens and revokes them', async () => {
    const config = await configuration()
    expect(config.serverMetadata().authorization_response_iss_parameter_supported).toBe(true)
    const { last, verifier } = await signIn(app, client, user)
    const checks = { pkceCodeVerifier: verifier, expectedState: 'a-state' }
    const answer = last.location ?? new URL('about:blank')
    const tokens = await openid.authorizationCodeGrant(config, answer, checks)
    const { access_token: access, refresh_token: refresh = '' } = tokens
    for (const token of [access, refresh]) {
      expect(await openid.tokenIntrospection(config, token)).toMatchObject({
        active: true,
        client_id: client.clientIdentifier,
        sub: user.subject,
      })
    }
    await openid.tokenRevocation(config, refresh, { token_type_hint: 'refresh_token' })
    expect(await openid.tokenIntrospection(config, access)).toEqual({ active: false })
    expect(await userinfoStatus(app, access)).toBe(401)
    await expect(openid.refreshTokenGrant(config, refresh)).rejects.toMatchObject({
      error: 'invalid_grant',
    })
  })

  test('refuses an answer that another server sent', async () => {
    const config = await configuration()
    const { last, verifier } = await signIn(app, client, user)
    const mixedUp = new URL(last.location ?? 'about:blank')
    mixedUp.searchParams.set('iss', 'https://evil.example')
    const checks = { pkceCodeVerifier: verifier, expectedState: 'a-state' }
    const aboutIss = { cause: { message: expect.stringContaining('iss') } }
    await expect(openid.authorizationCodeGrant(config, mixedUp, checks)).rejects.toMatchObject(
      aboutIss,
    )
    mixedUp.searchParams.delete('iss')
    await expect(openid.authorizationCodeGrant(config, mixedUp, checks)).rejects.toMatchObject(
      aboutIss,
    )
  })
})

describe('oauth4webapi', () => {
  const options = {
    [oauth.allowInsecureRequests]: true,
    [oauth.customFetch]: (url: string, init: object) => app.fetch(url, init as RequestInit),
  }

  test('discovers by RFC 8414, checks `iss`, introspects and revokes', async () => {
    const found = await oauth.discoveryRequest(issuer, { ...options, algorithm: 'oauth2' })
    const as = await oauth.processDiscoveryResponse(issuer, found)
    const me: oauth.Client = { client_id: client.clientIdentifier }
    const secret = oauth.ClientSecretPost(client.secret)
    const { last, verifier } = await signIn(app, client, user)
    const callback = last.location ?? new URL('about:blank')
    const answer = oauth.validateAuthResponse(as, me, callback, 'a-state')
    const granted = await oauth.processAuthorizationCodeResponse(
      as,
      me,
      await oauth.authorizationCodeGrantRequest(
        as,
        me,
        secret,
        answer,
        client.redirectUri,
        verifier,
        options,
      ),
    )
    const ask = async () =>
      oauth.processIntrospectionResponse(
        as,
        me,
        await oauth.introspectionRequest(as, me, secret, granted.access_token, options),
      )
    expect(await ask()).toMatchObject({ active: true, sub: user.subject, token_type: 'Bearer' })
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(as, me, secret, granted.access_token, options),
    )
    expect(await ask()).toEqual({ active: false })
  })
})

describe('openid-client and oauth4webapi, with a key of their own', () => {
  test('push a request, redeem the code, refresh, introspect and revoke by assertions', async () => {
    await app.changeSettings({
      privateKeyJwtEnabled: true,
      pushedAuthorizationRequestsEnabled: true,
    })
    const key = await aKey('ES256', 'one')
    const own = await aClientWithKeys(app.store, [key], { pushedRequestsRequired: true })
    const config = await openid.discovery(
      issuer,
      own.clientIdentifier,
      {},
      openid.PrivateKeyJwt({ key: key.privateKey, kid: 'one' }),
      {
        execute: [openid.allowInsecureRequests],
        [openid.customFetch]: (url, init) => app.fetch(url, init as RequestInit),
      },
    )
    const { verifier, challenge } = pkcePair()
    const address = await openid.buildAuthorizationUrlWithPAR(config, {
      redirect_uri: own.redirectUri,
      scope: 'openid offline_access',
      state: 'a-state',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    })
    expect([...address.searchParams.keys()].sort()).toEqual(['client_id', 'request_uri'])
    const person = browser(app)
    let last = await person.visit(`${address.pathname}${address.search}`)
    last = await person.submit({ email: user.email, password: user.password })
    if (last.view?.page === 'consent') last = await person.submit(approval(last))
    const answer = last.location ?? new URL('about:blank')
    const checks = { pkceCodeVerifier: verifier, expectedState: 'a-state' }
    const tokens = await openid.authorizationCodeGrant(config, answer, checks)
    const again = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
    expect(await openid.tokenIntrospection(config, again.access_token)).toMatchObject({
      active: true,
      client_id: own.clientIdentifier,
    })
    await openid.tokenRevocation(config, again.refresh_token ?? '')
    expect(await openid.tokenIntrospection(config, again.access_token)).toEqual({ active: false })

    const as: oauth.AuthorizationServer = { ...config.serverMetadata() }
    const me = { client_id: own.clientIdentifier }
    const options = {
      [oauth.allowInsecureRequests]: true,
      [oauth.customFetch]: (url: string, init: object) => app.fetch(url, init as RequestInit),
    }
    const pushed = await oauth.pushedAuthorizationRequest(
      as,
      me,
      oauth.PrivateKeyJwt({ key: key.privateKey, kid: 'one' }),
      {
        redirect_uri: own.redirectUri,
        response_type: 'code',
        scope: 'openid',
        code_challenge: challenge,
        code_challenge_method: 'S256',
      },
      options,
    )
    const { expires_in } = await oauth.processPushedAuthorizationResponse(as, me, pushed)
    expect(expires_in).toBe(60)
  })
})

test('oauth4webapi connects a device, and is told while its user has not answered', async () => {
  await app.changeSettings({ deviceGrantEnabled: true })
  const device = await aDeviceClient(app)
  const options = {
    [oauth.allowInsecureRequests]: true,
    [oauth.customFetch]: (url: string, init: object) => app.fetch(url, init as RequestInit),
  }
  const as = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, options),
  )
  const me: oauth.Client = { client_id: device.clientIdentifier }
  const asked = await oauth.deviceAuthorizationRequest(
    as,
    me,
    oauth.None(),
    { scope: 'openid email' },
    options,
  )
  const codes = await oauth.processDeviceAuthorizationResponse(as, me, asked)
  const poll = async () =>
    oauth.processDeviceCodeResponse(
      as,
      me,
      await oauth.deviceCodeGrantRequest(as, me, oauth.None(), codes.device_code, options),
    )
  await expect(poll()).rejects.toMatchObject({ error: 'authorization_pending' })
  await connect(app, user, codes as Codes)
  app.clock.advance(6)
  const tokens = await poll()
  expect(oauth.getValidatedIdTokenClaims(tokens)?.sub).toBe(user.subject)
})
