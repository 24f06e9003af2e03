import { describe, expect, test } from 'vitest'
import { randomToken, randomUuid } from '#lib/base/crypto/random.ts'
import { type AdminTx, adminTransaction, type Context } from '#lib/context.ts'
import { consoleClientIdentifier } from '#lib/domain/permissions/built-in.ts'
import { deviceOf } from '#lib/domain/sessions/device.ts'
import {
  browserSession,
  bumpSession,
  joinSession,
  type SessionChanges,
  sessionState,
  startSession,
} from '#lib/domain/sessions/sessions.ts'
import type { SessionRecord, UserRecord } from '#lib/persistence/store.ts'
import { testContext } from '#tests/support/context.ts'
import { aSession } from '#tests/support/granted.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'

const { ctx, store, later } = await testContext()
const client = await aClient(store)
const user = await aUser(store)
const session = await aSession(store, user)
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

describe('sessionState', () => {
  test.each([
    ['fresh', 0, null, 'valid'],
    ['idle to the last second', 7200, null, 'valid'],
    ['idle too long', 7201, null, 'expired'],
    ['max_age to the last second', 60, 60, 'valid'],
    ['max_age exceeded', 61, 60, 'expired'],
    ['max_age=0 at the same moment', 0, 0, 'expired'],
  ] as const)('%s', (_, seconds, maxAge, state) => {
    expect(sessionState(later(seconds), session, user, client, maxAge)).toBe(state)
  })

  test('past its lifetime, however busy', () => {
    const busy = (seconds: number) => ({ ...session, lastAccessed: later(seconds).now })
    expect(sessionState(later(86_400), busy(86_400), user, client)).toBe('valid')
    expect(sessionState(later(86_401), busy(86_401), user, client)).toBe('expired')
  })

  test.each(['started', 'lastAccessed', 'authTime'] as const)(
    '%s noted by a clock that was ahead: expired, as its bound would not end it',
    (moment) => {
      const noted = (seconds: number) => ({ ...session, [moment]: later(seconds).now })
      expect(sessionState(ctx, noted(60), user, client, 3_600)).toBe('valid')
      expect(sessionState(ctx, noted(61), user, client, 3_600)).toBe('expired')
      expect(sessionState(ctx, noted(365 * 86_400), user, client, 3_600)).toBe('expired')
    },
  )

  describe.each([
    ['idle', { userSessionIdleTimeoutInSeconds: 1 }],
    ['busy', { userSessionMaxLifetimeInSeconds: 1 }],
  ])('with limits of a second, and %s', (kind, limit) => {
    const at = (seconds: number) => {
      const now = later(seconds)
      return { ...now, settings: { ...now.settings, ...limit } }
    }
    const used = (seconds: number) =>
      kind === 'busy' ? { ...session, lastAccessed: later(seconds).now } : session

    test.each([
      ['the console', { clientIdentifier: consoleClientIdentifier }, 300],
      ['any client', null, 300],
      ['another client', client, 1],
    ])('for %s', (_, use, last) => {
      expect(sessionState(at(last), used(last), user, use)).toBe('valid')
      expect(sessionState(at(last + 1), used(last + 1), user, use)).toBe('expired')
      // The minimum lifetime applies to settings, not to an application's max_age.
      expect(sessionState(at(1), used(1), user, use, 0)).toBe('expired')
    })
  })

  test.each([
    ['another user', { id: -1 }],
    ['a disabled user', { enabled: false }],
    ['credentials changed since', { authStateGeneration: 1 }],
  ])('%s: terminated, whatever the age', (_, change) => {
    for (const now of [ctx, later(90_000)]) {
      expect(sessionState(now, session, { ...user, ...change }, client)).toBe('terminated')
    }
  })
})

describe('browserSession', () => {
  test('finds the row by its cookie only, in whatever state', async () => {
    const owner = await aUser(store, { enabled: false })
    const held = await aSession(store, owner)
    expect(await browserSession(ctx, null)).toBeNull()
    expect(await browserSession(ctx, held.sessionIdentifier)).toBeNull()
    expect(await browserSession(ctx, held.cookieHash)).toBeNull()
    const found = await browserSession(later(90_000), held.cookie)
    expect([found?.session.id, found?.user.id]).toEqual([held.id, owner.id])
  })
})

describe('bumpSession', () => {
  const level = (name: string) => `urn:authserver:${name}`

  async function bumped(overrides: object, changes: SessionChanges, now: Context = later(60)) {
    const before = await aSession(store, await aUser(store), [], overrides)
    await adminTransaction(now, async (tx) => bumpSession(tx, before, client.id, changes))
    const after = await store.sessions.findByIdentifier(before.sessionIdentifier)
    if (!after) throw new Error('The session is gone.')
    return { before, after }
  }

  test('notes the use and nothing else', async () => {
    const { before, after } = await bumped({}, {})
    const { cookie: _, ...row } = before
    const { updatedAt: _then, ...unchanged } = row
    expect(after).toMatchObject({ ...unchanged, lastAccessed: later(60).now })
    expect(await store.sessions.countClients(after.id)).toBe(0)
  })

  test.each([
    ['level1', 'level2_mandatory', 'level2_mandatory', 'pwd otp'],
    ['level2_optional', 'level2_optional', 'level2_optional', 'pwd otp'],
    ['level2_mandatory', 'level2_optional', 'level2_mandatory', 'pwd'],
  ])('%s and then %s: %s', async (held, proven, acr, methods) => {
    const { after } = await bumped(
      { acrLevel: level(held), authMethods: 'pwd' },
      {
        proven: {
          acrLevel: level(proven) as 'urn:authserver:level1',
          authMethods: 'pwd otp',
          passkeyId: null,
          providerId: null,
        },
      },
    )
    expect(after).toMatchObject({ acrLevel: level(acr), authMethods: methods })
  })

  test.each([
    ['of the proof that took its place', 'level2_optional', 2, 2, 2],
    ['that it began with, if the new proof has none', 'level2_optional', null, null, 1],
    ['that its higher level stands on', 'level1', 2, 2, 1],
  ])('ends with the passkey and the provider %s', async (_, acr, passkeyId, providerId, kept) => {
    const acrLevel = level(acr) as 'urn:authserver:level1'
    const { after } = await bumped(
      { acrLevel: level('level2_optional'), passkeyId: 1, providerId: 1 },
      { proven: { acrLevel, authMethods: 'pwd', passkeyId, providerId } },
    )
    expect(after).toMatchObject({ passkeyId: kept, providerId: kept })
  })

  test('remembers addresses: the first and the newest, in 512 characters', async () => {
    const { after } = await bumped({ ipAddress: '192.0.2.1' }, { ipAddress: '192.0.2.1' })
    expect(after.ipAddress).toBe('192.0.2.1')
    const many = Array.from({ length: 33 }, (_, i) => `192.168.100.${100 + i}`).join(',')
    const full = await bumped({ ipAddress: many }, { ipAddress: '2001:db8::1' })
    expect(full.after.ipAddress.length).toBeLessThanOrEqual(512)
    expect(full.after.ipAddress).toMatch(/^192\.168\.100\.100,.*,2001:db8::1$/)
  })
})

test('joinSession adds a client once', async () => {
  const { id, sessionIdentifier } = await aSession(store, await aUser(store))
  const join = (tx: AdminTx) => joinSession(tx, sessionIdentifier, client)
  await adminTransaction(later(60), join)
  await adminTransaction(later(120), join)
  expect(await store.sessions.countClients(id)).toBe(1)
})

describe('startSession', () => {
  async function start(who: UserRecord, change: Partial<Context> = {}): Promise<SessionRecord> {
    const sessionIdentifier = randomUuid()
    await adminTransaction({ ...ctx, userAgent: firefox, ...change }, async (tx) =>
      startSession(tx, {
        user: who,
        clientId: client.id,
        sessionIdentifier,
        cookieHash: randomToken(),
        authTime: ctx.now,
        authMethods: 'pwd',
        acrLevel: 'urn:authserver:level1',
        authStateGeneration: who.authStateGeneration,
        otpConfigGeneration: who.otpConfigGeneration,
        passkeyId: null,
        providerId: null,
      }),
    )
    const started = await store.sessions.findByIdentifier(sessionIdentifier)
    if (!started) throw new Error('The session was not started.')
    return started
  }

  test('leaves every other session of the user alone', async () => {
    const own = await aUser(store)
    const started = [
      await start(own),
      await start(own),
      await start(own, { userAgent: '' }),
      await start(own, { userAgent: '' }),
    ]
    const ids = (await sessionsOf(store, own.id)).map(({ id }) => id)
    expect(ids).toEqual(started.map(({ id }) => id))
  })
})

describe('deviceOf', () => {
  const iphone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1'
  const googlebot = 'Googlebot/2.1 (+http://www.google.com/bot.html)'
  test.each([
    [firefox, { deviceName: 'Firefox 140.0', deviceType: 'Desktop', deviceOs: 'Linux' }],
    [iphone, { deviceName: 'Safari 17.0 (iPhone)', deviceType: 'Mobile', deviceOs: 'iOS 17.0' }],
    [googlebot, { deviceName: 'Googlebot 2.1', deviceType: 'Bot', deviceOs: '' }],
    ['', { deviceName: '', deviceType: 'unknown', deviceOs: '' }],
    ['  ', { deviceName: '', deviceType: 'unknown', deviceOs: '' }],
  ])('%s', (userAgent, device) => {
    expect(deviceOf(userAgent)).toEqual(device)
  })

  // Messages to the owner of an account show the name, whoever sent the request.
  test.each([
    'Your account is blocked. Unlock it: https://evil.example/now/1 (X11; Linux)',
    'https://evil.example/now (X11; Linux)',
    'evil.example/1 (X11; Linux)',
    'call+1 800 555/1 (X11; Linux)',
    `${'a'.repeat(41)}/1 (X11; Linux)`,
  ])('takes over no sentence and no address for a name: %s', (userAgent) => {
    expect(deviceOf(userAgent).deviceName).toBe('')
  })

  test.each([
    ['Mozilla/5.0 (X11; Linux) OPR/https://evil.example/now', 'Opera'],
    ['Tool/evil.example (X11; Linux)', 'Tool'],
    ['My-Tool_2/7.36.0 (X11; Linux)', 'My-Tool_2 7.36.0'],
  ])('takes over digits alone for a version: %s', (userAgent, name) => {
    expect(deviceOf(userAgent).deviceName).toBe(name)
  })

  test('bounds what it takes over', () => {
    const device = deviceOf(`Firefox/${'9'.repeat(400)} (X11; Linux)`)
    expect(device.deviceName.length).toBeLessThanOrEqual(256)
    expect(device.deviceOs.length).toBeLessThanOrEqual(64)
  })
})
