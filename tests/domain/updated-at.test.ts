import { beforeEach, describe, expect, test } from 'vitest'
import { addSeconds } from '#lib/base/time/clock.ts'
import { adminTransaction } from '#lib/context.ts'
import { sendVerificationCode } from '#lib/domain/email/own-email-verification.ts'
import { requestPasswordReset } from '#lib/domain/passwords/password-reset.ts'
import { removeOwnPicture, removePicture, savePicture } from '#lib/domain/users/profile-picture.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import { testContext } from '#tests/support/context.ts'
import { aUser } from '#tests/support/people.ts'

// The claim `updated_at` for applications.
const { ctx, store } = await testContext()
const longAgo = new Date('2020-02-02T02:02:02Z')
const entry = { event: 'deleted_user_profile_picture', loggedInUser: '' } as const
let user: UserRecord

beforeEach(async () => {
  const { id } = await aUser(store, { emailVerified: true })
  user = (await store.users.change(id, { updatedAt: longAgo })) as UserRecord
  expect(user.updatedAt).toEqual(longAgo)
})

const updatedAt = async () => (await store.users.findById(user.id))?.updatedAt

describe('the moment of the last change of a user stays with', () => {
  test('a one-time code', async () => {
    expect(await store.users.claimOtpStep(user.id, 1_000)).toBe(true)
    expect(await updatedAt()).toEqual(longAgo)
  })

  test('a look at two-factor set-up', async () => {
    const pending = {
      secretEncrypted: new Uint8Array([1]),
      expiresAt: addSeconds(ctx.now, 60),
      grantIdentifier: 'a',
      otpEnabled: false,
    }
    const start = () => store.users.startOtpEnrollment(user.id, ctx.now, pending)
    expect([await start(), await start()]).toEqual([true, false])
    expect(await updatedAt()).toEqual(longAgo)
  })

  test('a hash with newer parameters', async () => {
    await store.users.rehash(user.id, user.passwordHash, 'new')
    expect((await store.users.findById(user.id))?.passwordHash).toBe('new')
    expect(await updatedAt()).toEqual(longAgo)
  })

  test('a reset link that anybody asked for', async () => {
    await requestPasswordReset(ctx, { address: user.email, language: 'en' })
    expect((await store.users.findById(user.id))?.forgotPasswordCodeHash).not.toBeNull()
    expect(await updatedAt()).toEqual(longAgo)
  })

  test.each([
    ['a code that is to prove the address', null],
    ['one that could not be sent', { reason: 'other', description: '', detail: {} }],
  ] as const)('%s', async (_, failure) => {
    const unproven = { emailVerified: false, updatedAt: longAgo }
    user = (await store.users.change(user.id, unproven)) as UserRecord
    const mail = { ...ctx.mail, send: async () => failure }
    const [sent] = await Promise.allSettled([sendVerificationCode({ ...ctx, mail }, user)])
    expect(sent.status).toBe(failure ? 'rejected' : 'fulfilled')
    const now = await store.users.findById(user.id)
    expect(now?.emailVerificationCodeIssuedAt).toEqual(failure ? null : ctx.now)
    expect(now?.updatedAt).toEqual(longAgo)
  })

  test('the removal of links, codes and two-factor set-ups past their time', async () => {
    await store.users.change(user.id, {
      forgotPasswordCodeHash: 'b'.repeat(64),
      forgotPasswordCodeIssuedAt: longAgo,
      emailVerificationCodeEncrypted: new Uint8Array([1]),
      emailVerificationCodeIssuedAt: longAgo,
      otpEnrollmentSecretEncrypted: new Uint8Array([1]),
      otpEnrollmentExpiresAt: longAgo,
      updatedAt: longAgo,
    })
    await store.oneTimeCodes.removeExpired(ctx.now, ctx.now, 100)
    expect(await store.users.findById(user.id)).toMatchObject({
      forgotPasswordCodeHash: null,
      forgotPasswordCodeIssuedAt: null,
      emailVerificationCodeEncrypted: null,
      emailVerificationCodeIssuedAt: null,
      otpEnrollmentSecretEncrypted: null,
      otpEnrollmentExpiresAt: null,
      updatedAt: longAgo,
    })
  })

  test('the removal of a picture that is not there', async () => {
    await adminTransaction(ctx, (tx) => removePicture(tx, user.id, entry))
    expect(await updatedAt()).toEqual(longAgo)
  })
})

describe('the moment of the last change of a user moves with', () => {
  const picture = { image: new Uint8Array([1]), contentType: 'image/png' } as const
  const aPicture = () => store.images.savePicture(user.id, picture.image, picture.contentType)

  test('the profile', async () => {
    await store.users.change(user.id, { givenName: 'Ada' })
    expect(await updatedAt()).not.toEqual(longAgo)
  })

  test('a picture', async () => {
    await adminTransaction(ctx, (tx) => savePicture(tx, user.id, picture, entry))
    expect(await updatedAt()).not.toEqual(longAgo)
  })

  test.each([
    ['oneself', () => adminTransaction(ctx, (tx) => removeOwnPicture(tx, user))],
    ['an administrator', () => adminTransaction(ctx, (tx) => removePicture(tx, user.id, entry))],
  ])('its removal by %s', async (_, remove) => {
    await aPicture()
    await remove()
    expect(await updatedAt()).not.toEqual(longAgo)
  })
})
