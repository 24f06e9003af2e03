import { expect } from '@playwright/test'
import * as openid from 'openid-client'
import { aClient, aUser } from '#tests/support/people.ts'
import { test } from './fixtures.ts'
import { signIn } from './people.ts'
import { type RelyingParty, startRelyingParty } from './relying-party.ts'

let application: RelyingParty

test.beforeEach(async () => {
  application = await startRelyingParty()
})
test.afterEach(() => application.close())

test('an unmodified client library takes a person from sign-in to sign-out @scripts', async ({
  page,
  serverUrl,
  store,
}) => {
  const callback = `${application.origin}/callback`
  const goodbye = `${application.origin}/goodbye`
  const user = await aUser(store)
  const registered = await aClient(store, {
    consentRequired: true,
    displayName: 'Example application',
    showDisplayName: true,
    redirectUris: [callback, goodbye],
  })

  const issuer = new URL(serverUrl)
  const insecure = { execute: [openid.allowInsecureRequests] }
  const config = await openid.discovery(
    issuer,
    registered.clientIdentifier,
    registered.secret,
    undefined,
    insecure,
  )
  const pkceCodeVerifier = openid.randomPKCECodeVerifier()
  const [expectedState, expectedNonce] = [openid.randomState(), openid.randomNonce()]
  const start = openid.buildAuthorizationUrl(config, {
    redirect_uri: callback,
    scope: 'openid profile email offline_access',
    state: expectedState,
    nonce: expectedNonce,
    code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  })

  await page.goto(start.href)
  await signIn(page, user)
  await expect(page.locator('#page-consent')).toBeVisible()
  await page.locator('#consent-approve').click()
  await page.waitForURL(`${callback}?**`)

  const tokens = await openid.authorizationCodeGrant(config, new URL(page.url()), {
    pkceCodeVerifier,
    expectedState,
    expectedNonce,
    idTokenExpected: true,
  })
  expect(tokens.claims()).toMatchObject({ sub: user.subject, nonce: expectedNonce })
  const info = await openid.fetchUserInfo(config, tokens.access_token, user.subject)
  expect(info).toMatchObject({ email: user.email, given_name: user.givenName })

  const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
  expect(refreshed.access_token).not.toBe(tokens.access_token)
  expect(refreshed.refresh_token).toBeTruthy()

  const end = openid.buildEndSessionUrl(config, {
    id_token_hint: refreshed.id_token ?? tokens.id_token ?? '',
    post_logout_redirect_uri: goodbye,
    state: 'bye',
  })
  await page.goto(end.href)
  await page.waitForURL(`${goodbye}?**`)
  expect(new URL(page.url()).searchParams.get('state')).toBe('bye')

  await page.goto(start.href)
  await expect(page.locator('#page-sign-in')).toBeVisible()
})

test('a wrong password is refused on the page, and the right one goes on @scripts', async ({
  page,
  serverUrl,
  store,
}) => {
  const user = await aUser(store)
  const callback = `${application.origin}/callback`
  const registered = await aClient(store, { pkceRequired: false, redirectUris: [callback] })
  const start = new URL('/auth/authorize', serverUrl)
  start.search = new URLSearchParams({
    client_id: registered.clientIdentifier,
    redirect_uri: callback,
    response_type: 'code',
    scope: 'openid',
    state: 'a-state',
  }).toString()

  await page.goto(start.href)
  await signIn(page, { ...user, password: 'Not-the-one-1' })
  await expect(page.getByRole('alert').filter({ hasText: /\S/ }).first()).toBeVisible()
  await expect(page.locator('#email')).toHaveValue(user.email)
  await page.locator('#password').fill(user.password)
  await page.locator('#signin-submit').click()
  await page.waitForURL(`${callback}?**`)
  expect(new URL(page.url()).searchParams.get('state')).toBe('a-state')
})
