import { describe, expect, test } from 'vitest'
import { randomToken, randomUuid } from '#lib/base/crypto/random.ts'
import { limitRequest, reserveFailure } from '#lib/domain/limits/rate-limits.ts'
import { testContext } from '#tests/support/context.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { auditEntries } from '#tests/support/granted.ts'

const { ctx } = await testContext()
const database = await fileDatabase()

/**
 * Sends `times` concurrent requests.
 * @returns how many were admitted
 */
async function admitted(times: number, ask: () => Promise<boolean>): Promise<number> {
  const answers = await Promise.all(Array.from({ length: times }, ask))
  return answers.filter((answer) => answer).length
}

const email = () => `${randomUuid()}@example.org`

async function refusals(limiter: string) {
  const entries = await auditEntries(database.client)
  return entries.filter((entry) => entry.details.limiter === limiter)
}

describe('every request counts', () => {
  test.each([
    ['pwd_ip', 30],
    ['ropc_ip', 30],
    ['register', 20],
    ['activate', 30],
    ['forgot_pwd_ip', 20],
    ['reset_pwd', 30],
    ['dcr', 10],
  ] as const)('%s admits %i requests of an address in a window', async (name, points) => {
    const ask = async () => (await limitRequest(ctx, name, '203.0.113.7')) === null
    expect(await admitted(points + 5, ask)).toBe(points)
    const seconds = (await limitRequest(ctx, name, '203.0.113.7')) ?? 0
    expect(Number.isInteger(seconds)).toBe(true)
    expect(seconds).toBeGreaterThanOrEqual(1)
    expect(seconds).toBeLessThanOrEqual(300)
    expect(await limitRequest(ctx, name, '203.0.113.8')).toBeNull()
  })

  test('one email message goes out in a minute', async () => {
    expect(await limitRequest(ctx, 'email_verification_send', 'subject-a')).toBeNull()
    const seconds = (await limitRequest(ctx, 'email_verification_send', 'subject-a')) ?? 0
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(60)
    expect(await limitRequest(ctx, 'email_verification_send', 'subject-b')).toBeNull()
  })

  test('the sixth message of an hour is refused, and the fifth is not charged for it', async () => {
    const forgetTheMinute = () =>
      database.client.rateLimit.deleteMany({
        where: { key: { startsWith: 'email_verification_send:' } },
      })
    for (let i = 0; i < 5; i++) {
      expect(await limitRequest(ctx, 'email_verification_send', 'subject-c')).toBeNull()
      await forgetTheMinute()
    }
    const seconds = (await limitRequest(ctx, 'email_verification_send', 'subject-c')) ?? 0
    expect(seconds).toBeGreaterThan(60)
  })
})

describe('keys', () => {
  test('an IPv6 client is its /64 network', async () => {
    for (let i = 0; i < 10; i++) {
      expect(await limitRequest(ctx, 'dcr', `2001:db8:1:2::${i + 1}`)).toBeNull()
    }
    expect(await limitRequest(ctx, 'dcr', '2001:db8:1:2:ffff::1')).not.toBeNull()
    expect(await limitRequest(ctx, 'dcr', '2001:db8:1:3::1')).toBeNull()
  })

  test('spellings of one email share a budget', async () => {
    const name = randomToken(6)
    const spellings = ['A', 'a', ' A', ' a', '\ta'].map((first) => `${first}${name}@example.org`)
    for (const spelling of spellings) {
      expect(await limitRequest(ctx, 'register_email', spelling)).toBeNull()
    }
    expect(await limitRequest(ctx, 'register_email', `a${name}@EXAMPLE.org`)).not.toBeNull()
  })

  test('keys of any length and any characters are counted', async () => {
    for (const key of ['\0@example.org', `${'x'.repeat(100_000)}@example.org`, '\ud800@x', '']) {
      expect(await limitRequest(ctx, 'forgot_pwd_email', key)).toBeNull()
    }
  })

  test('no email stands in the table', async () => {
    const address = email()
    await limitRequest(ctx, 'register_email', address)
    const keys = (await database.client.rateLimit.findMany()).map(({ key }) => key)
    expect(keys.length).toBeGreaterThan(0)
    expect(keys.filter((key) => key.includes(address))).toEqual([])
  })
})

describe('failures count', () => {
  test('of a hundred parallel guesses the budget is admitted', async () => {
    const address = email()
    const guess = async () =>
      !(await reserveFailure(ctx, [['pwd_account_net', `198.51.100.1|${address}`]])).refused
    expect(await admitted(100, guess)).toBe(10)
  })

  test('what is released is not charged', async () => {
    const address = email()
    for (let i = 0; i < 30; i++) {
      const reserved = await reserveFailure(ctx, [
        ['pwd_account_net', `198.51.100.2|${address}`],
        ['pwd_account', address],
      ])
      expect(reserved.refused).toBe(false)
      if (!reserved.refused) await reserved.release()
    }
  })

  test('refused attempts leave no charge behind', async () => {
    const held = await Promise.all(
      Array.from({ length: 12 }, () => reserveFailure(ctx, [['otp', '41']])),
    )
    for (const reserved of held) if (!reserved.refused) await reserved.release()
    const again = async () => !(await reserveFailure(ctx, [['otp', '41']])).refused
    expect(await admitted(8, again)).toBe(5)
  })

  test('the account-wide budget holds across addresses and releases the narrow one', async () => {
    const address = email()
    const attempt = (i: number) =>
      reserveFailure(ctx, [
        ['pwd_account_net', `10.0.${i % 50}.1|${address}`],
        ['pwd_account', address],
      ])
    for (let i = 0; i < 100; i++) expect((await attempt(i)).refused).toBe(false)
    for (let i = 0; i < 20; i++) expect((await attempt(1_000)).refused).toBe(true)
    const narrow = await reserveFailure(ctx, [['pwd_account_net', `10.0.0.1|${address}`]])
    expect(narrow.refused).toBe(false)
  })

  test('a reservation is refused with the seconds to wait', async () => {
    for (let i = 0; i < 5; i++) await reserveFailure(ctx, [['account_credentials', 'subject-d']])
    const refused = await reserveFailure(ctx, [['account_credentials', 'subject-d']])
    expect(refused).toMatchObject({ refused: true })
    expect(refused.refused && refused.retryAfterSeconds).toBeGreaterThan(0)
  })
})

describe('the switch', () => {
  test('RATE_LIMITER_ENABLED=false switches off all but what is always on', async () => {
    const off = await testContext({ env: { RATE_LIMITER_ENABLED: 'false' } })
    const dcr = async () => (await limitRequest(off.ctx, 'dcr', '192.0.2.1')) === null
    expect(await admitted(40, dcr)).toBe(40)
    const password = async () =>
      !(await reserveFailure(off.ctx, [['pwd_account', 'x@example.org']])).refused
    expect(await admitted(110, password)).toBe(110)
    const account = async () =>
      !(await reserveFailure(off.ctx, [['account_credentials', 'subject-e']])).refused
    expect(await admitted(20, account)).toBe(5)
    const code = async () =>
      !(await reserveFailure(off.ctx, [['email_verification', 'subject-e']])).refused
    expect(await admitted(20, code)).toBe(5)
    const send = async () =>
      (await limitRequest(off.ctx, 'email_verification_send', 'subject-e')) === null
    expect(await admitted(5, send)).toBe(1)
    const entry = async () =>
      (await limitRequest(off.ctx, 'ceremony_mismatch_ip', '192.0.2.1')) === null
    expect(await admitted(40, entry)).toBe(30)
    const lost = async () => (await limitRequest(off.ctx, 'session_lost_account', '7')) === null
    expect(await admitted(40, lost)).toBe(30)
  })
})

describe('audit', () => {
  test('a refusal is written once for a key and window', async () => {
    const address = `Once-${email()}`
    for (let i = 0; i < 9; i++) await limitRequest(ctx, 'forgot_pwd_email', address)
    const entries = (await refusals('forgot_pwd_email')).filter(
      (entry) => entry.details.email === address.toLowerCase(),
    )
    expect(entries).toEqual([
      {
        event: 'rate_limit_exceeded',
        details: { limiter: 'forgot_pwd_email', email: address.toLowerCase() },
      },
    ])
  })

  test('it names whom the limiter counts', async () => {
    for (let i = 0; i < 6; i++) await reserveFailure(ctx, [['otp', '77']])
    expect((await refusals('otp')).at(-1)?.details).toEqual({ limiter: 'otp', userId: 77 })
    for (let i = 0; i < 11; i++) {
      await reserveFailure(ctx, [['pwd_account_net', '198.51.100.9|Who@example.org']])
    }
    expect((await refusals('pwd_account_net')).at(-1)?.details).toEqual({
      limiter: 'pwd_account_net',
      ip: '198.51.100.9',
      email: 'who@example.org',
    })
  })
})

test('a limit that cannot be counted lets nothing through', async () => {
  const broken = {
    ...ctx,
    limits: { ...ctx.limits, spend: () => Promise.reject(new Error('no database')) },
  }
  await expect(limitRequest(broken, 'dcr', '192.0.2.2')).rejects.toThrow('no database')
})
