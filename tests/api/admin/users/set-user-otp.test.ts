import { describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { aSession } from '#tests/support/granted.ts'
import { aUser } from '#tests/support/people.ts'
import { fixture, type UserAnswer } from './fixture.ts'

const { app, ask, refusal, store, manager, granular, entriesOf, anAdministrator, rulesOf } =
  await fixture()
const rules = rulesOf('PUT', '/otp', { enabled: false })

const withOtp = () =>
  aUser(store, {
    otpEnabled: true,
    otpSecretEncrypted: new Uint8Array([1]),
    lastOtpStep: 7,
    otpEnrollmentSecretEncrypted: new Uint8Array([2]),
    otpEnrollmentExpiresAt: app.clock.now(),
  })

describe('200', () => {
  test('forgets the secrets; sessions stay and owe the second factor', async () => {
    const user = await withOtp()
    const { sessionIdentifier } = await aSession(store, user)
    const entries = await entriesOf(async () => {
      const { body } = await ask<UserAnswer>('PUT', `/users/${user.id}/otp`, { enabled: false })
      expect(body.user.otpEnabled).toBe(false)
    })
    expect(await store.users.findById(user.id)).toMatchObject({
      otpSecretEncrypted: null,
      lastOtpStep: 0,
      otpEnrollmentSecretEncrypted: null,
      otpEnrollmentExpiresAt: null,
      authStateGeneration: user.authStateGeneration,
    })
    const { body } = await ask<object>('GET', `/user-sessions/${sessionIdentifier}`)
    expect(body).toMatchObject({ session: { level2AuthConfigHasChanged: true } })
    const loggedInUser = manager.client.clientIdentifier
    expect(entries).toEqual([{ event: 'disabled_otp', details: { userId: user.id, loggedInUser } }])
  })
})

describe('400', () => {
  rules.refusesMalformedIds()
  rules.refusesBrokenBodies()

  test('switching it on, before the user is looked for', async () => {
    expect(await refusal('PUT', '/users/999999/otp', { enabled: true })).toEqual([
      400,
      'VALIDATION_ERROR',
    ])
  })

  test('a user without it', async () => {
    const { id } = await aUser(store)
    expect(await refusal('PUT', `/users/${id}/otp`, {})).toEqual([400, 'OTP_NOT_ENABLED'])
  })

  test('all but one of 20 who switch it off at once', async () => {
    const { id } = await withOtp()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => refusal('PUT', `/users/${id}/otp`, { enabled: false })),
    )
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
    expect(answers.filter(([, code]) => code === 'OTP_NOT_ENABLED')).toHaveLength(19)
  })
})

describe('403', () => {
  test('a granular scope and an administrator', async () => {
    const user = await anAdministrator()
    await store.users.change(user.id, { otpEnabled: true })
    const answer = call(granular, 'PUT', `/users/${user.id}/otp`, { enabled: false })
    expect(await outcome(answer)).toEqual([403, 'MANAGE_SCOPE_REQUIRED'])
    expect((await store.users.findById(user.id))?.otpEnabled).toBe(true)
  })

  test('only after every 400', async () => {
    const user = await anAdministrator()
    const answer = call(granular, 'PUT', `/users/${user.id}/otp`, { enabled: false })
    expect(await outcome(answer)).toEqual([400, 'OTP_NOT_ENABLED'])
  })
})

describe('404', () => rules.refusesUnknownIds())
