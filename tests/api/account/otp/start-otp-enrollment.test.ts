import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { startOtpEnrollment } from '#lib/api/account/otp.ts'
import { addSeconds } from '#lib/kernel/clock.ts'
import { testCipher } from '#tests/support/settings.ts'
import { scene } from '../scene.ts'

interface Enrollment {
  readonly base64Image: string
  readonly secretKey: string
  readonly otpauthUrl: string
}

const { app, store, person, entriesOf, refusesGoneUsers } = await scene()
const path = '/otp/enrollment'

describe('200', () => {
  test('a secret, its QR code and its address; stored sealed, for 15 minutes', async () => {
    await app.changeSettings({ appName: 'My Login' })
    const { user, ask } = await person()
    let body: Enrollment | undefined
    const entries = await entriesOf(async () => {
      body = (await ask<Enrollment>('GET', path)).body
    })
    expect(body?.secretKey).toMatch(/^[A-Z2-7]{32}$/)
    const url = new URL(body?.otpauthUrl ?? '')
    expect(`${url.protocol}//${url.host}`).toBe('otpauth://totp')
    expect(decodeURIComponent(url.pathname)).toBe(`/My Login:${user.email}`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      secret: body?.secretKey,
      issuer: 'My Login',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
    const image = await sharp(Buffer.from(body?.base64Image ?? '', 'base64')).metadata()
    expect([image.format, image.width, image.height]).toEqual(['png', 180, 180])
    const stored = await store.users.findById(user.id)
    const sealed = stored?.otpEnrollmentSecretEncrypted ?? new Uint8Array()
    const place = `users.otp_enrollment_secret_encrypted/${user.id}` as const
    expect(testCipher.open(sealed, place)).toBe(body?.secretKey)
    expect(stored?.otpEnrollmentExpiresAt).toEqual(addSeconds(app.clock.now(), 900))
    expect(stored?.otpEnabled).toBe(false)
    expect(entries).toEqual([])
  })

  test('the same again while it is good, another one afterwards', async () => {
    const { user, ask } = await person()
    const secretOf = async () => (await ask<Enrollment>('GET', path)).body.secretKey
    const first = await secretOf()
    expect(await secretOf()).toBe(first)
    const endsIn = (seconds: number) =>
      store.users.change(user.id, {
        otpEnrollmentExpiresAt: addSeconds(app.clock.now(), seconds),
      })
    await endsIn(1)
    expect(await secretOf()).toBe(first)
    await endsIn(0)
    expect(await secretOf()).not.toBe(first)
  })

  test('20 at once get one secret', async () => {
    const { ask } = await person()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ask<Enrollment>('GET', path)),
    )
    expect(new Set(answers.map(({ body }) => body.secretKey)).size).toBe(1)
  })
})

describe('400', () => {
  test('while two-factor authentication is on', async () => {
    const { user, refusal } = await person()
    await store.users.change(user.id, { otpEnabled: true })
    expect(await refusal('GET', path)).toEqual([400, 'OTP_ALREADY_ENABLED'])
  })
})

describe('404', () => refusesGoneUsers(startOtpEnrollment))
