import { describe, expect, test } from 'vitest'
import { adminTransaction } from '#lib/context.ts'
import { changeOwnEmail } from '#lib/domain/email/email-change.ts'
import { lockConfirmedOwner } from '#lib/domain/sign-in/factor-confirmation.ts'
import { newOtpSecret, otpSecretPlace } from '#lib/domain/sign-in/otp.ts'
import { makeRecoveryCodes, storeRecoveryCodes } from '#lib/domain/sign-in/recovery-codes.ts'
import { testContext } from '#tests/support/context.ts'
import { aUser, unique } from '#tests/support/people.ts'
import { rejectionOf } from '#tests/support/refusals.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { testCipher } from '#tests/support/settings.ts'
import { aStoredPasskey } from '#tests/support/stored-passkey.ts'
import { codeOf, type Person } from './fixture.ts'
import { fixture } from './passkeys/fixture.ts'

const { app, store, signedIn, during, withPasskey } = await fixture()

const unconfirmed = [400, 'AUTHENTICATION_FAILED']

interface Change {
  readonly path: string
  /** The field of the password. */
  readonly field: string
  readonly body: (one: Person) => Promise<object> | object
}

const changes: Readonly<Record<string, Change>> = {
  password: {
    path: '/password',
    field: 'currentPassword',
    body: () => ({ newPassword: 'Twelve-lanterns-4' }),
  },
  email: {
    path: '/email',
    field: 'currentPassword',
    body: () => ({ email: `${unique('new')}@example.org` }),
  },
  'app, to switch it on': {
    path: '/otp',
    field: 'password',
    body: async ({ ask }) => {
      const { body } = await ask<{ secretKey: string }>('GET', '/otp/enrollment')
      return { enabled: true, otpCode: codeOf(body.secretKey, app.clock.now()) }
    },
  },
}

/** A thief: the password and a new session, without the passkey of the account. */
async function aThief(columns: Parameters<typeof withPasskey>[0] = {}) {
  const owner = await withPasskey()
  await store.users.change(owner.one.user.id, columns)
  if (columns.passkeySecondFactor) await store.passkeys.setSecondFactor(owner.one.user.id, true)
  return { owner, thief: await signedIn(owner.one.user) }
}

describe.each(Object.entries(changes))('a change of the %s', (_, { path, field, body }) => {
  test('is refused to whoever knows only the password of an account with a passkey', async () => {
    const { owner, thief } = await aThief()
    const { password } = owner.one.user
    const rest = await body(thief)
    const before = await store.users.findById(thief.user.id)
    for (const sent of [
      { [field]: password },
      { [field]: password, confirmation: { password } },
      { confirmation: { password } },
      { confirmation: { password, emailCode: 'ABC123' } },
    ]) {
      expect(await thief.refusal('PUT', path, { ...rest, ...sent })).toEqual(unconfirmed)
    }
    expect(await store.users.findById(thief.user.id)).toEqual(before)
  })

  test('is made with the passkey in place of the password', async () => {
    const { one, confirmed } = await withPasskey()
    const sent = { ...(await body(one)), ...(await confirmed()) }
    expect(await one.refusal('PUT', path, sent)).toEqual([200, ''])
  })

  test('is made with the password and a recovery code, which is spent; not with the code alone', async () => {
    const { one } = await withPasskey()
    const { ctx } = await testContext()
    const set = await makeRecoveryCodes(ctx)
    await adminTransaction(ctx, (tx) => storeRecoveryCodes(tx, one.user, set, null))
    const rest = await body(one)
    const [recoveryCode] = set.codes
    const alone = { ...rest, confirmation: { recoveryCode } }
    expect((await one.refusal('PUT', path, alone))[0]).toBe(400)
    const both = { ...rest, confirmation: { password: one.user.password, recoveryCode } }
    expect(await one.refusal('PUT', path, both)).toEqual([200, ''])
    const codes = await store.recoveryCodes.findOfUser(one.user.id)
    expect(codes.filter(({ usedAt }) => usedAt !== null)).toHaveLength(1)
  })

  test('is made with the password in a session that has proven the passkey', async () => {
    const { one } = await withPasskey()
    for (const { id } of await sessionsOf(store, one.user.id))
      await store.sessions.update(id, { authMethods: 'pop user mfa' })
    const sent = { ...(await body(one)), [field]: one.user.password }
    expect(await one.refusal('PUT', path, sent)).toEqual([200, ''])
  })

  test('asks for no passkey of another domain, which works nowhere', async () => {
    const user = await aUser(store)
    await aStoredPasskey(store, user.id, { relyingPartyId: 'login.example' })
    const one = await signedIn(user)
    const sent = { ...(await body(one)), [field]: user.password }
    expect(await one.refusal('PUT', path, sent)).toEqual([200, ''])
  })

  test('keeps its answers where nobody can have a passkey', async () => {
    const one = await signedIn(await aUser(store))
    await during({ passkeysEnabled: false }, async () => {
      const sent = { ...(await body(one)), confirmation: { password: one.user.password } }
      expect((await one.refusal('PUT', path, sent))[1]).toMatch(
        /^(VALIDATION_ERROR|AUTHENTICATION_FAILED)$/,
      )
    })
  })

  test('that is confirmed wrongly uses up the failures of changes', async () => {
    const { thief } = await aThief({ passkeySecondFactor: true })
    const sent = { ...(await body(thief)), [field]: thief.user.password }
    for (let i = 0; i < 5; i++) expect(await thief.refusal('PUT', path, sent)).toEqual(unconfirmed)
    expect(await thief.refusal('PUT', path, sent)).toEqual([429, 'TOO_MANY_REQUESTS'])
  })
})

describe('a replacement of the app', () => {
  /** A person with a passkey and an app, and a body with the first code of another app. */
  async function withApps() {
    const owner = await withPasskey()
    const otpSecret = testCipher.seal(newOtpSecret(), otpSecretPlace(owner.one.user.id))
    await store.users.enableOtp(owner.one.user.id, otpSecret)
    const { body } = await owner.one.ask<{ secretKey: string }>('GET', '/otp/replacement')
    return { ...owner, rest: { newOtpCode: codeOf(body.secretKey, app.clock.now()) } }
  }
  const path = '/otp/replacement'

  test('is made with the passkey in place of the password and the old app', async () => {
    const { one, confirmed, rest } = await withApps()
    expect(await one.refusal('PUT', path, { ...rest, ...(await confirmed()) })).toEqual([200, ''])
  })

  test('is made with the password and a recovery code, for a phone that is gone; the others stay', async () => {
    const { one, rest } = await withApps()
    const { ctx } = await testContext()
    const set = await makeRecoveryCodes(ctx)
    await adminTransaction(ctx, (tx) => storeRecoveryCodes(tx, one.user, set, null))
    const { password } = one.user
    const alone = { ...rest, confirmation: { password } }
    expect((await one.refusal('PUT', path, alone))[0]).toBe(400)
    const both = { ...rest, confirmation: { password, recoveryCode: set.codes[0] } }
    expect(await one.refusal('PUT', path, both)).toEqual([200, ''])
    const codes = await store.recoveryCodes.findOfUser(one.user.id)
    expect(codes.filter(({ usedAt }) => usedAt === null)).toHaveLength(9)
  })
})

test('an answer of a passkey confirms one change, also of several at once', async () => {
  const { one, confirmed } = await withPasskey()
  const answer = await confirmed()
  const refusals = await Promise.all(
    Array.from({ length: 4 }, () => one.refusal('POST', '/passkeys/options', answer)),
  )
  expect(refusals.toSorted()).toEqual([[200, ''], unconfirmed, unconfirmed, unconfirmed])
  expect(await one.refusal('POST', '/passkeys/options', await confirmed())).toEqual([200, ''])
})

test('a challenge from before a change of password confirms nothing after it', async () => {
  const { one, confirmed } = await withPasskey()
  const asked = await confirmed()
  await store.users.change(one.user.id, { otpConfigGeneration: 3 })
  expect(await one.refusal('POST', '/passkeys/options', asked)).toEqual(unconfirmed)
})

test('a confirmation is void when a passkey is demanded meanwhile', async () => {
  const before = await aUser(store)
  await aStoredPasskey(store, before.id)
  await store.passkeys.setSecondFactor(before.id, true)
  const { ctx } = await testContext()
  const late = [
    (tx: Parameters<Parameters<typeof adminTransaction>[1]>[0]) =>
      changeOwnEmail(tx, { user: before, otpStep: null }, `${unique('new')}@example.org`, null),
    (tx: Parameters<Parameters<typeof adminTransaction>[1]>[0]) => lockConfirmedOwner(tx, before),
  ]
  for (const change of late)
    expect(await rejectionOf(adminTransaction(ctx, change))).toBe('AUTHENTICATION_FAILED')
})

/** What each change refuses by itself, whoever confirms it. */
const refused: Readonly<Record<string, readonly [string, object, string]>> = {
  password: ['/password', { newPassword: 'x' }, 'validator.password.too_short'],
  email: ['/email', { email: 'nobody' }, 'validator.email.invalid_format'],
  'app, to switch it on': ['/otp', { enabled: true, otpCode: '000000' }, 'INVALID_OTP_CODE'],
}

test.each(Object.entries(refused))(
  'a change of the %s that is refused anyway spends no recovery code',
  async (_, [path, change, error]) => {
    const { one } = await withPasskey()
    const { ctx } = await testContext()
    const set = await makeRecoveryCodes(ctx)
    await adminTransaction(ctx, (tx) => storeRecoveryCodes(tx, one.user, set, null))
    await one.ask('GET', '/otp/enrollment')
    const confirmation = { password: one.user.password, recoveryCode: set.codes[0] }
    expect(await one.refusal('PUT', path, { ...change, confirmation })).toEqual([400, error])
    const codes = await store.recoveryCodes.findOfUser(one.user.id)
    expect(codes.filter(({ usedAt }) => usedAt !== null)).toEqual([])
  },
)
