import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { browser } from '#tests/support/browser.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import {
  authorizePath,
  pkcePair,
  readJwt,
  redeem,
  refresh,
  requestToken,
  responseOf,
  signIn,
} from '#tests/support/oauth.ts'
import {
  aClient,
  aResource,
  aUser,
  grantToClient,
  grantToUser,
  type TestClient,
  type TestUser,
} from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'

const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
const { client: database } = await fileDatabase()
let user: TestUser
let client: TestClient

beforeAll(async () => {
  await aResource(app.store, 'tasks', ['read', 'write'])
  user = await aUser(app.store)
  await grantToUser(app.store, user, 'tasks:read', 'tasks:write', 'authserver:manage')
})
beforeEach(async () => {
  await app.changeSettings({ selfRegisteredClientScopes: null })
  client = await aClient(app.store, {
    resourceOwnerPasswordCredentialsEnabled: true,
    implicitGrantEnabled: true,
  })
})

const allow = (list: string | null, of = client) =>
  app.store.clients.update(of.id, { allowedScopes: list })

/** The answer to an authorization request without a page. */
async function answered(scope: string, more: Record<string, string> = {}, of = client) {
  const { challenge } = pkcePair()
  const request = {
    ...{ scope, prompt: 'none', code_challenge: challenge, code_challenge_method: 'S256' },
    ...more,
  }
  return responseOf(await browser(app).visit(authorizePath(of, request))) ?? {}
}
const refusal = (scope: string) => `The client is not allowed to request the scope '${scope}'.`
const byPassword = (scope: string | undefined, of = client) =>
  requestToken(app, of, {
    grant_type: 'password',
    username: user.email,
    password: user.password,
    scope,
  })

describe('an authorization request', () => {
  test('may name any scope of the client’s list, and every scope without a list', async () => {
    await allow('openid tasks:read')
    expect((await answered('openid tasks:read')).error).toBe('login_required')
    await allow(null)
    expect((await answered('openid profile tasks:write')).error).toBe('login_required')
  })

  test.each([
    ['openid tasks:write', 'tasks:write'],
    ['tasks:write profile', 'tasks:write'],
    ['profile tasks:read', 'profile'],
    ['tasks:read tasks:write offline_access', 'tasks:write'],
  ])('with %j is refused for %s', async (scope, named) => {
    await allow('openid tasks:read')
    expect(await answered(scope)).toMatchObject({
      error: 'invalid_scope',
      error_description: refusal(named),
    })
  })

  test('with an unknown or an administrative scope is refused for that first', async () => {
    await allow('openid')
    expect((await answered('profile no:such')).error_description).toContain("'no:such'")
    const { error_description: text } = await answered('profile authserver:manage')
    expect(text).toContain('administrative scope')
  })

  test('may name every permission of a resource that is listed as a whole, later ones too', async () => {
    await allow('tasks:*')
    const resource = await app.store.resources.findByIdentifier('tasks')
    const permissionIdentifier = `later-${client.id}`
    await app.store.resources.addPermissions([
      { resourceId: resource?.id ?? 0, permissionIdentifier, description: '' },
    ])
    const { error } = await answered(`tasks:read tasks:${permissionIdentifier}`)
    expect(error).toBe('login_required')
    expect((await answered('openid')).error).toBe('invalid_scope')
  })

  test('for administrative scopes needs the allowance, whatever the list says', async () => {
    await allow('openid authserver:*')
    expect((await answered('authserver:manage')).error).toBe('invalid_scope')
    await app.store.clients.update(client.id, { administrativeScopesAllowed: true })
    expect((await answered('authserver:manage')).error).toBe('login_required')
  })

  test('of the implicit flow follows the list', async () => {
    await allow('openid')
    const implicit = { response_type: 'token' }
    expect((await answered('openid tasks:read', implicit)).error).toBe('invalid_scope')
    expect((await answered('openid', implicit)).error).toBe('login_required')
  })
})

describe('`offline_access` that is not on the list', () => {
  test('is left out: the grant ends with the session, and has its refresh token', async () => {
    await allow('tasks:read')
    const signedIn = await signIn(app, client, user, {
      request: { scope: 'tasks:read offline_access' },
    })
    expect(signedIn.last.view).toBeNull()
    const { body } = await redeem(app, client, signedIn)
    expect(body.scope).toBe('tasks:read')
    expect(readJwt(body.refresh_token ?? '').payload.sid).toBeTypeOf('string')
    expect((await refresh(app, client, body.refresh_token ?? '')).body.scope).toBe('tasks:read')
  })

  test('alone is refused as ever', async () => {
    await allow('tasks:read')
    const { error_description: text } = await answered('offline_access')
    expect(text).toBe("The scope 'offline_access' must be requested together with another scope.")
  })

  test('is left out of the password grant and of a refresh', async () => {
    await allow('openid')
    expect((await byPassword('openid offline_access')).body.scope).toBe('openid')
    await allow(null)
    const scope = 'openid offline_access'
    const signedIn = await signIn(app, client, user, { request: { scope } })
    const { body } = await redeem(app, client, signedIn)
    await allow('openid')
    const narrowed = await refresh(app, client, body.refresh_token ?? '')
    expect([narrowed.status, narrowed.body.scope]).toEqual([200, 'openid'])
    await allow(null)
    const again = await refresh(app, client, narrowed.body.refresh_token ?? '')
    expect(again.body.scope).toBe(scope)
  })
})

describe('the token endpoint', () => {
  test('judges the password grant, its default scope too', async () => {
    await allow('tasks:read')
    for (const [scope, named] of [
      ['tasks:write', 'tasks:write'],
      [undefined, 'openid'],
    ] as const) {
      const { status, body } = await byPassword(scope)
      expect([status, body.error, body.error_description]).toEqual([
        400,
        'invalid_scope',
        refusal(named),
      ])
    }
    expect((await byPassword('tasks:read')).status).toBe(200)
  })

  test('judges a refresh by the scopes it asks for, and a refusal spends nothing', async () => {
    const scope = 'openid tasks:read tasks:write'
    const signedIn = await signIn(app, client, user, { request: { scope } })
    await allow('openid tasks:read')
    const { body, status } = await redeem(app, client, signedIn)
    expect([status, body.scope]).toEqual([200, scope])
    const token = body.refresh_token ?? ''
    const refused = await refresh(app, client, token)
    expect([refused.status, refused.body.error, refused.body.error_description]).toEqual([
      400,
      'invalid_scope',
      refusal('tasks:write'),
    ])
    const narrower = await refresh(app, client, token, { scope: 'openid tasks:read' })
    expect([narrower.status, narrower.body.scope]).toEqual([200, 'openid tasks:read'])
    const replays = { where: { auditEvent: 'refresh_token_replay_detected' } }
    expect(await database.auditLog.count(replays)).toBe(0)
  })

  test('leaves a client’s own token to its permissions', async () => {
    await grantToClient(app.store, client, 'tasks:write')
    await allow('openid')
    const { status, body } = await requestToken(app, client, { grant_type: 'client_credentials' })
    expect([status, body.scope]).toEqual([200, 'tasks:write'])
  })
})

describe('a sign-in in progress', () => {
  const begun = async (scope: string) => {
    const { challenge } = pkcePair()
    const visitor = browser(app)
    const request = { scope, code_challenge: challenge, code_challenge_method: 'S256' }
    await visitor.visit(authorizePath(client, request))
    return () => visitor.submit({ email: user.email, password: user.password })
  }

  test('is refused at its end when the list was narrowed meanwhile', async () => {
    const complete = await begun('openid tasks:write')
    await allow('openid')
    expect(responseOf(await complete())).toMatchObject({
      error: 'invalid_scope',
      error_description: refusal('tasks:write'),
    })
  })

  test('shows only scopes on the consent page that the client may request', async () => {
    await app.store.clients.update(client.id, { consentRequired: true })
    await allow('openid tasks:read')
    const complete = await begun('openid tasks:read offline_access')
    const { view } = await complete()
    const scopes = view?.page === 'consent' ? view.scopes.map(({ scope }) => scope) : []
    expect(scopes).toEqual(['openid', 'tasks:read'])
  })
})

describe('the ceiling for clients that registered themselves', () => {
  let registered: TestClient
  beforeEach(async () => {
    registered = await aClient(app.store, { createdViaDcr: true })
  })

  test('holds for them and for nobody else', async () => {
    await app.changeSettings({ selfRegisteredClientScopes: 'openid tasks:*' })
    expect((await answered('openid tasks:read', {}, registered)).error).toBe('login_required')
    expect((await answered('openid email', {}, registered)).error_description).toBe(
      refusal('email'),
    )
    expect((await answered('openid email')).error).toBe('login_required')
  })

  test('and the client’s own list hold both', async () => {
    await app.changeSettings({ selfRegisteredClientScopes: 'openid tasks:*' })
    await allow('openid email tasks:read', registered)
    expect((await answered('openid tasks:read', {}, registered)).error).toBe('login_required')
    expect((await answered('email', {}, registered)).error).toBe('invalid_scope')
    expect((await answered('tasks:write', {}, registered)).error).toBe('invalid_scope')
  })

  test('that is empty allows nothing, and that is missing everything', async () => {
    await app.changeSettings({ selfRegisteredClientScopes: '' })
    expect((await answered('openid', {}, registered)).error).toBe('invalid_scope')
    await app.changeSettings({ selfRegisteredClientScopes: null })
    expect((await answered('openid email', {}, registered)).error).toBe('login_required')
  })
})
