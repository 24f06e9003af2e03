import { beforeAll, describe, expect, test } from 'vitest'
import { authorizePath, responseOf } from '#tests/support/oauth.ts'
import type { TestClient } from '#tests/support/people.ts'
import { arrive, certifiedServer, certifiedUser, tokensFor, userinfo } from './fixture.ts'

const app = await certifiedServer()

beforeAll(async () => {
  await app.changeSettings({ dynamicClientRegistrationEnabled: true, pkceRequired: false })
})

async function register(metadata: object) {
  const response = await app.fetch('/connect/register', {
    method: 'POST',
    body: JSON.stringify(metadata),
    headers: { 'content-type': 'application/json' },
  })
  return { status: response.status, body: await response.json() }
}

async function registered(): Promise<TestClient> {
  const redirectUri = 'https://suite.example/callback'
  const { body } = await register({ redirect_uris: [redirectUri] })
  const client = await app.store.clients.findByIdentifier(body.client_id)
  if (!client) throw new Error('The client was not registered.')
  return { ...client, secret: body.client_secret, redirectUri }
}

describe('a client that registered itself', () => {
  test('is told when its secret expires, and metadata it does not know is ignored', async () => {
    const { status, body } = await register({
      redirect_uris: ['https://suite.example/callback'],
      application_type: 'web',
      contacts: ['a@suite.example'],
      jwks: { keys: [] },
      response_types: ['code'],
      id_token_signed_response_alg: 'RS256',
    })
    expect(status).toBe(201)
    expect(body.client_secret_expires_at).toBe(0)
  })

  test('may not have a fragment in a redirect URI', async () => {
    const { status, body } = await register({ redirect_uris: ['https://suite.example/cb#x'] })
    expect([status, body.error]).toEqual([400, 'invalid_redirect_uri'])
  })

  test('goes the whole way, and stored consent is honoured by prompt=none', async () => {
    const client = await registered()
    const signedIn = await arrive(app, client, await certifiedUser(app), { scope: 'openid email' })
    const { body } = await tokensFor(app, client, signedIn)
    expect((await userinfo(app, body.access_token)).claims).toHaveProperty('email')
    const silent = authorizePath(client, { prompt: 'none', scope: 'openid email' })
    expect(responseOf(await signedIn.browser.visit(silent))?.code).toBeDefined()
    const more = authorizePath(client, { prompt: 'none', scope: 'openid phone' })
    expect(responseOf(await signedIn.browser.visit(more))?.error).toBe('consent_required')
  })

  test('forty can register in a row while the limiter is off', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => registered()))
    expect(new Set(answers.map(({ clientIdentifier }) => clientIdentifier)).size).toBe(40)
  })
})
