import { describe, expect, test } from 'vitest'
import { setOwnOtp } from '#lib/api/account/otp.ts'
import { addSeconds, epochSeconds } from '#lib/base/time/clock.ts'
import { newOtpSecret, otpSecretPlace } from '#lib/domain/sign-in/otp.ts'
import { findRecoveryCode } from '#lib/domain/sign-in/recovery-codes.ts'
import { testContext } from '#tests/support/context.ts'
import { aUser } from '#tests/support/people.ts'
import { recoveryCodesOf } from '#tests/support/recovery-codes.ts'
import { testCipher } from '#tests/support/settings.ts'
import { codeOf, fixture, type Person, subjectsOf, type UserAnswer } from '../fixture.ts'

const { app, store, person, callLate, entriesOf, withMail, ...rules } = await fixture()
const stepNow = Math.floor(epochSeconds(app.clock.now()) / 30)

/** A user with a pending secret, and the body that enables it. */
async function enrolling() {
  const one = await person()
  const { body } = await one.ask<{ secretKey: string }>('GET', '/otp/enrollment')
  const otpCode = codeOf(body.secretKey, app.clock.now())
  const { password } = one.user
  const next = codeOf(body.secretKey, addSeconds(app.clock.now(), 30))
  const off = { enabled: false, password, otpCode: next }
  return { ...one, otpCode, on: { enabled: true, password, otpCode }, off }
}

/** Status and error code of an enabling request with a changed body. */
const tried = ({ user, refusal }: Person, changes: object) =>
  refusal('PUT', '/otp', { enabled: true, password: user.password, ...changes })

const wrongCode = (right: string) => String((Number(right) + 1) % 1_000_000).padStart(6, '0')

describe('200', () => {
  test('on: the pending secret becomes the user’s; every session owes the second factor', async () => {
    const outbox = await withMail()
    const { user, ask, on, otpCode } = await enrolling()
    const pending = (await store.users.findById(user.id))?.otpEnrollmentSecretEncrypted
    const pendingPlace = `users.otp_enrollment_secret_encrypted/${user.id}` as const
    const entries = await entriesOf(async () => {
      const spaced = { ...on, otpCode: ` ${otpCode.slice(0, 3)} ${otpCode.slice(3)} ` }
      const { status, body } = await ask<UserAnswer>('PUT', '/otp', spaced)
      expect([status, body.user.otpEnabled]).toEqual([200, true])
    })
    const stored = await store.users.findById(user.id)
    const nothing = new Uint8Array()
    expect(testCipher.open(stored?.otpSecretEncrypted ?? nothing, otpSecretPlace(user.id))).toBe(
      testCipher.open(pending ?? nothing, pendingPlace),
    )
    expect(stored).toMatchObject({
      otpEnrollmentSecretEncrypted: null,
      otpEnrollmentExpiresAt: null,
      lastOtpStep: stepNow,
      otpConfigGeneration: 1,
      authStateGeneration: 0,
    })
    const { body } = await ask<{ sessions: { level2AuthConfigHasChanged: boolean }[] }>(
      'GET',
      '/sessions',
    )
    expect(body.sessions).toMatchObject([{ level2AuthConfigHasChanged: true }])
    expect(entries).toEqual([{ event: 'enabled_otp', details: { userId: user.id } }])
    expect(await subjectsOf(outbox)).toHaveLength(1)
    await app.changeSettings({ smtpEnabled: false })
    await outbox.close()
  })

  test.each([['٠١٢٣٤٥٦٧٨٩'], ['０１２３４５６７８９'], ['০১২৩৪৫৬৭৮৯']])(
    'on: with the digits %s, a hyphen and unseen marks',
    async (digits) => {
      const { ask, on, otpCode } = await enrolling()
      const typed = otpCode.replace(/\d/g, (digit) => digits[Number(digit)] ?? '')
      const body = { ...on, otpCode: `\u200f${typed.slice(0, 3)}-${typed.slice(3)}\u200b` }
      expect((await ask('PUT', '/otp', body)).status).toBe(200)
    },
  )

  test('on, with recovery codes on: the first factor brings ten, which this answer alone shows', async () => {
    await app.changeSettings({ recoveryCodesEnabled: true })
    const { user, ask, on, off } = await enrolling()
    const first = await ask<{ recoveryCodes: string[] }>('PUT', '/otp', on)
    expect(new Set(first.body.recoveryCodes).size).toBe(10)
    const { ctx } = await testContext()
    const stored = await store.recoveryCodes.findOfUser(user.id)
    for (const code of first.body.recoveryCodes)
      expect(await findRecoveryCode(ctx, stored, code)).not.toBeNull()
    expect((await ask('PUT', '/otp', off)).body).not.toHaveProperty('recoveryCodes')
    await app.changeSettings({ recoveryCodesEnabled: false })
  })

  test('on, by somebody who has recovery codes: they stay', async () => {
    await app.changeSettings({ recoveryCodesEnabled: true })
    const { user, ask, on } = await enrolling()
    await recoveryCodesOf(user)
    const stored = await store.recoveryCodes.findOfUser(user.id)
    expect((await ask('PUT', '/otp', on)).body).not.toHaveProperty('recoveryCodes')
    expect(await store.recoveryCodes.findOfUser(user.id)).toEqual(stored)
    await app.changeSettings({ recoveryCodesEnabled: false })
  })

  test('off: the secret is forgotten; no session ends', async () => {
    const { user, ask, on, off } = await enrolling()
    await ask('PUT', '/otp', on)
    const entries = await entriesOf(async () => {
      const { status, body } = await ask<UserAnswer>('PUT', '/otp', off)
      expect([status, body.user.otpEnabled]).toEqual([200, false])
    })
    expect(await store.users.findById(user.id)).toMatchObject({
      otpSecretEncrypted: null,
      lastOtpStep: 0,
      otpConfigGeneration: 2,
    })
    expect((await ask('GET', '/profile')).status).toBe(200)
    expect(entries).toEqual([{ event: 'disabled_otp', details: { userId: user.id } }])
  })

  test('off again and on again with another secret', async () => {
    const { ask, on, off } = await enrolling()
    await ask('PUT', '/otp', on)
    await ask('PUT', '/otp', off)
    const { body } = await ask<{ secretKey: string }>('GET', '/otp/enrollment')
    const otpCode = codeOf(body.secretKey, app.clock.now())
    expect((await ask('PUT', '/otp', { ...on, otpCode })).status).toBe(200)
  })
})

describe('400', () => {
  rules.refusesBrokenBodies('PUT', '/otp')

  test('a secret key, even null, before everything else', async () => {
    const { refusal } = await person()
    for (const secretKey of [null, '', newOtpSecret(), 7]) {
      const answer = await refusal('PUT', '/otp', { secretKey })
      expect(answer).toEqual([400, 'SECRET_KEY_NOT_ACCEPTED'])
    }
  })

  test('no password, which is not charged; a wrong one', async () => {
    const { refusal, on } = await enrolling()
    for (const password of ['', null, undefined, '', '', '']) {
      const answer = await refusal('PUT', '/otp', { ...on, password })
      expect(answer).toEqual([400, 'AUTHENTICATION_FAILED'])
    }
    const answer = await refusal('PUT', '/otp', { ...on, password: 'wrong' })
    expect(answer).toEqual([400, 'AUTHENTICATION_FAILED'])
    expect(await refusal('PUT', '/otp', on)).toEqual([200, ''])
  })

  test('what is on already is not switched on, what is off not off', async () => {
    const one = await enrolling()
    const off = { enabled: false, password: one.user.password }
    expect(await one.refusal('PUT', '/otp', off)).toEqual([400, 'OTP_NOT_ENABLED'])
    await one.ask('PUT', '/otp', one.on)
    expect(await tried(one, {})).toEqual([400, 'OTP_ALREADY_ENABLED'])
  })

  test('no code, no six digits, before the enrollment is looked for', async () => {
    const one = await person()
    expect(await tried(one, { otpCode: ' ' })).toEqual([400, 'OTP_CODE_REQUIRED'])
    for (const otpCode of ['12345', '1234567', '12345x', 'abcdef']) {
      expect(await tried(one, { otpCode })).toEqual([400, 'INVALID_OTP_CODE'])
    }
    expect(await tried(one, { otpCode: '123456' })).toEqual([400, 'OTP_ENROLLMENT_NOT_PENDING'])
  })

  test('a wrong code leaves the enrollment pending; an expired one takes no code', async () => {
    const one = await enrolling()
    const otpCode = wrongCode(one.otpCode)
    expect(await tried(one, { otpCode })).toEqual([400, 'INVALID_OTP_CODE'])
    await store.users.change(one.user.id, { otpEnrollmentExpiresAt: app.clock.now() })
    expect(await one.refusal('PUT', '/otp', one.on)).toEqual([400, 'OTP_ENROLLMENT_NOT_PENDING'])
    const soon = addSeconds(app.clock.now(), 1)
    await store.users.change(one.user.id, { otpEnrollmentExpiresAt: soon })
    expect(await one.refusal('PUT', '/otp', one.on)).toEqual([200, ''])
  })

  test('a code whose step is spent answers like a wrong one and is written down', async () => {
    const one = await enrolling()
    await store.users.change(one.user.id, { lastOtpStep: stepNow })
    const entries = await entriesOf(async () => {
      expect(await one.refusal('PUT', '/otp', one.on)).toEqual([400, 'INVALID_OTP_CODE'])
    })
    const details = { userId: one.user.id, step: stepNow }
    expect(entries).toEqual([{ event: 'otp_code_replay_detected', details }])
    expect(await store.users.findById(one.user.id)).toMatchObject({ otpEnabled: false })
  })

  test('of 4 at once, one switches on; of 4 at once, one switches off', async () => {
    const { user, refusal, on, off } = await enrolling()
    const all = (body: object) =>
      Promise.all(Array.from({ length: 4 }, () => refusal('PUT', '/otp', body)))
    const switchedOn = await all(on)
    expect(switchedOn.filter(([status]) => status === 200)).toHaveLength(1)
    expect(switchedOn.filter(([, code]) => code === 'OTP_ALREADY_ENABLED')).toHaveLength(3)
    const switchedOff = await all(off)
    expect(switchedOff.filter(([status]) => status === 200)).toHaveLength(1)
    expect(switchedOff.filter(([, code]) => code === 'OTP_NOT_ENABLED')).toHaveLength(3)
    expect(await store.users.findById(user.id)).toMatchObject({ otpConfigGeneration: 2 })
  })

  test('a secret that was replaced since it was proven', async () => {
    const secret = newOtpSecret()
    const pending = {
      secrets: { otpEnrollmentSecret: secret },
      otpEnrollmentExpiresAt: addSeconds(app.clock.now(), 900),
      otpEnrollmentGrantIdentifier: 'grant',
    }
    const user = await aUser(store, pending)
    const place = `users.otp_enrollment_secret_encrypted/${user.id}` as const
    const other = testCipher.seal(newOtpSecret(), place)
    await store.users.change(user.id, { otpEnrollmentSecretEncrypted: other })
    const otpCode = codeOf(secret, app.clock.now())
    const body = { enabled: true, password: user.password, otpCode }
    expect(await callLate(setOwnOtp, user, { body })).toBe('OTP_ENROLLMENT_NOT_PENDING')
  })
})

describe('404', () => {
  test('a user who is deleted meanwhile', async () => {
    const otpSecret = newOtpSecret()
    const user = await aUser(store, { otpEnabled: true, secrets: { otpSecret } })
    await store.users.remove(user.id)
    const otpCode = codeOf(otpSecret, app.clock.now())
    const body = { enabled: false, password: user.password, otpCode }
    expect(await callLate(setOwnOtp, user, { body })).toBe('NOT_FOUND')
  })
})

describe('429', () => {
  test('after five wrong passwords; wrong codes do not count', async () => {
    const one = await enrolling()
    for (let i = 0; i < 7; i++) {
      const otpCode = wrongCode(one.otpCode)
      expect(await tried(one, { otpCode })).toEqual([400, 'INVALID_OTP_CODE'])
    }
    for (let i = 0; i < 5; i++) {
      expect(await tried(one, { password: 'wrong' })).toEqual([400, 'AUTHENTICATION_FAILED'])
    }
    expect(await one.refusal('PUT', '/otp', one.on)).toEqual([429, 'TOO_MANY_REQUESTS'])
  })
})
