import { sql } from 'kysely'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { logOptions, openLog } from '#lib/base/log/log.ts'
import { addSeconds, epochSeconds } from '#lib/base/time/clock.ts'
import { type CleanerRuntime, startCleaner } from '#lib/cleaner.ts'
import { longLivedSteps, runStep, shortLivedSteps } from '#lib/domain/retention/retention.ts'
import type { GrantRecord } from '#lib/persistence/store.ts'
import { testContext } from '#tests/support/context.ts'
import { type OpenDatabase, openSeededDatabase } from '#tests/support/file-database.ts'
import { aSession, aStoredGrant } from '#tests/support/granted.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { testStart } from '#tests/support/settings.ts'

const day = 86_400
const database = await openSeededDatabase()
const { store } = database

/** Runs a step this many seconds after `testStart`. */
async function run(name: string, seconds: number, on: OpenDatabase = database): Promise<number> {
  const step = [...shortLivedSteps, ...longLivedSteps].find((one) => one.name === name)
  const settings = await on.store.settings.find()
  if (!step || !settings) throw new Error(`There is no step ${name}.`)
  const now = addSeconds(testStart, seconds)
  const { removed } = await runStep(step, { store: on.store, limits: on.limits, settings, now })
  return removed
}

const user = await aUser(store)
const client = await aClient(store)

/** A grant as currently stored; null when it no longer exists. */
const grantNow = ({ grantIdentifier }: GrantRecord) =>
  database.client.grant.findUnique({ where: { grantIdentifier } })

/** Seconds from the start of the tests to a day after a grant's end. */
const dayAfter = ({ expiresAt }: GrantRecord) =>
  epochSeconds(expiresAt) - epochSeconds(testStart) + day

describe('refresh tokens, codes and grants', () => {
  test('a refresh token is kept until its own end, revoked or not', async () => {
    const { refreshToken } = await aStoredGrant(store, user, client)
    await store.refreshTokens.rotate(refreshToken.id, testStart, '')
    expect(await run('refresh_tokens', day)).toBe(0)
    expect(await run('refresh_tokens', day + 1)).toBe(1)
  })

  test('a passed maximum lifetime ends it too', async () => {
    const { code } = await aStoredGrant(store, user, client, { offline: true })
    await database.client.refreshToken.updateMany({
      where: { codeId: code.id },
      data: { maxLifetime: addSeconds(testStart, 60) },
    })
    expect(await run('refresh_tokens', 60)).toBe(0)
    expect(await run('refresh_tokens', 61)).toBe(1)
  })

  test('a code goes with the last of its refresh tokens', async () => {
    const { code, refreshToken } = await aStoredGrant(store, user, client)
    const find = () => store.codes.findByHash(code.codeHash)
    const { id: _, ...columns } = refreshToken
    const later = addSeconds(testStart, 2 * day)
    await database.client.refreshToken.create({
      data: { ...columns, jti: 'the later one', expiresAt: later },
    })
    await run('refresh_tokens', day + 1)
    expect(await find()).not.toBeNull()
    await run('refresh_tokens', 2 * day + 1)
    expect(await find()).toBeNull()
  })

  test.each([
    ['spent, without a refresh token,', 'after five minutes', { used: true }, 300],
    ['revoked before redemption', 'after five minutes', { used: false, revoked: true }, 300],
    ['never presented', 'after a day', { used: false }, day],
  ])('a code %s goes %s', async (_, __, columns, seconds) => {
    const { code } = await aStoredGrant(store, user, client)
    await database.client.refreshToken.deleteMany({ where: { codeId: code.id } })
    await database.client.code.update({ where: { id: code.id }, data: columns })
    await run('codes', seconds)
    expect(await store.codes.findByHash(code.codeHash)).not.toBeNull()
    await run('codes', seconds + 1)
    expect(await store.codes.findByHash(code.codeHash)).toBeNull()
  })

  test('a code that was left goes with its grant, a day after the day on which that ended', async () => {
    const { grant, code } = await aStoredGrant(store, user, client, {
      expiresAt: addSeconds(testStart, 60),
    })
    await database.client.refreshToken.deleteMany({ where: { codeId: code.id } })
    await database.client.code.update({ where: { id: code.id }, data: { used: true } })
    await run('codes', 400 * day)
    await run('grants', dayAfter(grant))
    expect(await store.codes.findByHash(code.codeHash)).not.toBeNull()
    await run('grants', dayAfter(grant) + 1)
    expect(await store.codes.findByHash(code.codeHash)).toBeNull()
    expect(await grantNow(grant)).toBeNull()
  })

  test('a code with a refresh token stays: the token is the witness of a replay', async () => {
    const { code } = await aStoredGrant(store, user, client)
    await run('grants', 400 * day)
    expect(await store.codes.findByHash(code.codeHash)).not.toBeNull()
  })

  test('a grant goes once its tokens are gone, a day after the day on which the last of them ended', async () => {
    const { grant } = await aStoredGrant(store, user, client)
    const find = () => grantNow(grant)
    await run('grants', 3 * day)
    expect(await find()).not.toBeNull()
    await run('refresh_tokens', 3 * day)
    await run('grants', dayAfter(grant))
    expect(await find()).not.toBeNull()
    await run('grants', dayAfter(grant) + 1)
    expect(await find()).toBeNull()
  })

  test('a grant is kept until the end of a day, and for longer only when a token ends on a later one', async () => {
    const { grant } = await aStoredGrant(store, user, client)
    const endOf = async () => (await grantNow(grant))?.expiresAt.toISOString()
    const midnight = new Date(grant.expiresAt)
    expect(midnight.toISOString()).toMatch(/T00:00:00\.000Z$/)
    for (const [seconds, end] of [
      [-1, midnight],
      [0, midnight],
      [1, addSeconds(midnight, day)],
      [-day, addSeconds(midnight, day)],
    ] as const) {
      await store.grants.keepUntil(grant, addSeconds(midnight, seconds))
      expect(await endOf()).toBe(end.toISOString())
    }
  })
})

describe('sessions', () => {
  test('one goes after the idle time or the longest life, not at the very end', async () => {
    const { sessionIdentifier } = await aSession(store, user, [client])
    const find = () => store.sessions.findByIdentifier(sessionIdentifier)
    await run('user_sessions', 7_200)
    expect(await find()).not.toBeNull()
    await run('user_sessions', 7_201)
    expect(await find()).toBeNull()
  })

  test('the longest life ends a session that is in use', async () => {
    const { sessionIdentifier } = await aSession(store, user, [], {
      lastAccessed: addSeconds(testStart, day),
    })
    await run('user_sessions', day)
    expect(await store.sessions.findByIdentifier(sessionIdentifier)).not.toBeNull()
    await run('user_sessions', day + 1)
    expect(await store.sessions.findByIdentifier(sessionIdentifier)).toBeNull()
  })
})

describe('audit entries', () => {
  const insert = (count: number) =>
    database.client.auditLog.createMany({
      data: Array.from({ length: count }, () => ({
        createdAt: testStart,
        auditEvent: 'logout',
        details: '{}',
        requestId: '',
      })),
    })

  test('older ones than the retention go, in more than one batch', async () => {
    await database.client.auditLog.deleteMany()
    await insert(2_500)
    expect(await run('audit_logs', 180 * day)).toBe(0)
    expect(await run('audit_logs', 180 * day + 1)).toBe(2_500)
  })

  test('a retention of 0 days keeps them for ever', async () => {
    await insert(1)
    await store.settings.update({ auditLogRetentionDays: 0 })
    expect(await run('audit_logs', 9_999 * day)).toBe(0)
    await store.settings.update({ auditLogRetentionDays: 180 })
  })
})

describe('what was for once', () => {
  test('pre-registrations, links, codes, pending addresses and enrolments go after their time', async () => {
    const pending = await aUser(store, {
      forgotPasswordCodeHash: 'some-hash',
      forgotPasswordCodeIssuedAt: testStart,
      emailVerificationCodeEncrypted: new Uint8Array(4),
      emailVerificationCodeIssuedAt: testStart,
      pendingEmail: 'asked-for@example.org',
      pendingEmailCodeIssuedAt: testStart,
      otpEnrollmentSecretEncrypted: new Uint8Array(4),
      otpEnrollmentExpiresAt: addSeconds(testStart, 300),
    })
    await database.client.preRegistration.create({
      data: {
        email: 'new@example.org',
        verificationCodeHash: 'another-hash',
        verificationCodeIssuedAt: testStart,
      },
    })
    await run('one_time_codes', 300)
    expect((await store.users.findById(pending.id))?.otpEnrollmentExpiresAt).not.toBeNull()
    await run('one_time_codes', 301)
    expect(await store.users.findById(pending.id)).toMatchObject({
      otpEnrollmentSecretEncrypted: null,
      otpEnrollmentExpiresAt: null,
      forgotPasswordCodeHash: 'some-hash',
    })
    expect(await run('one_time_codes', day + 1)).toBe(1)
    expect(await store.users.findById(pending.id)).toMatchObject({
      forgotPasswordCodeHash: null,
      emailVerificationCodeEncrypted: null,
      pendingEmail: '',
    })
    expect(await database.client.preRegistration.count()).toBe(0)
  })

  test('interactions and stored requests go when they have expired', async () => {
    await store.interactions.insertRequest({
      handleHash: 'a-handle',
      parameters: '',
      expiresAt: addSeconds(testStart, 60),
    })
    expect(await run('ceremonies', 60)).toBe(0)
    expect(await run('ceremonies', 61)).toBe(1)
  })

  test('windows of the rate limiter go when they have ended', async () => {
    await database.client.rateLimit.createMany({
      data: [
        { key: 'a', points: 1, expire: addSeconds(testStart, -1) },
        { key: 'b', points: 1, expire: addSeconds(testStart, 1) },
      ],
    })
    expect(await run('rate_limits', 0)).toBe(1)
    expect(await database.client.rateLimit.count({ where: { key: 'b' } })).toBe(1)
  })
})

describe('bounds', () => {
  /**
   * Runs a step that never runs out of rows.
   * @returns the number of rows it was asked to remove, and the size of the batches
   */
  async function rowsOf(shouldContinue: (rows: number) => boolean) {
    let rows = 0
    let maxBatch = 0
    const remove = async (_: unknown, limit: number) => {
      rows += limit
      maxBatch = Math.max(maxBatch, limit)
      return limit
    }
    const { ctx } = await testContext()
    const retention = { store, limits: database.limits, settings: ctx.settings, now: ctx.now }
    const sleeps: number[] = []
    const result = await runStep({ name: 'endless', remove }, retention, {
      shouldContinue: () => shouldContinue(rows),
      sleep: async (millis) => sleeps.push(millis),
    })
    return { rows, maxBatch, sleeps, ...result }
  }

  test('a step ends after a hundred thousand rows and says that it is not finished', async () => {
    expect(await rowsOf(() => true)).toMatchObject({ rows: 100_000, isFinished: false })
  })

  test('a batch is of fifty rows, and a rest of 10 to 100 milliseconds follows', async () => {
    const { maxBatch, sleeps } = await rowsOf((rows) => rows < 150)
    expect(maxBatch).toBe(50)
    expect(sleeps).toHaveLength(3)
    expect(Math.min(...sleeps)).toBeGreaterThanOrEqual(10)
    expect(Math.max(...sleeps)).toBeLessThanOrEqual(100)
  })

  test('a step stops between batches when it is told to', async () => {
    const result = await rowsOf((rows) => rows < 300)
    expect(result).toMatchObject({ rows: 300, removed: 300, isFinished: false })
  })
})

describe('the cleaner', () => {
  const times = { firstDelayMs: 1, intervalMs: 20, sleep: async () => {} }

  async function cleaner(change: Partial<CleanerRuntime> = {}) {
    const own = await openSeededDatabase()
    const runtime: CleanerRuntime = {
      store: own.store,
      limits: own.limits,
      log: openLog('silent'),
      clock: () => addSeconds(testStart, 400 * day),
      ...change,
    }
    const lastCleanup = async () => (await own.store.settings.find())?.lastCleanupAt ?? null
    return { own, runtime, lastCleanup }
  }

  function aLog() {
    interface Line {
      readonly msg: string
      readonly step?: string
      readonly err?: { readonly message: string }
    }
    const lines: Line[] = []
    const log = pino(logOptions('info'), { write: (line) => void lines.push(JSON.parse(line)) })
    return { log, lines }
  }

  const until = async (holds: () => Promise<boolean>) => {
    for (let i = 0; i < 1_000 && !(await holds()); i++) await new Promise((r) => setTimeout(r, 10))
    expect(await holds()).toBe(true)
  }

  test('removes what has expired and notes when', async () => {
    const { own, runtime, lastCleanup } = await cleaner()
    const someone = await aUser(own.store)
    const { sessionIdentifier } = await aSession(own.store, someone)
    const running = startCleaner(runtime, times)
    await until(async () => (await lastCleanup()) !== null)
    await running.stop()
    expect(await own.store.sessions.findByIdentifier(sessionIdentifier)).toBeNull()
    expect(await own.client.lease.count()).toBe(0)
  })

  test('a failing step does not keep the others from running, and is tried again at the next pass', async () => {
    const { log, lines } = aLog()
    const { own, runtime, lastCleanup } = await cleaner({ log })
    const failures = () => lines.filter(({ msg }) => msg === 'cleaner step failed')
    const someone = await aUser(own.store)
    const { sessionIdentifier } = await aSession(own.store, someone)
    const refreshTokens = {
      ...own.store.refreshTokens,
      removeExpired: () => Promise.reject(new Error('broken')),
    }
    const running = startCleaner({ ...runtime, store: { ...own.store, refreshTokens } }, times)
    await until(async () => failures().length >= 2)
    await running.stop()
    expect(await own.store.sessions.findByIdentifier(sessionIdentifier)).toBeNull()
    expect(new Set(failures().map(({ step }) => step))).toEqual(new Set(['refresh_tokens']))
    expect(await lastCleanup()).toBeNull()
  })

  test('does nothing while another process holds the lease', async () => {
    const { own, runtime, lastCleanup } = await cleaner()
    const now = runtime.clock()
    await own.store.leases.take('retention', 'somebody else', now, addSeconds(now, 60))
    const running = startCleaner(runtime, times)
    await new Promise((resolve) => setTimeout(resolve, 150))
    await running.stop()
    expect(await lastCleanup()).toBeNull()
  })

  test('takes over when the holder is gone', async () => {
    const { own, runtime, lastCleanup } = await cleaner()
    const now = runtime.clock()
    await own.store.leases.take(
      'retention',
      'a dead one',
      addSeconds(now, -700),
      addSeconds(now, -1),
    )
    const running = startCleaner(runtime, times)
    await until(async () => (await lastCleanup()) !== null)
    await running.stop()
  })

  test('the long pass runs every twelve hours, the short one each time', async () => {
    const { own, runtime, lastCleanup } = await cleaner()
    const recent = addSeconds(runtime.clock(), -3_600)
    await own.store.settings.update({ lastCleanupAt: recent })
    await own.store.interactions.insertRequest({
      handleHash: 'old',
      parameters: '',
      expiresAt: testStart,
    })
    const running = startCleaner(runtime, times)
    await until(async () => (await own.client.storedAuthorizationRequest.count()) === 0)
    await running.stop()
    expect(await lastCleanup()).toEqual(recent)
  })

  test('a long pass that ended while the clock was ahead does not put off the next one', async () => {
    const { own, runtime, lastCleanup } = await cleaner()
    const ahead = addSeconds(runtime.clock(), 365 * day)
    await own.store.settings.update({ lastCleanupAt: ahead })
    const running = startCleaner(runtime, times)
    await until(async () => (await lastCleanup())?.getTime() === runtime.clock().getTime())
    await running.stop()
  })

  test('takes over from one that died while the clock was ahead', async () => {
    const { own, runtime, lastCleanup } = await cleaner()
    const ahead = addSeconds(runtime.clock(), 365 * day)
    await own.store.leases.take('retention', 'a dead one', ahead, addSeconds(ahead, 600))
    const running = startCleaner(runtime, times)
    await until(async () => (await lastCleanup()) !== null)
    await running.stop()
  })

  test('a database that is away is logged and tried again', async () => {
    const { log, lines } = aLog()
    const { own, runtime, lastCleanup } = await cleaner({ log })
    let failures = 2
    const leases = {
      ...own.store.leases,
      take: async (...args: Parameters<typeof own.store.leases.take>) => {
        if (failures-- > 0) throw new Error('no database')
        return own.store.leases.take(...args)
      },
    }
    const running = startCleaner({ ...runtime, store: { ...own.store, leases } }, times)
    await until(async () => (await lastCleanup()) !== null)
    await running.stop()
    const failed = lines.filter(({ msg }) => msg === 'cleaner pass failed')
    expect(failed.map(({ err }) => err?.message)).toEqual(['no database', 'no database'])
  })

  test('goes on with the next pass when there is more than one run may remove', async () => {
    const { own, runtime, lastCleanup } = await cleaner()
    let runs = 0
    const auditLog = {
      ...own.store.auditLog,
      removeOlderThan: async (_: Date, limit: number) => {
        runs += 1
        return runs > 2_000 ? 0 : limit
      },
    }
    const running = startCleaner({ ...runtime, store: { ...own.store, auditLog } }, times)
    await until(async () => (await lastCleanup()) !== null)
    await running.stop()
    expect(runs).toBe(2_001)
  })

  test('stops before its first pass', async () => {
    const { runtime, lastCleanup } = await cleaner()
    const running = startCleaner(runtime, { firstDelayMs: 30 })
    await running.stop()
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(await lastCleanup()).toBeNull()
  })
})

// PostgreSQL maintains its index itself.
if (database.provider === 'sqlite') {
  test('the index of users’ texts is in one piece again after the cleaner', async () => {
    const countPieces = async () => {
      const { rows } = await sql<{ pieces: number }>`
        SELECT COUNT(DISTINCT "segid") AS "pieces" FROM "user_text_grams_idx"
      `.execute(database.database.queries)
      return rows[0]?.pieces
    }
    for (let i = 0; i < 10; i++) await aUser(store)
    expect(await countPieces()).toBeGreaterThan(1)
    await run('user_index', 0)
    expect(await countPieces()).toBe(1)
    expect(await run('user_index', 0)).toBe(0)
  })
}
