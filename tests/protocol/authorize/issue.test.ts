import { describe, expect, test } from 'vitest'
import { sha256Hex } from '#lib/base/crypto/hash.ts'
import { responseOf } from '#tests/support/oauth.ts'
import { aClient, aResource, aUser, grantToUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { entriesOf, visitor } from '#tests/support/visitor.ts'
import { begin, credentials, enter, newestCodeOf, onlySessionOf } from './fixture.ts'

const app = await server()
const { store } = app
const { prisma: database } = app.runtime.database
await aResource(store, 'billing', ['read', 'write'])
const client = await aClient(store)

describe('the code', () => {
  test('is stored as its hash, with everything its redemption needs', async () => {
    const user = await aUser(store)
    const { last } = await enter(app, client, user, {
      request: { scope: 'openid email', nonce: 'n-1', response_mode: 'form_post', state: ' s ' },
    })
    const response = responseOf(last) ?? {}
    expect(Object.keys(response)).toEqual(['code', 'state'])
    expect(response.state).toBe(' s ')
    expect(response.code).toMatch(/^[0-9a-f]{32}[0-9A-Za-z\-_.]{96}$/)
    const session = await onlySessionOf(app, user)
    const code = await newestCodeOf(app, user)
    expect(code).toMatchObject({
      codeHash: sha256Hex(response.code ?? ''),
      clientId: client.id,
      codeChallenge: 'a'.repeat(43),
      codeChallengeMethod: 'S256',
      scope: 'openid email',
      nonce: 'n-1',
      redirectUri: client.redirectUri,
      responseMode: 'form_post',
      sessionIdentifier: session.sessionIdentifier,
      acrLevel: 'urn:authserver:level1',
      authMethods: 'pwd',
      authenticatedAt: app.clock.now(),
      authStateGeneration: 0,
      used: false,
      revoked: false,
    })
    expect(code.grant).toMatchObject({
      userId: user.id,
      clientId: client.id,
      sessionIdentifier: session.sessionIdentifier,
      revokedAt: null,
    })
    expect(await entriesOf(app, 'created_auth_code', { userId: user.id })).toEqual([
      { userId: user.id, clientId: client.id, codeId: code.id },
    ])
  })

  test('carries no challenge when none was sent', async () => {
    const lenient = await aClient(store, { pkceRequired: false })
    const user = await aUser(store)
    const person = visitor(app)
    await begin(person, lenient, { code_challenge: undefined, code_challenge_method: undefined })
    await person.submit(credentials(user))
    expect(await newestCodeOf(app, user)).toMatchObject({
      codeChallenge: null,
      codeChallengeMethod: null,
    })
  })

  test('has the permissions that the user holds, and no others', async () => {
    const user = await aUser(store)
    await grantToUser(store, user, 'billing:read')
    await enter(app, client, user, { request: { scope: 'billing:write openid billing:read' } })
    expect((await newestCodeOf(app, user)).scope).toBe('openid billing:read')
  })

  test.each(['billing:read', 'billing:read offline_access'])(
    'for %s of which nothing is left is refused',
    async (scope) => {
      const user = await aUser(store)
      const { last } = await enter(app, client, user, { request: { scope } })
      expect(responseOf(last)).toMatchObject({
        error: 'access_denied',
        error_description: 'The user holds none of the requested scopes.',
      })
      const entries = await entriesOf(app, 'issuance_refused_scope_denied', { userId: user.id })
      expect(entries).toEqual([{ userId: user.id, clientId: client.id, scope }])
    },
  )
})

describe('what changes while a page waits', () => {
  /** A user on the consent page, after a password or with an earlier session. */
  async function waiting(by: 'password' | 'session', change = {}) {
    const user = await aUser(store)
    const asking = await aClient(store, { consentRequired: true, ...change })
    const signedIn = by === 'session' ? await enter(app, client, user) : null
    const person = signedIn?.person ?? visitor(app)
    let page = await begin(person, asking)
    if (by === 'password') page = await person.submit(credentials(user))
    expect(page.view?.page).toBe('consent')
    const approve = () => person.submit({ consent0: 'on', btnSubmit: 'submit' })
    return { user, asking, person, approve }
  }

  test('a session ended elsewhere leads back to the password, in the same interaction', async () => {
    const { user, person, approve } = await waiting('session')
    await store.sessions.remove((await onlySessionOf(app, user)).id)
    expect((await approve()).view?.page).toBe('sign-in')
    expect((await person.submit(credentials(user))).view?.page).toBe('consent')
    expect(responseOf(await approve())?.code).toBeDefined()
  })

  test('changed credentials lead back to the password', async () => {
    const { user, approve } = await waiting('password')
    const data = { authStateGeneration: { increment: 1 } }
    await database.user.update({ where: { id: user.id }, data })
    expect((await approve()).view?.page).toBe('sign-in')
    expect(await sessionsOf(store, user.id)).toEqual([])
  })

  test.each(['password', 'session'] as const)('a disabled user (%s) is refused', async (by) => {
    const { user, approve } = await waiting(by)
    await database.user.update({ where: { id: user.id }, data: { enabled: false } })
    expect(responseOf(await approve())).toMatchObject({ error: 'access_denied' })
    expect(await entriesOf(app, 'user_disabled', { userId: user.id })).toHaveLength(1)
  })

  test('a deleted user is refused', async () => {
    const { user, approve } = await waiting('password')
    await database.user.delete({ where: { id: user.id } })
    expect(responseOf(await approve())).toMatchObject({ error: 'access_denied' })
  })

  test('a redirect URI that is not registered any more gets nothing', async () => {
    const { user, asking, approve } = await waiting('password')
    await database.clientRedirectUri.deleteMany({ where: { clientId: asking.id } })
    const answer = await approve()
    expect(answer.view).toMatchObject({ page: 'redirect-withheld', destination: 'client.example' })
    expect(answer.view).not.toHaveProperty('continueUrl')
    const entries = await entriesOf(app, 'issuance_refused_redirect_uri', { userId: user.id })
    expect(entries).toEqual([{ userId: user.id, clientId: asking.id }])
  })

  test('a disabled client gets nothing', async () => {
    const { asking, approve } = await waiting('password')
    await store.clients.update(asking.id, { enabled: false })
    expect((await approve()).view?.page).toBe('redirect-withheld')
  })

  test('a flow that was switched off is refused', async () => {
    const { asking, approve } = await waiting('password')
    await store.clients.update(asking.id, { authorizationCodeEnabled: false })
    expect(responseOf(await approve())?.error).toBe('unauthorized_client')
  })

  test('an administrative scope that the client may not have any more is refused', async () => {
    const user = await aUser(store)
    await grantToUser(store, user, 'authserver:manage')
    const console_ = await aClient(store, { administrativeScopesAllowed: true })
    const { person, last } = await enter(app, console_, user, {
      request: { scope: 'openid authserver:manage', prompt: 'consent' },
    })
    expect(last.view?.page).toBe('consent')
    await store.clients.update(console_.id, { administrativeScopesAllowed: false })
    const answer = await person.submit({ consent0: 'on', consent1: 'on', btnSubmit: 'submit' })
    expect(responseOf(answer)).toMatchObject({
      error: 'invalid_scope',
      error_description:
        "The client is not allowed to request the administrative scope 'authserver:manage'.",
    })
    const entries = await entriesOf(app, 'administrative_scope_refused', { userId: user.id })
    expect(entries).toHaveLength(1)
  })
})

describe('id_token_hint', () => {
  test('nothing is issued for another user than the one it names', async () => {
    const [ada, bob] = [await aUser(store), await aUser(store)]
    const person = visitor(app)
    await begin(person, client)
    await database.interaction.updateMany({
      where: {
        completedAt: null,
        browserHash: sha256Hex(person.cookies.get('authserver-browser') ?? ''),
      },
      data: { hintSubject: ada.subject },
    })
    const answer = await person.submit(credentials(bob))
    expect(responseOf(answer)).toMatchObject({ error: 'login_required' })
    expect(await sessionsOf(store, bob.id)).toEqual([])
  })
})
