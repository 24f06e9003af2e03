import { createHash, randomBytes } from 'node:crypto'
import { expect } from '@playwright/test'
import { decodeJwt } from 'jose'
import { aUser } from '#tests/support/people.ts'
import { test } from './fixtures.ts'
import { lastLineOf, runGuides } from './guide.ts'
import { signIn } from './people.ts'
import { startRelyingParty } from './relying-party.ts'

const proxy = 'http://localhost:4180'
const callback = `${proxy}/oauth2/callback`

test('the requests of oauth2-proxy sign a person in and out at the client of the guide @scripts', async ({
  page,
  request,
  serverUrl,
  store,
}) => {
  const user = await aUser(store)
  const printed = await runGuides(
    ['oauth2-proxy'],
    serverUrl,
    'printf "%s %s" "$CLIENT_SECRET" "$COOKIE_SECRET"',
  )
  const [clientSecret = '', cookieSecret = ''] = lastLineOf(printed).split(' ')
  expect(Buffer.from(cookieSecret, 'base64url')).toHaveLength(32)
  const application = await startRelyingParty(undefined, 4180)
  try {
    // The proxy's OIDC library compares the issuer with the configured one character by character.
    const discovery = await request.get(`${serverUrl}/.well-known/openid-configuration`)
    const provider = await discovery.json()
    expect(provider.issuer).toBe(serverUrl)

    const verifier = randomBytes(72).toString('base64url')
    const nonce = randomBytes(32).toString('base64url')
    const state = `${randomBytes(32).toString('base64url')}:/reports?year=2026`
    const start = new URL(provider.authorization_endpoint)
    start.search = new URLSearchParams({
      approval_prompt: 'force',
      client_id: 'example-oauth2-proxy',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      nonce,
      redirect_uri: callback,
      response_type: 'code',
      scope: 'openid profile email',
      state,
    }).toString()
    await page.goto(start.href)
    await signIn(page, user)
    await page.waitForURL(`${callback}?**`)
    const back = new URL(page.url()).searchParams
    expect(back.get('state')).toBe(state)

    const answer = await request.post(provider.token_endpoint, {
      headers: {
        Authorization: `Basic ${btoa(`example-oauth2-proxy:${encodeURIComponent(clientSecret)}`)}`,
      },
      form: {
        grant_type: 'authorization_code',
        code: back.get('code') ?? '',
        code_verifier: verifier,
        redirect_uri: callback,
      },
    })
    expect(answer.status()).toBe(200)
    const tokens = await answer.json()
    expect(tokens.token_type).toBe('Bearer')
    expect(decodeJwt(tokens.id_token)).toMatchObject({
      iss: serverUrl,
      aud: 'example-oauth2-proxy',
      nonce,
      email: user.email,
      email_verified: true,
    })
    const userInfo = await request.get(provider.userinfo_endpoint, {
      headers: { Accept: 'application/json', Authorization: `Bearer ${tokens.access_token}` },
    })
    expect((await userInfo.json()).email).toBe(user.email)

    const end = new URL(provider.end_session_endpoint)
    end.searchParams.set('id_token_hint', tokens.id_token)
    end.searchParams.set('post_logout_redirect_uri', `${proxy}/`)
    await page.goto(end.href)
    await page.waitForURL(`${proxy}/`)
    await page.goto(start.href)
    await expect(page.locator('#page-sign-in')).toBeVisible()
  } finally {
    await application.close()
  }
})
