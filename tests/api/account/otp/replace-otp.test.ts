import { describe, expect, test } from 'vitest'
import { replaceOtp } from '#lib/api/account/otp.ts'
import { addSeconds, epochSeconds } from '#lib/base/time/clock.ts'
import { newOtpSecret, otpSecretPlace } from '#lib/domain/sign-in/otp.ts'
import { aRememberedBrowser } from '#tests/support/remembered-browser.ts'
import { testCipher } from '#tests/support/settings.ts'
import { codeOf, fixture, subjectsOf, type UserAnswer } from '../fixture.ts'

const { app, store, database, person, signedIn, callLate, entriesOf, withMail, ...rules } =
  await fixture()
const path = '/otp/replacement'
const stepNow = Math.floor(epochSeconds(app.clock.now()) / 30)
const now = (secret: string) => codeOf(secret, app.clock.now())
const next = (secret: string) => codeOf(secret, addSeconds(app.clock.now(), 30))
const wrongCode = (right: string) => String((Number(right) + 1) % 1_000_000).padStart(6, '0')

/** A user with an app and the pending secret of another, and the body that replaces it. */
async function replacing() {
  const former = newOtpSecret()
  const one = await person({ otpEnabled: true, secrets: { otpSecret: former } })
  const { body } = await one.ask<{ secretKey: string }>('GET', path)
  const { password } = one.user
  const sent = { newOtpCode: now(body.secretKey), password, otpCode: now(former) }
  const tried = (changes: object) => one.refusal('PUT', path, { ...sent, ...changes })
  return { ...one, former, secret: body.secretKey, sent, tried }
}

/** A replacement by a user record that was read before a change. */
async function provenLate() {
  const { user, sent } = await replacing()
  const read = await store.users.findById(user.id)
  if (!read) throw new Error('There is no user.')
  return { user, late: () => callLate(replaceOtp, { ...user, ...read }, { body: sent }) }
}

/** Status and error code of a change that a code confirms: it changes nothing else of the two-factor settings. */
const confirmedBy = ({ user, refusal }: Awaited<ReturnType<typeof replacing>>, otpCode: string) =>
  refusal('PUT', '/password', {
    currentPassword: user.password,
    newPassword: 'Twelve-lanterns-4',
    otpCode,
  })

describe('200', () => {
  test('the new app takes the place of the present one, and every session owes the second factor', async () => {
    const outbox = await withMail()
    const { user, ask, sent, secret } = await replacing()
    const entries = await entriesOf(async () => {
      const spaced = { ...sent, newOtpCode: ` ${sent.newOtpCode.replace(/^.../, '$& ')} ` }
      const { status, body } = await ask<UserAnswer>('PUT', path, spaced)
      expect([status, body.user.otpEnabled]).toEqual([200, true])
    })
    const stored = await store.users.findById(user.id)
    const sealed = stored?.otpSecretEncrypted ?? new Uint8Array()
    expect(testCipher.open(sealed, otpSecretPlace(user.id))).toBe(secret)
    expect(stored).toMatchObject({
      otpEnabled: true,
      otpEnrollmentSecretEncrypted: null,
      otpEnrollmentExpiresAt: null,
      otpEnrollmentGrantIdentifier: null,
      lastOtpStep: stepNow,
      otpConfigGeneration: 1,
      authStateGeneration: 0,
    })
    const { body } = await ask<{ sessions: { level2AuthConfigHasChanged: boolean }[] }>(
      'GET',
      '/sessions',
    )
    expect(body.sessions).toMatchObject([{ level2AuthConfigHasChanged: true }])
    expect(entries).toEqual([{ event: 'replaced_otp', details: { userId: user.id } }])
    expect(await subjectsOf(outbox)).toEqual(['Your authenticator app was replaced'])
    await app.changeSettings({ smtpEnabled: false })
    await outbox.close()
  })

  test('the old app counts until then, and the new one at once', async () => {
    const one = await replacing()
    expect(await confirmedBy(one, next(one.secret))).toEqual([400, 'INVALID_OTP_CODE'])
    expect(await one.tried({})).toEqual([200, ''])
    expect(await confirmedBy(one, next(one.former))).toEqual([400, 'INVALID_OTP_CODE'])
    expect(await confirmedBy(one, next(one.secret))).toEqual([200, ''])
  })

  test('the first code of the new app is spent', async () => {
    const one = await replacing()
    expect(await one.tried({})).toEqual([200, ''])
    expect(await confirmedBy(one, one.sent.newOtpCode)).toEqual([400, 'INVALID_OTP_CODE'])
  })

  test('a later code of the old app does not stand in the way of the new one’s', async () => {
    const one = await replacing()
    expect(await one.tried({ otpCode: next(one.former) })).toEqual([200, ''])
    expect(await confirmedBy(one, next(one.secret))).toEqual([200, ''])
  })

  test('a session that has proven the present app owes no code, and owes the new one’s afterwards', async () => {
    const one = await replacing()
    const ofUser = { where: { userId: one.user.id } }
    await database.userSession.updateMany({ ...ofUser, data: { authMethods: 'pwd otp' } })
    expect(await one.tried({ otpCode: '' })).toEqual([200, ''])
    expect(await confirmedBy(one, '')).toEqual([400, 'OTP_CODE_REQUIRED'])
    expect(await confirmedBy(one, next(one.secret))).toEqual([200, ''])
  })

  test('remembered browsers are forgotten, recovery codes stay', async () => {
    await app.changeSettings({ rememberBrowserDays: 30 })
    const one = await replacing()
    const stored = await store.users.findById(one.user.id)
    if (!stored) throw new Error('There is no user.')
    await aRememberedBrowser(store, stored, app.clock.now())
    const codes = { createdAt: app.clock.now(), salt: new Uint8Array(16), digests: ['a', 'b'] }
    await store.recoveryCodes.replace(stored.id, codes)
    const remembered = async () =>
      (await store.userDevices.findOfUser(stored.id)).filter(
        ({ rememberedUntil }) => rememberedUntil,
      )
    expect(await remembered()).toHaveLength(1)
    expect(await one.tried({})).toEqual([200, ''])
    expect(await remembered()).toEqual([])
    expect(await store.recoveryCodes.findOfUser(stored.id)).toHaveLength(2)
  })
})

describe('400', () => {
  rules.refusesBrokenBodies('PUT', path)

  test('what confirms the change is asked for first: the password, then a code of the present app', async () => {
    const one = await replacing()
    const noCode = { newOtpCode: '' }
    expect(await one.tried({ ...noCode, password: '' })).toEqual([400, 'AUTHENTICATION_FAILED'])
    expect(await one.tried({ ...noCode, password: 'wrong' })).toEqual([
      400,
      'AUTHENTICATION_FAILED',
    ])
    expect(await one.tried({ ...noCode, otpCode: '' })).toEqual([400, 'OTP_CODE_REQUIRED'])
    for (const otpCode of [wrongCode(one.sent.otpCode), one.sent.newOtpCode]) {
      expect(await one.tried({ ...noCode, otpCode })).toEqual([400, 'INVALID_OTP_CODE'])
    }
    expect(await one.tried({})).toEqual([200, ''])
  })

  test('no code of the new app, no six digits, a wrong one, one of the present app: nothing is spent', async () => {
    const one = await replacing()
    expect(await one.tried({ newOtpCode: ' ' })).toEqual([400, 'validator.new_otp.required'])
    for (const newOtpCode of ['12345', 'abcdef', wrongCode(one.sent.newOtpCode), now(one.former)]) {
      expect(await one.tried({ newOtpCode })).toEqual([400, 'validator.new_otp.wrong'])
    }
    expect(await one.tried({})).toEqual([200, ''])
  })

  test('a secret that nobody asked for, that has expired, or of another grant', async () => {
    const one = await replacing()
    const { otpEnrollmentExpiresAt } = (await store.users.findById(one.user.id)) ?? {}
    await store.users.change(one.user.id, { otpEnrollmentExpiresAt: app.clock.now() })
    expect(await one.tried({})).toEqual([400, 'OTP_ENROLLMENT_NOT_PENDING'])
    await store.users.change(one.user.id, { otpEnrollmentExpiresAt })
    const other = await signedIn(one.user)
    expect(await other.refusal('PUT', path, one.sent)).toEqual([400, 'OTP_ENROLLMENT_NOT_PENDING'])
    await store.users.change(one.user.id, { otpEnrollmentSecretEncrypted: null })
    expect(await one.tried({})).toEqual([400, 'OTP_ENROLLMENT_NOT_PENDING'])
  })

  test('while it is off, nothing is replaced by the secret of an enrollment', async () => {
    const { user, ask, refusal } = await person()
    const { body } = await ask<{ secretKey: string }>('GET', '/otp/enrollment')
    const sent = { newOtpCode: now(body.secretKey), password: user.password }
    expect(await refusal('PUT', path, sent)).toEqual([400, 'OTP_NOT_ENABLED'])
    expect(await store.users.findById(user.id)).toMatchObject({ otpEnabled: false })
  })

  test('while an app waits to replace the present one, switching on is refused as ever', async () => {
    const { user, refusal, sent } = await replacing()
    expect(await refusal('GET', '/otp/enrollment')).toEqual([400, 'OTP_ALREADY_ENABLED'])
    const on = { enabled: true, password: user.password, otpCode: sent.newOtpCode }
    expect(await refusal('PUT', '/otp', on)).toEqual([400, 'OTP_ALREADY_ENABLED'])
  })

  test('switching off forgets the app that waits', async () => {
    const { user, refusal, sent } = await replacing()
    const off = { enabled: false, password: user.password, otpCode: sent.otpCode }
    expect(await refusal('PUT', '/otp', off)).toEqual([200, ''])
    expect(await store.users.findById(user.id)).toMatchObject({
      otpEnrollmentSecretEncrypted: null,
    })
  })

  test('of 4 at once, one replaces', async () => {
    const { user, tried } = await replacing()
    const answers = await Promise.all(Array.from({ length: 4 }, () => tried({})))
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
    expect(await store.users.findById(user.id)).toMatchObject({ otpConfigGeneration: 1 })
  })

  test.each([
    [
      'the secret was replaced',
      { otpEnrollmentSecretEncrypted: null },
      'OTP_ENROLLMENT_NOT_PENDING',
    ],
    ['the app was replaced', { otpConfigGeneration: 1 }, 'OTP_CODE_REQUIRED'],
    ['it was switched off', { otpEnabled: false, otpConfigGeneration: 1 }, 'OTP_NOT_ENABLED'],
    ['the password was changed', { authStateGeneration: 1 }, 'AUTHENTICATION_FAILED'],
  ])('what was proven is worth nothing when %s meanwhile', async (_, change, refused) => {
    const { late, user } = await provenLate()
    await store.users.change(user.id, change)
    const before = await store.users.findById(user.id)
    expect(await late()).toBe(refused)
    expect(await store.users.findById(user.id)).toEqual(before)
  })

  test('a code of the present app that was spent answers like a wrong one and is written down', async () => {
    const one = await replacing()
    await store.users.change(one.user.id, { lastOtpStep: stepNow })
    const entries = await entriesOf(async () => {
      expect(await one.tried({})).toEqual([400, 'INVALID_OTP_CODE'])
    })
    const details = { userId: one.user.id, step: stepNow }
    expect(entries).toEqual([{ event: 'otp_code_replay_detected', details }])
  })
})

describe('404', () => {
  test('a user who is deleted meanwhile', async () => {
    const { late, user } = await provenLate()
    await store.users.remove(user.id)
    expect(await late()).toBe('NOT_FOUND')
  })
})

describe('429', () => {
  test('after five wrong passwords or codes of the present app', async () => {
    const one = await replacing()
    for (let i = 0; i < 5; i++) {
      expect(await one.tried({ password: 'wrong' })).toEqual([400, 'AUTHENTICATION_FAILED'])
    }
    expect(await one.tried({})).toEqual([429, 'TOO_MANY_REQUESTS'])
  })
})
