import { describe, expect, test } from 'vitest'
import { aCode, tokensOf, userinfoStatus } from '#tests/protocol/token/world.ts'
import { apiClient, apiUser, call, outcome } from '#tests/support/api.ts'
import { readJwt, redeem, refresh, requestToken, signIn } from '#tests/support/oauth.ts'
import { aClient, aPublicClient, aUser, grantToUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'

/*
 * Rows of the specification's table of states that a change elsewhere triggers. tests/protocol tests the
 * states of codes, tokens and sessions themselves.
 */

const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
const { store } = app
const { prisma: database } = app.runtime.database
const admin = await apiClient(app, ['manage'])

const manageAccount = 'authserver:manage-account'
const codeIsInvalid = { error: 'invalid_grant', error_description: 'Code is invalid.' }
const tokenIsRevoked = {
  error: 'invalid_grant',
  error_description: 'This refresh token has been revoked.',
}

describe('a client', () => {
  const authentication = (id: number, body: object) =>
    call<{ client: Record<string, unknown> }>(admin, 'PUT', `/clients/${id}/authentication`, body)

  test('made public loses its codes and refresh tokens and its client credentials', async () => {
    const client = await aClient(store, { pkceRequired: false })
    const user = await aUser(store)
    const waiting = await aCode(app, client, user)
    const live = await tokensOf(app, client, user, { scope: 'openid offline_access' })
    const other = await tokensOf(app, await aClient(store), user)
    const { status, body } = await authentication(client.id, { isPublic: true, clientSecret: '' })
    expect(status).toBe(200)
    expect(body.client).toMatchObject({
      isPublic: true,
      pkceRequired: true,
      clientCredentialsEnabled: false,
    })
    const asPublic = { ...client, secret: '' }
    expect((await redeem(app, asPublic, waiting)).body).toEqual(codeIsInvalid)
    expect((await refresh(app, asPublic, live.refresh_token)).body).toEqual(tokenIsRevoked)
    // Its access tokens stay valid, even after the refresh token was presented.
    expect(await userinfoStatus(app, live.access_token)).toBe(200)
    expect(await userinfoStatus(app, other.access_token)).toBe(200)
  })

  test('made confidential, or given another secret, loses nothing', async () => {
    const client = await aPublicClient(store)
    const user = await aUser(store)
    const live = await tokensOf(app, client, user)
    for (const secret of ['a'.repeat(60), 'b'.repeat(60)]) {
      const waiting = await aCode(app, { ...client, secret: '' }, user)
      const { status } = await authentication(client.id, { isPublic: false, clientSecret: secret })
      expect(status).toBe(200)
      expect((await redeem(app, { ...client, secret }, waiting)).status).toBe(200)
    }
    const confidential = { ...client, secret: 'b'.repeat(60) }
    expect((await refresh(app, confidential, live.refresh_token)).status).toBe(200)
  })

  test('disabled gets no token on any grant; enabled again it goes on', async () => {
    const client = await aClient(store, { resourceOwnerPasswordCredentialsEnabled: true })
    const user = await aUser(store)
    const waiting = await aCode(app, client, user)
    const live = await tokensOf(app, client, user)
    await store.clients.update(client.id, { enabled: false })
    const answers = await Promise.all([
      redeem(app, client, waiting),
      refresh(app, client, live.refresh_token),
      requestToken(app, client, { grant_type: 'client_credentials' }),
      requestToken(app, client, { grant_type: 'password', username: 'a', password: 'b' }),
    ])
    for (const { status, body } of answers) {
      expect([status, body]).toEqual([
        401,
        { error: 'invalid_client', error_description: 'Client is disabled.' },
      ])
    }
    await store.clients.update(client.id, { enabled: true })
    expect((await redeem(app, client, waiting)).status).toBe(200)
    expect((await refresh(app, client, live.refresh_token)).status).toBe(200)
  })
})

test('a rotated signing key verifies once more and then no longer', {
  timeout: 90_000,
}, async () => {
  const own = await server({ env: { RATE_LIMITER_ENABLED: 'false' }, ownDatabase: true })
  const keyAdmin = await apiClient(own, ['manage-settings'])
  const client = await aClient(own.store)
  const tokens = await tokensOf(own, client, await aUser(own.store))
  const kids = async () =>
    (await (await own.fetch('/certs')).json()).keys.map(({ kid }: { kid: string }) => kid)
  const [next, current] = await kids()
  expect(readJwt(tokens.access_token).header.kid).toBe(current)
  expect((await call(keyAdmin, 'POST', '/settings/keys/rotate')).status).toBe(200)
  expect((await kids()).slice(1)).toEqual([next, current])
  expect(await userinfoStatus(own, tokens.access_token)).toBe(200)
  const renewed = await refresh(own, client, tokens.refresh_token)
  expect(readJwt(renewed.body.access_token ?? '').header.kid).toBe(next)
  expect((await call(keyAdmin, 'POST', '/settings/keys/rotate')).status).toBe(200)
  expect(await kids()).not.toContain(current)
  expect(await userinfoStatus(own, tokens.access_token)).toBe(401)
  expect((await refresh(own, client, tokens.refresh_token)).body.error).toBe('invalid_grant')
  expect((await refresh(own, client, renewed.body.refresh_token ?? '')).status).toBe(200)
  await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
})

describe("a user's access token is of no use, before it expires, at UserInfo and the APIs", () => {
  type End = (userId: number) => Promise<unknown>
  const byAdmin = async (method: string, path: string, body?: object) => {
    expect((await call(admin, method, path, body)).status).toBe(200)
  }
  test.each<[string, End]>([
    ['the user is disabled', (id) => byAdmin('PUT', `/users/${id}/enabled`, { enabled: false })],
    ['the user is deleted', (id) => byAdmin('DELETE', `/users/${id}`)],
    [
      'an administrator set the password',
      (id) => byAdmin('PUT', `/users/${id}/password`, { newPassword: 'Correct-horse-9' }),
    ],
    [
      'an administrator ended the session',
      async (id) => {
        const [session] = await sessionsOf(store, id)
        await byAdmin('DELETE', `/user-sessions/${session?.id}`)
      },
    ],
    [
      'the session has been idle for too long',
      (userId) => {
        const lastAccessed = new Date(app.clock.now().getTime() - 7_201_000)
        return database.userSession.updateMany({ where: { userId }, data: { lastAccessed } })
      },
    ],
    [
      'the session is as old as one may become',
      (userId) => {
        const started = new Date(app.clock.now().getTime() - 86_401_000)
        return database.userSession.updateMany({ where: { userId }, data: { started } })
      },
    ],
  ])('once %s', async (_, end) => {
    const user = await aUser(store)
    const token = await apiUser(app, user, ['admin-read'])
    expect((await call(token, 'GET', '/clients')).status).toBe(200)
    await end(user.id)
    expect(await outcome(call(token, 'GET', '/clients'))).toEqual([401, 'INVALID_TOKEN'])
    expect(await userinfoStatus(app, token.value)).toBe(401)
  })
})

const userIsDisabled = 'The user account is disabled.'
const isSuperseded = 'The refresh token is superseded: the credentials of the user have changed.'
const sessionIsOver = 'The user session has expired or has been terminated.'

describe('codes and refresh tokens of a user whom an administrator', () => {
  const changes: [string, string, string, object, object?][] = [
    ['disabled', userIsDisabled, 'enabled', { enabled: false }],
    ['disabled and enabled again', isSuperseded, 'enabled', { enabled: false }, { enabled: true }],
    ['gave another password', isSuperseded, 'password', { newPassword: 'Correct-horse-9' }],
  ]
  test.each(changes)('%s are of no use, offline ones included: %s', async (...row) => {
    const [, error_description, path, body, after] = row
    const user = await aUser(store)
    const client = await aClient(store)
    const waiting = await aCode(app, client, user)
    const bound = await tokensOf(app, client, user)
    const offline = await tokensOf(app, client, user, { scope: 'openid offline_access' })
    for (const change of after ? [body, after] : [body]) {
      expect((await call(admin, 'PUT', `/users/${user.id}/${path}`, change)).status).toBe(200)
    }
    expect((await redeem(app, client, waiting)).body).toEqual(codeIsInvalid)
    for (const { refresh_token } of [bound, offline]) {
      const refused = { error: 'invalid_grant', error_description }
      expect((await refresh(app, client, refresh_token)).body).toEqual(refused)
    }
  })
})

describe('a refresh token of a session that an administrator ended', () => {
  test.each(['openid', 'openid offline_access'])('says so (%s)', async (scope) => {
    const { client, session, tokens } = await signedIn(scope)
    expect((await call(admin, 'DELETE', `/user-sessions/${session.id}`)).status).toBe(200)
    expect((await refresh(app, client, tokens.refresh_token)).body).toEqual({
      error: 'invalid_grant',
      error_description: sessionIsOver,
    })
  })

  test.each(['openid', 'openid offline_access'])(
    'is a replay still where it had been rotated out before (%s)',
    async (scope) => {
      const { client, session, tokens } = await signedIn(scope)
      const next = await refresh(app, client, tokens.refresh_token)
      expect(next.status).toBe(200)
      expect((await call(admin, 'DELETE', `/user-sessions/${session.id}`)).status).toBe(200)
      expect((await refresh(app, client, tokens.refresh_token)).body).toEqual(tokenIsRevoked)
      const { error_description } = (await refresh(app, client, next.body.refresh_token ?? '')).body
      expect(error_description).toBe(sessionIsOver)
    },
  )

  /** A user with consent, a session and tokens from that session. */
  async function signedIn(scope: string) {
    const user = await aUser(store)
    const client = await aClient(store)
    await store.consents.save(user.id, client.id, scope, app.clock.now())
    const tokens = await tokensOf(app, client, user, { scope })
    const [session] = await sessionsOf(store, user.id)
    if (!session) throw new Error('There is no session.')
    return { client, session, tokens }
  }
})

test('a withdrawn consent stops the refresh of an offline token', async () => {
  const user = await aUser(store)
  const client = await aClient(store)
  const request = { scope: 'openid offline_access' }
  const { body } = await redeem(app, client, await signIn(app, client, user, { request }))
  const renewed = (await refresh(app, client, body.refresh_token ?? '')).body
  const consent = await store.consents.find(user.id, client.id)
  expect((await call(admin, 'DELETE', `/user-consents/${consent?.id}`)).status).toBe(200)
  expect((await refresh(app, client, renewed.refresh_token ?? '')).body).toEqual({
    error: 'invalid_grant',
    error_description:
      'The user has either not given consent to this client or the previously granted consent has been revoked.',
  })
})

test("a disabled user's picture is served all the same", async () => {
  const user = await aUser(store, { enabled: false })
  const picture = { userId: user.id, image: Buffer.from('x'), contentType: 'image/png' }
  await database.userProfilePicture.create({ data: picture })
  expect((await app.fetch(`/userinfo/picture/${user.subject}`)).status).toBe(200)
})

describe('a session that is left', () => {
  const hintLogout = async (idToken: string | undefined) =>
    app.fetch(`/auth/logout?${new URLSearchParams({ id_token_hint: idToken ?? '' })}`)

  test('by one client of two goes on for the other; by the last it ends', async () => {
    const user = await aUser(store)
    const [one, two] = [await aClient(store), await aClient(store)]
    const first = await signIn(app, one, user)
    const tokens = (await redeem(app, one, first)).body
    const second = await signIn(app, two, user, { browser: first.browser })
    const others = (await redeem(app, two, second)).body
    await hintLogout(tokens.id_token)
    expect(await userinfoStatus(app, others.access_token ?? '')).toBe(200)
    const answer = await hintLogout(others.id_token)
    expect(answer.headers.getSetCookie().join()).toMatch(/authserver-session=;.*Max-Age=0/)
    expect(await userinfoStatus(app, others.access_token ?? '')).toBe(401)
    expect((await refresh(app, two, others.refresh_token ?? '')).body.error).toBe('invalid_grant')
  })

  test('without a hint ends for every client', async () => {
    const user = await aUser(store)
    const client = await aClient(store)
    const signedIn = await signIn(app, client, user)
    const tokens = (await redeem(app, client, signedIn)).body
    await signedIn.browser.visit('/auth/logout')
    await signedIn.browser.submit()
    expect(signedIn.browser.cookies.has('authserver-session')).toBe(false)
    expect(await userinfoStatus(app, tokens.access_token ?? '')).toBe(401)
    expect((await refresh(app, client, tokens.refresh_token ?? '')).body.error).toBe(
      'invalid_grant',
    )
  })
})

test('a refresh that renews an unapproved manage-account is refused and not spent', async () => {
  const user = await aUser(store)
  await grantToUser(store, user, manageAccount)
  const client = await aClient(store)
  const { refresh_token } = await tokensOf(app, client, user, { scope: `openid ${manageAccount}` })
  expect((await refresh(app, client, refresh_token)).body.error).toBe('invalid_grant')
  expect((await refresh(app, client, refresh_token, { scope: 'openid' })).status).toBe(200)
})
