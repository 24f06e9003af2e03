import { describe, expect, test } from 'vitest'
import { sha256Hex } from '#lib/base/crypto/hash.ts'
import { aStoredGrant } from '#tests/support/granted.ts'
import { responseOf } from '#tests/support/oauth.ts'
import { aClient, aResource, aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { testStart } from '#tests/support/settings.ts'
import { entriesOf, visitor } from '#tests/support/visitor.ts'
import {
  aUserWithOtp,
  begin,
  codeAt,
  credentials,
  enter,
  newestCodeOf,
  onlySessionOf,
} from './fixture.ts'

const app = await server()
const { store } = app
await aResource(store, 'billing', ['read', 'write'])
const client = await aClient(store)

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

describe('the sign-on session', () => {
  test('starts with a cookie whose hash is stored and which is not the sid', async () => {
    const user = await aUser(store)
    const person = visitor(app, { 'user-agent': firefox })
    await begin(person, client)
    await person.submit(credentials(user))
    const value = person.cookies.get('authserver-session') ?? ''
    const session = await onlySessionOf(app, user)
    expect(session).toMatchObject({
      cookieHash: sha256Hex(value),
      started: app.clock.now(),
      lastAccessed: app.clock.now(),
      authTime: app.clock.now(),
      authMethods: 'pwd',
      acrLevel: 'urn:authserver:level1',
      deviceName: 'Firefox 140.0',
      deviceType: 'Desktop',
      userAgent: firefox,
    })
    expect(session.sessionIdentifier).not.toBe(value)
    expect(await store.sessions.countClients(session.id)).toBe(1)
    expect(await entriesOf(app, 'started_new_user_session', { userId: user.id })).toHaveLength(1)
  })

  test('keeps the browser’s own words without control characters, at most 512 of their bytes', async () => {
    const stored = async (header: string) => {
      const user = await aUser(store)
      const person = visitor(app, { 'user-agent': header })
      await begin(person, client)
      await person.submit(credentials(user))
      return (await onlySessionOf(app, user)).userAgent
    }
    expect(await stored('Mozilla/5.0\t(X11)\u0085 Firéfox')).toBe('Mozilla/5.0(X11) Firéfox')
    expect(await stored(`\u0080${'x'.repeat(513)}`)).toBe('x'.repeat(512))
    expect(await stored(`x${'é'.repeat(300)}`)).toBe(`x${'é'.repeat(255)}`)
  })

  test('its cookie is HttpOnly, Lax and lives as long as a session may', async () => {
    const user = await aUser(store)
    const { person } = await enter(app, client, user, { request: { prompt: 'consent' } })
    const page = await begin(person, client, { prompt: 'login' })
    const answer = await app.post(
      '/auth/pwd',
      { ceremonyId: page.url.searchParams.get('ceremony') ?? '', ...credentials(user) },
      { headers: { cookie: [...person.cookies].map((pair) => pair.join('=')).join('; ') } },
    )
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^authserver-browser=/),
      expect.stringMatching(
        /^authserver-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=86400$/,
      ),
      expect.stringMatching(
        /^authserver-known=[\w.-]{50}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000$/,
      ),
    ])
  })

  test('is used by the next request without a page, and bumped', async () => {
    const user = await aUser(store)
    const other = await aClient(store)
    const { person } = await enter(app, client, user)
    const before = await onlySessionOf(app, user)
    const cookie = person.cookies.get('authserver-session')
    app.clock.advance(600)
    expect(responseOf(await begin(person, other))?.code).toBeDefined()
    const after = await onlySessionOf(app, user)
    expect(after).toMatchObject({
      id: before.id,
      lastAccessed: app.clock.now(),
      authTime: before.authTime,
    })
    expect(await store.sessions.countClients(after.id)).toBe(2)
    expect(person.cookies.get('authserver-session')).toBe(cookie)
    expect(await newestCodeOf(app, user)).toMatchObject({ authenticatedAt: before.authTime })
    const bumps = await entriesOf(app, 'bumped_user_session', { userId: user.id })
    expect(bumps).toEqual([{ userId: user.id, clientId: other.id }])
  })

  test.each([{ prompt: 'login' }, { max_age: '60' }, { max_age: '0' }])(
    '%j signs in again: the session stays and its authentication time moves',
    async (request) => {
      const user = await aUser(store)
      const { person } = await enter(app, client, user)
      const before = await onlySessionOf(app, user)
      const cookie = person.cookies.get('authserver-session')
      app.clock.advance(61)
      expect((await begin(person, client, request)).view?.page).toBe('sign-in')
      expect(responseOf(await person.submit(credentials(user)))?.code).toBeDefined()
      const after = await onlySessionOf(app, user)
      expect(after).toMatchObject({ id: before.id, authTime: app.clock.now() })
      expect(person.cookies.get('authserver-session')).not.toBe(cookie)
      expect(await newestCodeOf(app, user)).toMatchObject({ authenticatedAt: app.clock.now() })
    },
  )

  test('max_age counts to its last second', async () => {
    const user = await aUser(store)
    const { person } = await enter(app, client, user)
    app.clock.advance(60)
    expect(responseOf(await begin(person, client, { max_age: '60' }))?.code).toBeDefined()
    app.clock.advance(1)
    expect((await begin(person, client, { max_age: '60' })).view?.page).toBe('sign-in')
  })

  test.each([
    ['idle', 7200],
    ['its lifetime', 86_400],
  ])('ends by %s, to the last second', async (limit, seconds) => {
    const user = await aUser(store)
    const { person } = await enter(app, client, user)
    const { id } = await onlySessionOf(app, user)
    const age = (more: number) => new Date(app.clock.now().getTime() - (seconds + more) * 1000)
    const put = (more: number) =>
      store.sessions.update(
        id,
        limit === 'idle' ? { lastAccessed: age(more) } : { started: age(more) },
      )
    await put(0)
    expect(responseOf(await begin(person, client))?.code).toBeDefined()
    await put(1)
    expect((await begin(person, client)).view?.page).toBe('sign-in')
    await person.submit(credentials(user))
    expect((await onlySessionOf(app, user)).id).not.toBe(id)
    const removed = await entriesOf(app, 'deleted_user_session', { userSessionId: id })
    expect(removed).toEqual([{ userSessionId: id, loggedInUser: '' }])
  })

  test('prompt=login may tell a lower level than the session keeps', async () => {
    const user = await aUserWithOtp(app)
    const strict = await aClient(store, { defaultAcrLevel: 'urn:authserver:level2_mandatory' })
    const { person } = await enter(app, strict, user)
    await person.submit({ otp: codeAt(app, user.otpSecret) })
    await begin(person, client, { prompt: 'login' })
    await person.submit(credentials(user))
    expect(await newestCodeOf(app, user)).toMatchObject({
      acrLevel: 'urn:authserver:level1',
      authMethods: 'pwd',
    })
    expect(await onlySessionOf(app, user)).toMatchObject({
      acrLevel: 'urn:authserver:level2_mandatory',
      authMethods: 'pwd otp',
    })
    expect(responseOf(await begin(person, strict))?.code).toBeDefined()
  })

  test("ends another user's session in this browser with all it gave", async () => {
    const [ada, bob] = [await aUser(store), await aUser(store)]
    const { person } = await enter(app, client, ada)
    const held = await onlySessionOf(app, ada)
    const { sessionIdentifier } = held
    const offline = await aStoredGrant(store, ada, client, { sessionIdentifier, offline: true })
    await begin(person, client, { prompt: 'login' })
    expect(responseOf(await person.submit(credentials(bob)))?.code).toBeDefined()
    expect(await sessionsOf(store, ada.id)).toEqual([])
    expect((await store.refreshTokens.findByJti(offline.refreshToken.jti))?.revoked).toBe(true)
    const own = await onlySessionOf(app, bob)
    expect(own.sessionIdentifier).not.toBe(sessionIdentifier)
    expect(await newestCodeOf(app, bob)).toMatchObject({ sessionIdentifier: own.sessionIdentifier })
    expect(await entriesOf(app, 'cross_user_session_replaced', { userId: bob.id })).toEqual([
      {
        userId: bob.id,
        previousUserId: ada.id,
        previousSessionIdentifier: sessionIdentifier,
        clientId: client.id,
      },
    ])
    expect(await entriesOf(app, 'terminated_user_session', { userId: ada.id })).toHaveLength(1)
  })

  test('is not started when a consent page is left unanswered', async () => {
    const user = await aUser(store)
    await enter(app, client, user, { request: { prompt: 'consent' } })
    expect(await sessionsOf(store, user.id)).toEqual([])
  })
})

describe('a long sign-in', () => {
  test('starts its session at its end, with the time at which the password was entered', async () => {
    const user = await aUser(store)
    app.clock.set(testStart)
    const { person } = await enter(app, client, user, { request: { prompt: 'consent' } })
    app.clock.advance(1800)
    await person.submit({ consent0: 'on', btnSubmit: 'submit' })
    expect(await onlySessionOf(app, user)).toMatchObject({
      authTime: testStart,
      started: app.clock.now(),
    })
    expect(await newestCodeOf(app, user)).toMatchObject({ authenticatedAt: testStart })
  })
})
