import { beforeAll, describe, expect, test } from 'vitest'
import { apiClient, call } from '#tests/support/api.ts'
import { browser } from '#tests/support/browser.ts'
import { authorizePath, redeem, refresh, requestToken, signIn } from '#tests/support/oauth.ts'
import { aUser, type TestClient } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'

/* Capabilities of a self-registered client; tests/protocol tests the checks of registrations. */

const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
const { store } = app

beforeAll(() => app.changeSettings({ dynamicClientRegistrationEnabled: true }))

const send = (path: string, method: string, body?: object) =>
  app.fetch(path, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })

async function register(metadata: object): Promise<TestClient> {
  const body = await (await send('/connect/register', 'POST', metadata)).json()
  const client = await store.clients.findByIdentifier(body.client_id)
  if (!client) throw new Error(`Refused: ${JSON.stringify(body)}`)
  return { ...client, secret: body.client_secret ?? '', redirectUri: body.redirect_uris?.[0] ?? '' }
}

const web = { redirect_uris: ['https://app.example/cb'] }

describe('a self-registered client', () => {
  test.each([
    ['confidential', web],
    ['public', { redirect_uris: ['com.example.app:/cb'], token_endpoint_auth_method: 'none' }],
  ])(
    'that is %s signs users in and refreshes, without naming refresh_token',
    async (_, metadata) => {
      const client = await register(metadata)
      const signedIn = await signIn(app, client, await aUser(store))
      const { body } = await redeem(app, client, signedIn)
      expect((await refresh(app, client, body.refresh_token ?? '')).status).toBe(200)
    },
  )

  test('asks for consent, says its name and that nobody has checked it', async () => {
    const client = await register({ ...web, client_name: 'Weather' })
    const user = await aUser(store)
    const person = browser(app)
    const pkce = { code_challenge: 'a'.repeat(43), code_challenge_method: 'S256' }
    await person.visit(authorizePath(client, pkce))
    const page = await person.submit({ email: user.email, password: user.password })
    expect(page.view).toMatchObject({
      page: 'consent',
      client: { name: 'Weather', unverified: true },
    })
  })

  test('with client_credentials alone gets tokens for what an administrator gives it', async () => {
    const client = await register({ grant_types: ['client_credentials'] })
    const ask = () => requestToken(app, client, { grant_type: 'client_credentials' })
    expect((await ask()).body.error).toBe('invalid_scope')
    const code = { grant_type: 'authorization_code', code: 'x', redirect_uri: 'x' }
    expect((await requestToken(app, client, code)).body.error).toBe('unauthorized_client')
    const password = { grant_type: 'password', username: 'a', password: 'b' }
    expect((await requestToken(app, client, password)).body.error).toBe('unauthorized_client')
  })

  test('has no implicit flow and no password grant, even while both are on for all', async () => {
    await app.changeSettings({
      implicitFlowEnabled: true,
      resourceOwnerPasswordCredentialsEnabled: true,
    })
    const client = await register(web)
    const password = { grant_type: 'password', username: 'a', password: 'b' }
    expect((await requestToken(app, client, password)).body.error).toBe('unauthorized_client')
    const visit = await browser(app).visit(
      authorizePath(client, { response_type: 'token', prompt: 'none' }),
    )
    expect(visit.location?.hash).toContain('error=unauthorized_client')
    await app.changeSettings({
      implicitFlowEnabled: false,
      resourceOwnerPasswordCredentialsEnabled: false,
    })
  })

  test('may not request administrative scopes', async () => {
    const client = await register(web)
    const path = authorizePath(client, {
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
      scope: 'openid authserver:manage',
      prompt: 'none',
    })
    const visit = await browser(app).visit(path)
    expect(visit.location?.searchParams.get('error')).toBe('invalid_scope')
  })

  test('keeps its secret to itself, but an administrator can read it later', async () => {
    const client = await register(web)
    const admin = await apiClient(app, ['manage'])
    const read = await call(admin, 'GET', `/clients/${client.id}/secret`)
    expect(read.body).toEqual({ clientSecret: client.secret })
    const shown = await call(admin, 'GET', `/clients/${client.id}`)
    expect(JSON.stringify(shown.body)).not.toContain(client.secret)
    expect(shown.body).toMatchObject({
      client: { createdViaDcr: true, administrativeScopesAllowed: false, consentRequired: true },
    })
  })

  test('has lifetimes of the moment it registered', async () => {
    await app.changeSettings({ tokenExpirationInSeconds: 111 })
    const client = await register(web)
    await app.changeSettings({ tokenExpirationInSeconds: 300 })
    const { body } = await redeem(app, client, await signIn(app, client, await aUser(store)))
    expect(body.expires_in).toBe(111)
  })
})

test('there is nothing to read, update or delete a registration with', async () => {
  const body = await (await send('/connect/register', 'POST', web)).json()
  expect(body).not.toHaveProperty('registration_access_token')
  expect(body).not.toHaveProperty('registration_client_uri')
  for (const method of ['GET', 'PUT', 'DELETE']) {
    expect((await send('/connect/register', method)).status).toBe(405)
    expect((await send(`/connect/register/${body.client_id}`, method)).status).toBe(404)
  }
})
