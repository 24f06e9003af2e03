import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { startOtpEnrollment } from '#lib/api/account/otp.ts'
import { addSeconds } from '#lib/base/time/clock.ts'
import { redeem, refresh, signIn } from '#tests/support/oauth.ts'
import { testCipher } from '#tests/support/settings.ts'
import { codeOf, fixture } from '../fixture.ts'

interface Enrollment {
  readonly base64Image: string
  readonly secretKey: string
  readonly otpauthUrl: string
}

const { app, store, person, signedIn, as, entriesOf, refusesGoneUsers } = await fixture()
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

  test('another token of the same grant gets the same, one of another grant its own, and the first dies', async () => {
    const first = await person()
    const { user, token } = first
    const secretOf = async (one: Pick<typeof first, 'ask'>) =>
      (await one.ask<Enrollment>('GET', path)).body.secretKey
    const secret = await secretOf(first)
    const scope = 'openid authserver:manage-account offline_access'
    const sameClient = await signIn(app, token.client, user, { request: { scope } })
    const { body } = await redeem(app, token.client, sameClient)
    const others = [await signedIn(user), as(user, { ...token, value: body.access_token ?? '' })]
    let before = secret
    for (const other of others) {
      const its = await secretOf(other)
      expect(its).not.toBe(before)
      expect(await secretOf(other)).toBe(its)
      before = its
    }
    const renewed = await refresh(app, token.client, body.refresh_token ?? '')
    const sameGrant = as(user, { ...token, value: renewed.body.access_token ?? '' })
    expect(await secretOf(sameGrant)).toBe(before)
    const ofFirst = {
      enabled: true,
      password: user.password,
      otpCode: codeOf(secret, app.clock.now()),
    }
    for (const one of [first, ...others.slice(0, 1)]) {
      expect(await one.refusal('PUT', '/otp', ofFirst)).toEqual([400, 'OTP_ENROLLMENT_NOT_PENDING'])
    }
    expect(await sameGrant.refusal('PUT', '/otp', ofFirst)).toEqual([400, 'INVALID_OTP_CODE'])
    const right = { ...ofFirst, otpCode: codeOf(before, app.clock.now()) }
    expect(await first.refusal('PUT', '/otp', right)).toEqual([400, 'OTP_ENROLLMENT_NOT_PENDING'])
    expect(await sameGrant.refusal('PUT', '/otp', right)).toEqual([200, ''])
  })

  test('of two grants that ask at once each gets its own, and one of them can use it', async () => {
    const first = await person()
    const askers = [first, await signedIn(first.user), await signedIn(first.user)]
    const answers = await Promise.all(askers.map(({ ask }) => ask<Enrollment>('GET', path)))
    const secrets = answers.map(({ body }) => body.secretKey)
    expect(new Set(secrets).size).toBe(3)
    const outcomes: string[] = []
    for (const [i, { refusal, user }] of askers.entries()) {
      const otpCode = codeOf(secrets[i] ?? '', app.clock.now())
      const [, code] = await refusal('PUT', '/otp', {
        enabled: true,
        password: user.password,
        otpCode,
      })
      outcomes.push(code)
    }
    expect(outcomes.filter((code) => code === '')).toHaveLength(1)
  })

  test('one that was stored before grants were kept is nobody’s', async () => {
    const { user, ask } = await person()
    const first = (await ask<Enrollment>('GET', path)).body.secretKey
    await store.users.change(user.id, { otpEnrollmentGrantIdentifier: null })
    expect((await ask<Enrollment>('GET', path)).body.secretKey).not.toBe(first)
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
