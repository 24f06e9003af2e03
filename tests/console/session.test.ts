import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sha256Hex } from '#lib/base/crypto/hash.ts'
import { epochSeconds } from '#lib/base/time/clock.ts'
import { admit } from '#lib/console/guard.ts'
import { findSession } from '#lib/console/session.ts'
import { signOut as endConsole } from '#lib/console/sign-out.ts'
import type { Context } from '#lib/context.ts'
import { consoleClientIdentifier } from '#lib/domain/permissions/built-in.ts'
import { longLivedSteps, runStep } from '#lib/domain/retention/retention.ts'
import { contextFor } from '#lib/http/context.ts'
import { readIncoming } from '#lib/http/incoming.ts'
import { call } from '#tests/support/api.ts'
import type { Browser } from '#tests/support/browser.ts'
import { redeem, refresh, signIn } from '#tests/support/oauth.ts'
import { aClient, aUser, grantToUser, type TestUser } from '#tests/support/people.ts'
import type { TestServer } from '#tests/support/server.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { baseUrl } from '#tests/support/settings.ts'
import {
  anAccountHolder,
  type ConsoleServer,
  comeBack,
  consoleCookie,
  consoleServer,
  returning,
} from './fixture.ts'

let running: ConsoleServer
let user: TestUser
let person: Browser
let cookie: string

beforeAll(async () => {
  running = await consoleServer()
})
afterAll(() => running.stop())

beforeEach(async () => {
  user = await anAccountHolder(running)
  await enter('/account/profile')
})

async function enter(page: string): Promise<void> {
  const back = await returning(running.app, user, page)
  await comeBack(running.app, back)
  person = back.person
  cookie = consoleCookie(person)
}

function now(): Promise<Context> {
  return contextFor({ headers: new Headers() }, 'a-request')
}

const rowOf = (value: string) =>
  running.app.runtime.database.prisma.consoleSession.findUnique({
    where: { cookieHash: sha256Hex(value) },
  })

describe('a console session', () => {
  test('keeps its tokens sealed', async () => {
    const session = await findSession(await now(), cookie)
    const row = await rowOf(cookie)
    const stored = Buffer.from(row?.sealed ?? []).toString('latin1')
    expect(session?.accessToken).toMatch(/^ey/)
    expect(stored).not.toContain('eyJ')
  })

  test('is not found by another cookie, or by none', async () => {
    expect(await findSession(await now(), 'another')).toBeNull()
    expect(await findSession(await now(), null)).toBeNull()
  })

  test('ends with its stored end, though its tokens would still do', async () => {
    const ctx = await now()
    expect(await findSession(ctx, cookie)).not.toBeNull()
    await running.app.runtime.database.prisma.consoleSession.update({
      where: { cookieHash: sha256Hex(cookie) },
      data: { expiresAt: ctx.now },
    })
    expect(await findSession(ctx, cookie)).toBeNull()
  })

  test('renews its tokens once, however many requests come when they have expired', async () => {
    running.app.clock.advance(290)
    const before = running.tokenRequests()
    const ctx = await now()
    const found = await Promise.all(Array.from({ length: 8 }, () => findSession(ctx, cookie)))
    expect(running.tokenRequests() - before).toBe(1)
    expect(new Set(found.map((session) => session?.accessToken)).size).toBe(1)
    expect(found[0]?.accessToken).toMatch(/^ey/)
  })

  test('does not renew what another request renewed before it got its turn', async () => {
    running.app.clock.advance(290)
    const before = running.tokenRequests()
    const ctx = await now()
    const { consoleSessions } = ctx.store
    const lease: typeof consoleSessions.lease = async (...args) => {
      await findSession(ctx, cookie)
      return consoleSessions.lease(...args)
    }
    const late = { ...ctx, store: { ...ctx.store, consoleSessions: { ...consoleSessions, lease } } }
    const session = await findSession(late, cookie)
    expect(running.tokenRequests() - before).toBe(1)
    expect(session).toEqual(await findSession(ctx, cookie))
    expect((await rowOf(cookie))?.refreshingUntil).toBeNull()
  })

  test('uses a token without asking until 20 seconds before its end', async () => {
    const before = running.tokenRequests()
    running.app.clock.advance(279)
    await findSession(await now(), cookie)
    expect(running.tokenRequests()).toBe(before)
    running.app.clock.advance(1)
    await findSession(await now(), cookie)
    expect(running.tokenRequests()).toBe(before + 1)
  })

  test('is over when the server refuses to renew: the sign-on session was ended', async () => {
    await running.app.runtime.database.prisma.userSession.deleteMany({ where: { userId: user.id } })
    running.app.clock.advance(290)
    expect(await findSession(await now(), cookie)).toBeNull()
    expect(await rowOf(cookie)).toBeNull()
  })

  test('outlives its access token, for as long as its refresh token can be used', async () => {
    running.app.clock.advance(3_600)
    expect(await findSession(await now(), cookie)).not.toBeNull()
  })

  test('stays when its tokens could not be renewed for another reason, and is renewed later', async () => {
    const { clients } = running.app.store
    const id = (await clients.findRecord(consoleClientIdentifier))?.id ?? 0
    running.app.clock.advance(290)
    await clients.update(id, { authorizationCodeEnabled: false })
    await expect(findSession(await now(), cookie)).rejects.toThrow()
    await clients.update(id, { authorizationCodeEnabled: true })
    expect(await findSession(await now(), cookie)).not.toBeNull()
  })

  test('has the language of the profile when it renews its tokens, and none when that was cleared', async () => {
    for (const locale of ['de', 'fr', '']) {
      await running.app.runtime.database.prisma.user.update({
        where: { id: user.id },
        data: { locale },
      })
      running.app.clock.advance(290)
      expect((await findSession(await now(), cookie))?.locale).toBe(locale)
    }
  })

  test('takes over a renewal that was never finished', async () => {
    const row = await rowOf(cookie)
    const ctx = await now()
    await running.app.store.consoleSessions.lease(row?.id ?? 0, ctx.now, ctx.now)
    running.app.clock.advance(290)
    expect(await findSession(await now(), cookie)).not.toBeNull()
  })

  test('counts as none when it was sealed with a key that is gone', async () => {
    const row = await rowOf(cookie)
    const { id = 0, expiresAt = new Date() } = row ?? {}
    await running.app.store.consoleSessions.renew(id, new Uint8Array(40), expiresAt)
    expect(await findSession(await now(), cookie)).toBeNull()
  })
})

describe('a page of the console', () => {
  test('is open to a person with the right to it, and offers no administration to one without rights', async () => {
    const admission = await admit(await now(), '/account/profile?a=1', cookie)
    expect(admission).toMatchObject({
      kind: 'admitted',
      visitor: {
        page: '/account/profile?a=1',
        requestId: 'a-request',
        scopes: expect.arrayContaining(['openid']),
        mayAdminister: false,
      },
    })
  })

  test('of the account offers the administration to one who holds a right to it, before a sign-in has asked', async () => {
    await grantToUser(running.app.store, user, 'authserver:manage-users')
    expect(await admit(await now(), '/account/profile', cookie)).toMatchObject({
      visitor: { mayAdminister: true },
    })
  })

  test('without a session leads to the sign-in and back', async () => {
    expect(await admit(await now(), '/admin/users?page=2', null)).toEqual({
      kind: 'redirect',
      location: '/console/sign-in?to=%2Fadmin%2Fusers%3Fpage%3D2',
    })
  })

  test('of the administration asks for the larger scope once, then says what is missing and offers it no more', async () => {
    expect(await admit(await now(), '/admin', cookie)).toMatchObject({
      location: expect.stringMatching(/^\/console\/sign-in/),
    })
    await enter('/admin')
    expect(await admit(await now(), '/admin', cookie)).toEqual({
      kind: 'redirect',
      location: '/unauthorized',
    })
    expect(await admit(await now(), '/account/profile', cookie)).toMatchObject({
      visitor: { mayAdminister: false },
    })
  })

  test('of the administration is one with a query too', async () => {
    expect(await admit(await now(), '/admin?a=1', null)).toMatchObject({ kind: 'redirect' })
  })

  test.each(['/account/profile', '/admin'])(
    'of the account says what is missing after a sign-in for %s, and asks for no other one',
    async (page) => {
      user = await aUser(running.app.store)
      await enter(page)
      expect(await admit(await now(), '/account/profile', cookie)).toEqual({
        kind: 'redirect',
        location: '/unauthorized',
      })
    },
  )

  test('of the administration is open to one who holds a part of the rights', async () => {
    await grantToUser(running.app.store, user, 'authserver:manage-users')
    await enter('/admin')
    expect(await admit(await now(), '/admin/users', cookie)).toMatchObject({
      kind: 'admitted',
      visitor: {
        scopes: expect.arrayContaining(['authserver:manage-users']),
        mayAdminister: true,
      },
    })
  })

  test.each(['/', '/accounts', '/administration', '/api/v1/admin/users'])(
    'is not %s: it needs no sign-in',
    async (path) => expect(await admit(await now(), path, null)).toBeNull(),
  )
})

describe('signing out of the console', () => {
  const signOut = (headers: Record<string, string> = {}) =>
    running.app.post(
      '/console/logout',
      {},
      { headers: { cookie: `authserver-console=${cookie}`, ...headers } },
    )

  test('forgets the session and posts the hint that ends the sign-on session', async () => {
    const response = await signOut()
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(html).toContain('/auth/logout')
    expect(html).toContain('id_token_hint')
    expect(response.headers.getSetCookie().join()).toMatch(/authserver-console=;.*Max-Age=0/)
    expect(await rowOf(cookie)).toBeNull()
  })

  test('ends on the page that says so', async () => {
    const { formPost } = await person.visit('/console/logout', { method: 'POST' })
    if (!formPost) throw new Error('No form.')
    const done = await person.post('/auth/logout', formPost.fields)
    expect([done.status, done.view]).toEqual([
      200,
      { page: 'signed-out', redirectRefused: false, uiLocales: [] },
    ])
    expect(await sessionsOf(running.app.store, user.id)).toEqual([])
  })

  test('goes to the start page where the server has no session of the console’s client', async () => {
    await running.app.runtime.database.prisma.userSessionClient.deleteMany({
      where: { session: { userId: user.id } },
    })
    const response = await signOut()
    expect([response.status, response.headers.get('location')]).toEqual([303, '/'])
    expect(await rowOf(cookie)).toBeNull()
  })

  describe('asks at the server, whose session may be left, when the console', () => {
    /** The sign-out by cookie redirects to the confirmation page, which then ends the server's session. */
    async function expectQuestion(): Promise<void> {
      const response = await signOut()
      const question = `${baseUrl}/auth/logout`
      expect([response.status, response.headers.get('location')]).toEqual([303, question])
      expect(response.headers.getSetCookie().join()).toMatch(/authserver-console=;.*Max-Age=0/)
      expect(await rowOf(cookie)).toBeNull()
    }

    test('has forgotten the person', async () => {
      await running.app.runtime.database.prisma.consoleSession.deleteMany()
      await expectQuestion()
      expect((await person.visit('/auth/logout')).view?.page).toBe('logout-confirm')
    })

    test('may not renew its tokens: the person lost a right', async () => {
      await running.app.runtime.database.prisma.userPermission.deleteMany({
        where: { userId: user.id },
      })
      running.app.clock.advance(290)
      await expectQuestion()
    })

    test('is told that its token is no longer good', async () => {
      await running.app.runtime.database.prisma.userSession.deleteMany({
        where: { userId: user.id },
      })
      await expectQuestion()
    })

    test('cannot reach the API', async () => {
      const ctx = await now()
      const elsewhere = { ...ctx, config: { ...ctx.config, port: 1 } }
      const headers = { cookie: `authserver-console=${cookie}` }
      const request = new Request(`${baseUrl}/console/logout`, { method: 'POST', headers })
      const outcome = await endConsole(elsewhere, await readIncoming(request, ctx.config, 0))
      expect(outcome).toMatchObject({ kind: 'redirect', location: `${baseUrl}/auth/logout` })
      expect(await rowOf(cookie)).toBeNull()
    })
  })

  test('is refused to another site', async () => {
    const response = await signOut({ 'sec-fetch-site': 'cross-site' })
    expect(response.status).toBe(403)
    expect(await rowOf(cookie)).not.toBeNull()
  })
})

describe('with sessions and tokens of one second', () => {
  const short = {
    userSessionIdleTimeoutInSeconds: 1,
    userSessionMaxLifetimeInSeconds: 1,
    tokenExpirationInSeconds: 1,
    refreshTokenOfflineIdleTimeoutInSeconds: 1,
    refreshTokenOfflineMaxLifetimeInSeconds: 1,
  }
  let before: Awaited<ReturnType<typeof running.app.store.settings.find>>

  beforeEach(async () => {
    before = await running.app.store.settings.find()
    await running.app.changeSettings(short)
    await grantToUser(running.app.store, user, 'authserver:manage')
  })
  afterEach(async () => {
    for (const name of Object.keys(short) as (keyof typeof short)[]) {
      await running.app.changeSettings({ [name]: before?.[name] ?? 300 })
    }
  })

  /** Calls the settings API with the console's current token. */
  async function asked<T>(work: (token: { server: TestServer; value: string }) => Promise<T>) {
    const session = await findSession(await now(), cookie)
    if (!session) throw new Error('The console session is over.')
    return work({ server: running.app, value: session.accessToken })
  }

  test('an administrator who signs in then gets back to the settings and puts them right', async () => {
    const sessions = '/settings/sessions'
    await enter('/admin/settings/sessions')
    for (let pause = 0; pause < 3; pause++) {
      running.app.clock.advance(70)
      expect((await admit(await now(), '/admin/settings/sessions', cookie))?.kind).toBe('admitted')
      expect((await asked((token) => call(token, 'GET', sessions))).status).toBe(200)
    }
    running.app.clock.advance(59)
    const right = { userSessionIdleTimeoutInSeconds: 600, userSessionMaxLifetimeInSeconds: 900 }
    expect((await asked((token) => call(token, 'PUT', sessions, right))).status).toBe(200)
    const stored = await running.app.store.settings.find()
    expect(stored).toMatchObject(right)
  })

  test.each([
    [1, 'admitted'],
    [60, 'admitted'],
    [299, 'admitted'],
    [301, 'redirect'],
  ])('a console that was left for %i seconds: %s', async (seconds, kind) => {
    await enter('/admin/settings/tokens')
    running.app.clock.advance(seconds)
    expect((await admit(await now(), '/admin/settings/tokens', cookie))?.kind).toBe(kind)
  })

  test('the account pages last as long, and their session is kept as a row', async () => {
    await enter('/account/profile')
    running.app.clock.advance(240)
    expect((await admit(await now(), '/account/profile', cookie))?.kind).toBe('admitted')
    const profile = await asked((token) => call(token, 'GET', '/api/v1/account/profile'))
    expect(profile.status).toBe(200)
    const { store, limits } = running.app.runtime
    const settings = await store.settings.find()
    const step = longLivedSteps.find(({ name }) => name === 'user_sessions')
    if (!settings || !step) throw new Error('There is nothing to remove.')
    await runStep(step, { store, limits, settings, now: running.app.clock.now() })
    expect(await sessionsOf(store, user.id)).not.toEqual([])
  })

  test('tokens of the console live for a minute', async () => {
    await enter('/admin')
    const issuedAt = epochSeconds(running.app.clock.now())
    const session = await findSession(await now(), cookie)
    expect((session?.accessTokenExpiresAt ?? 0) - issuedAt).toBe(60)
  })

  test('those of other applications, and their sessions, end as the settings say', async () => {
    const client = await aClient(running.app.store)
    const scope = 'openid profile authserver:manage-account'
    const signedIn = await signIn(running.app, client, user, { request: { scope } })
    const { body } = await redeem(running.app, client, signedIn)
    expect(body.expires_in).toBe(1)
    running.app.clock.advance(2)
    const headers = { authorization: `Bearer ${body.access_token}` }
    expect((await running.app.fetch('/userinfo', { headers })).status).toBe(401)
    expect((await refresh(running.app, client, body.refresh_token ?? '')).body.error).toBe(
      'invalid_grant',
    )
  })
})
