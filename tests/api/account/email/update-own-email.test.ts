import { describe, expect, test } from 'vitest'
import { updateOwnEmail } from '#lib/api/account/email.ts'
import { randomUuid } from '#lib/base/crypto/random.ts'
import { adminTransaction } from '#lib/context.ts'
import { changeOwnEmail } from '#lib/domain/email/email-change.ts'
import { testContext } from '#tests/support/context.ts'
import { aUser } from '#tests/support/people.ts'
import { fixture, subjectsOf, type UserAnswer } from '../fixture.ts'

const { app, store, person, signedIn, callLate, entriesOf, withMail, ...rules } = await fixture()

const fresh = () => `${randomUuid()}@changed.example`

describe('200', () => {
  test('replaces the address, retires codes and links, tells the old one; no session ends', async () => {
    const outbox = await withMail()
    const issuedAt = app.clock.now()
    const { user, ask } = await person({
      emailVerificationCodeEncrypted: new Uint8Array([1]),
      emailVerificationCodeIssuedAt: issuedAt,
      forgotPasswordCodeHash: 'a'.repeat(64),
      forgotPasswordCodeIssuedAt: issuedAt,
      locale: 'de',
    })
    const email = fresh()
    const entries = await entriesOf(async () => {
      const sent = { currentPassword: user.password, email: ` ${email.toUpperCase()} ` }
      const { status, body } = await ask<UserAnswer>('PUT', '/email', sent)
      expect([status, body.user]).toMatchObject([200, { email, emailVerified: false }])
    })
    expect(await store.users.findById(user.id)).toMatchObject({
      emailVerificationCodeEncrypted: null,
      emailVerificationCodeIssuedAt: issuedAt,
      forgotPasswordCodeHash: null,
      authStateGeneration: user.authStateGeneration,
    })
    const details = { userId: user.id, loggedInUser: user.subject }
    expect(entries).toEqual([{ event: 'updated_own_email', details }])
    expect((await ask('GET', '/profile')).status).toBe(200)
    expect(await subjectsOf(outbox)).toHaveLength(1)
    const [notice] = outbox.messages
    expect(notice?.to).toEqual([user.email])
    expect(notice?.text).toContain('Ada Lovelace')
    expect(notice?.text).toContain('lang="de"')
    expect(notice?.text).not.toContain(email)
    await app.changeSettings({ smtpEnabled: false })
    await outbox.close()
  })

  test('the address one has changes nothing', async () => {
    const { user, ask } = await person()
    const entries = await entriesOf(async () => {
      const sent = { currentPassword: user.password, email: user.email.toUpperCase() }
      const { status, body } = await ask<UserAnswer>('PUT', '/email', sent)
      expect([status, body.user]).toMatchObject([200, { emailVerified: true }])
    })
    expect(entries).toEqual([])
  })

  test('of two equal changes at once the second changes nothing and tells nobody', async () => {
    const outbox = await withMail()
    const { ctx } = await testContext()
    const user = await aUser(store)
    const email = fresh()
    const entries = await entriesOf(async () => {
      await adminTransaction(ctx, (tx) => changeOwnEmail(tx, { user, otpStep: null }, email, null))
      await store.users.change(user.id, { emailVerified: true })
      // Requested before the first change was committed.
      const now = await adminTransaction(ctx, (tx) =>
        changeOwnEmail(tx, { user, otpStep: null }, email, null),
      )
      expect(now).toMatchObject({ email, emailVerified: true })
    })
    expect(entries.map(({ event }) => event)).toEqual(['updated_own_email'])
    await subjectsOf(outbox)
    expect(outbox.messages.map(({ to }) => to)).toEqual([[user.email]])
    await app.changeSettings({ smtpEnabled: false })
    await outbox.close()
  })

  test('mail that cannot be sent fails nothing', async () => {
    const outbox = await withMail()
    outbox.refuseWith('no')
    const { user, ask } = await person()
    const sent = { currentPassword: user.password, email: fresh() }
    expect((await ask('PUT', '/email', sent)).status).toBe(200)
    expect(await subjectsOf(outbox)).toEqual([])
    await app.changeSettings({ smtpEnabled: false })
    await outbox.close()
  })
})

describe('400', () => {
  rules.refusesBrokenBodies('PUT', '/email')

  test('without the current password, which is not charged', async () => {
    const { user, refusal } = await person()
    for (let i = 0; i < 7; i++) {
      const answer = await refusal('PUT', '/email', { email: fresh() })
      expect(answer).toEqual([400, 'VALIDATION_ERROR'])
    }
    const sent = { currentPassword: user.password, email: fresh() }
    expect(await refusal('PUT', '/email', sent)).toEqual([200, ''])
  })

  test('a wrong password comes before anything about the new address', async () => {
    const { refusal } = await person()
    const { email } = await aUser(store)
    for (const sent of [email, 'nobody']) {
      const body = { currentPassword: 'wrong', email: sent }
      expect(await refusal('PUT', '/email', body)).toEqual([400, 'AUTHENTICATION_FAILED'])
    }
  })

  test.each([
    ['', 'required'],
    ['nobody', 'invalid_format'],
    ['a..b@x.example', 'invalid_format'],
    [`${'a'.repeat(51)}@x.example`, 'too_long'],
  ])('%s → %s', async (email, key) => {
    const { user, refusal } = await person()
    const sent = { currentPassword: user.password, email }
    expect(await refusal('PUT', '/email', sent)).toEqual([400, `validator.email.${key}`])
  })

  test('a password that was changed since it was confirmed', async () => {
    const user = await aUser(store)
    await store.users.change(user.id, { authStateGeneration: 1 })
    const body = { currentPassword: user.password, email: fresh() }
    expect(await callLate(updateOwnEmail, user, { body })).toBe('AUTHENTICATION_FAILED')
  })
})

describe('404', () => {
  const body = { currentPassword: 'Battery-staple-7', email: fresh() }
  rules.refusesGoneUsers(updateOwnEmail, { body })
})

describe('409', () => {
  test('an address that another user has', async () => {
    const { user, refusal } = await person()
    const { email } = await aUser(store)
    const sent = { currentPassword: user.password, email }
    expect(await refusal('PUT', '/email', sent)).toEqual([409, 'EMAIL_ALREADY_EXISTS'])
  })

  test('5 users want one address at once: one of them gets it', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => person()))
    const email = fresh()
    const answers = await Promise.all(
      people.map(({ user, refusal }) =>
        refusal('PUT', '/email', { currentPassword: user.password, email }),
      ),
    )
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
    expect(answers.filter(([, code]) => code === 'EMAIL_ALREADY_EXISTS')).toHaveLength(4)
  })
})

describe('429', () => {
  test('wrong passwords of password, email and two-factor changes share five failures', async () => {
    const { user, ask, refusal } = await person()
    const wrong = 'not-the-password'
    const tries = [
      ['/password', { currentPassword: wrong, newPassword: 'Twelve-lanterns-4' }],
      ['/email', { currentPassword: wrong, email: fresh() }],
      ['/otp', { password: wrong, enabled: true }],
      ['/otp', { password: wrong, enabled: false }],
      ['/email', { currentPassword: wrong, email: fresh() }],
    ] as const
    for (const [path, body] of tries) {
      expect(await refusal('PUT', path, body)).toEqual([400, 'AUTHENTICATION_FAILED'])
    }
    const right = user.password
    const refused = [
      ['/password', { currentPassword: right, newPassword: 'Twelve-lanterns-4' }],
      ['/email', { currentPassword: right, email: fresh() }],
      ['/otp', { password: right, enabled: true }],
    ] as const
    for (const [path, body] of refused) {
      const { status, headers, body: answered } = await ask('PUT', path, body)
      expect([status, answered.error_code]).toEqual([429, 'TOO_MANY_REQUESTS'])
      const seconds = Number(headers.get('retry-after'))
      expect(seconds).toBeGreaterThan(880)
      expect(seconds).toBeLessThanOrEqual(900)
    }
    const other = await person()
    const sent = { currentPassword: other.user.password, email: fresh() }
    expect(await other.refusal('PUT', '/email', sent)).toEqual([200, ''])
  })

  test('30 guesses at once cost no more than the budget', async () => {
    const { refusal } = await person()
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        refusal('PUT', '/email', { currentPassword: `guess-${i}`, email: fresh() }),
      ),
    )
    expect(answers.filter(([, code]) => code === 'AUTHENTICATION_FAILED')).toHaveLength(5)
    expect(answers.filter(([status]) => status === 429)).toHaveLength(25)
  })
})
