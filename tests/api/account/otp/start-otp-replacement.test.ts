import { describe, expect, test } from 'vitest'
import { startOtpReplacement } from '#lib/api/account/otp.ts'
import { addSeconds } from '#lib/base/time/clock.ts'
import { newOtpSecret } from '#lib/domain/sign-in/otp.ts'
import { aUser } from '#tests/support/people.ts'
import { testCipher } from '#tests/support/settings.ts'
import { fixture } from '../fixture.ts'

const { app, store, person, signedIn, callLate, entriesOf } = await fixture()
const path = '/otp/replacement'

const withApp = (otpSecret = newOtpSecret()) => person({ otpEnabled: true, secrets: { otpSecret } })

describe('200', () => {
  test('a secret other than the present one, its QR code and its address; stored sealed, for 15 minutes', async () => {
    const present = newOtpSecret()
    const { user, ask } = await withApp(present)
    const entries = await entriesOf(async () => {
      const { body } = await ask<{ secretKey: string; otpauthUrl: string; base64Image: string }>(
        'GET',
        path,
      )
      expect(body.secretKey).toMatch(/^[A-Z2-7]{32}$/)
      expect(body.secretKey).not.toBe(present)
      expect(new URL(body.otpauthUrl).searchParams.get('secret')).toBe(body.secretKey)
      expect(body.base64Image).not.toBe('')
      const stored = await store.users.findById(user.id)
      const sealed = stored?.otpEnrollmentSecretEncrypted ?? new Uint8Array()
      const place = `users.otp_enrollment_secret_encrypted/${user.id}` as const
      expect(testCipher.open(sealed, place)).toBe(body.secretKey)
      expect(stored?.otpEnrollmentExpiresAt).toEqual(addSeconds(app.clock.now(), 900))
      expect(stored?.otpEnabled).toBe(true)
    })
    expect(entries).toEqual([])
  })

  test('the same again while it is good, another one afterwards and for another grant', async () => {
    const one = await withApp()
    const secretOf = async ({ ask }: Pick<typeof one, 'ask'>) =>
      (await ask<{ secretKey: string }>('GET', path)).body.secretKey
    const first = await secretOf(one)
    expect(await secretOf(one)).toBe(first)
    await store.users.change(one.user.id, { otpEnrollmentExpiresAt: app.clock.now() })
    const second = await secretOf(one)
    expect(second).not.toBe(first)
    expect(await secretOf(await signedIn(one.user))).not.toBe(second)
  })

  test('20 at once get one secret', async () => {
    const { ask } = await withApp()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ask<{ secretKey: string }>('GET', path)),
    )
    expect(new Set(answers.map(({ body }) => body.secretKey)).size).toBe(1)
  })
})

describe('400', () => {
  test('while two-factor authentication is off', async () => {
    const { refusal } = await person()
    expect(await refusal('GET', path)).toEqual([400, 'OTP_NOT_ENABLED'])
  })
})

describe('404', () => {
  test('a user who is deleted meanwhile', async () => {
    const user = await aUser(store, { otpEnabled: true })
    await store.users.remove(user.id)
    expect(await callLate(startOtpReplacement, user)).toBe('NOT_FOUND')
  })
})
