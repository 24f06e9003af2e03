import { describe, expect, test } from 'vitest'
import { clientSecret } from '#lib/base/crypto/random.ts'
import { type ApiToken, apiClient, call, outcome } from '#tests/support/api.ts'
import { authorizePath, redeem, refresh, signIn } from '#tests/support/oauth.ts'
import {
  aClient,
  aGroup,
  aUser,
  grantToGroup,
  grantToUser,
  type TestClient,
  type TestUser,
} from '#tests/support/people.ts'
import { fixture } from '../fixture.ts'

const { app, store, manager, granular, entriesOf } = await fixture('manage-clients')
const account = 'authserver:manage-account'
const scope = `openid profile offline_access ${account}`
const stranger = 'https://evil.example/cb'

/** A holder of an administrative permission, in each possible way. */
const administrators: Record<string, () => Promise<TestUser>> = {
  async 'who holds a permission'() {
    const user = await aUser(store)
    await grantToUser(store, user, 'authserver:admin-read', account)
    return user
  },
  async 'by a group'() {
    const user = await aUser(store)
    await grantToUser(store, user, account)
    await grantToGroup(store, await aGroup(store, {}, [user]), 'authserver:manage')
    return user
  },
}

async function anOrdinaryUser() {
  const user = await aUser(store)
  await grantToUser(store, user, account)
  return user
}

/** Signs in to an application and approves all its scopes. */
async function approve(client: TestClient, user: TestUser) {
  const signedIn = await signIn(app, client, user, { request: { scope } })
  const { body } = await redeem(app, client, signedIn)
  const token = { server: app, value: body.access_token ?? '' }
  return { user, browser: signedIn.browser, token, refreshToken: body.refresh_token ?? '' }
}

type Approval = Awaited<ReturnType<typeof approve>>

async function reachesAccount(client: TestClient, { token, refreshToken }: Approval) {
  const profile = await call(token, 'GET', '/api/v1/account/profile')
  const refreshed = await refresh(app, client, refreshToken)
  return [profile.status, refreshed.status]
}

async function approvedBy({ user }: Approval, client: TestClient): Promise<string | undefined> {
  return (await store.consents.find(user.id, client.id))?.scope
}

/** Changes that extend the client's reach, requested with a granular token. */
const changes: Record<string, (client: TestClient) => readonly [path: string, body: object]> = {
  'a redirect URI is added': ({ redirectUri }) => [
    'redirect-uris',
    { redirectURIs: [redirectUri, stranger] },
  ],
  'a redirect URI takes the place of another': () => [
    'redirect-uris',
    { redirectURIs: [stranger] },
  ],
  'a redirect URI differs by one sign': ({ redirectUri }) => [
    'redirect-uris',
    { redirectURIs: [redirectUri, `${redirectUri}/`] },
  ],
  'the client is made public': () => ['authentication', { isPublic: true }],
  'the secret is changed': () => ['authentication', { clientSecret: clientSecret() }],
}

const harmless: Record<string, (client: TestClient) => readonly [path: string, body: object]> = {
  'the list is saved as it is': ({ redirectUri }) => [
    'redirect-uris',
    { redirectURIs: [redirectUri] },
  ],
  'a redirect URI is removed': () => ['redirect-uris', { redirectURIs: [] }],
  'the same secret is saved': ({ secret }) => ['authentication', { clientSecret: secret }],
  'web origins are saved': () => ['web-origins', { webOrigins: ['https://app.example'] }],
}

async function put(token: ApiToken, client: TestClient, [path, body]: readonly [string, object]) {
  return (await call(token, 'PUT', `/clients/${client.id}/${path}`, body)).status
}

describe.each(Object.keys(administrators))('an administrator %s', (kind) => {
  const anAdministrator = () => administrators[kind]?.() ?? aUser(store)

  test.each(Object.keys(changes))('is no longer reached through a client: %s', async (name) => {
    const client = await aClient(store, { consentRequired: true })
    const approval = await approve(client, await anAdministrator())
    const other = await approve(client, await anOrdinaryUser())
    const change = changes[name]?.(client) ?? ['', {}]
    const entries = await entriesOf(async () => {
      expect(await put(granular, client, change)).toBe(200)
    })
    expect((await approvedBy(approval, client))?.split(' ')).not.toContain(account)
    expect(await approvedBy(approval, client)).toContain('profile')
    expect((await approvedBy(other, client))?.split(' ')).toContain(account)
    const narrowed = entries.filter(({ event }) => event === 'narrowed_user_consent')
    expect(narrowed).toMatchObject([
      { details: { userId: approval.user.id, clientId: client.id, scope: account } },
    ])
    const [profile] = await reachesAccount(client, approval)
    expect(profile).toBe(401)
    expect((await call(other.token, 'GET', '/api/v1/account/profile')).status).toBe(200)
  })

  test.each(Object.keys(changes))('is reached still where manage changes: %s', async (name) => {
    const client = await aClient(store, { consentRequired: true })
    const approval = await approve(client, await anAdministrator())
    expect(await put(manager, client, changes[name]?.(client) ?? ['', {}])).toBe(200)
    expect((await approvedBy(approval, client))?.split(' ')).toContain(account)
    expect((await call(approval.token, 'GET', '/api/v1/account/profile')).status).toBe(200)
  })

  test.each(Object.keys(harmless))('is reached still: %s', async (name) => {
    const client = await aClient(store, { consentRequired: true })
    const approval = await approve(client, await anAdministrator())
    expect(await put(granular, client, harmless[name]?.(client) ?? ['', {}])).toBe(200)
    expect((await approvedBy(approval, client))?.split(' ')).toContain(account)
    expect(await reachesAccount(client, approval)).toEqual([200, 200])
  })
})

test('no code goes to an added address without a page, and none of before is redeemed', async () => {
  const client = await aClient(store)
  const user = (await administrators['by a group']?.()) ?? (await aUser(store))
  const { browser, refreshToken } = await approve(client, user)
  const pending = await signIn(app, client, user, { browser, request: { scope, prompt: 'none' } })
  const uris = { redirectURIs: [client.redirectUri, stranger] }
  expect(await put(granular, client, ['redirect-uris', uris])).toBe(200)
  expect((await redeem(app, client, pending)).body.error).toBe('invalid_grant')
  expect((await refresh(app, client, refreshToken)).body.error).toBe('invalid_grant')
  const request = { redirect_uri: stranger, scope: `openid ${account}`, prompt: 'none' }
  const pkce = { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' }
  const silent = await browser.visit(authorizePath(client, { ...request, ...pkce }))
  expect(silent.location?.searchParams.get('error')).toBe('consent_required')
})

test('a save that is refused takes nothing', async () => {
  const client = await aClient(store, { consentRequired: true })
  const user = (await administrators['who holds a permission']?.()) ?? (await aUser(store))
  const approval = await approve(client, user)
  const body = { redirectURIs: [stranger], expectedRedirectURIs: ['https://other.example/cb'] }
  const answer = call(granular, 'PUT', `/clients/${client.id}/redirect-uris`, body)
  expect(await outcome(answer)).toEqual([409, 'CONCURRENT_UPDATE'])
  const several = await apiClient(app, ['manage-users', 'manage-settings'])
  expect(await put(several, client, ['redirect-uris', { redirectURIs: [stranger] }])).toBe(403)
  expect((await approvedBy(approval, client))?.split(' ')).toContain(account)
})
