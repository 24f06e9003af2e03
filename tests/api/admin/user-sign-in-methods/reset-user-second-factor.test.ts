import { describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { aUser, grantToUser } from '#tests/support/people.ts'
import { testStart } from '#tests/support/settings.ts'
import { aStoredPasskey } from '#tests/support/stored-passkey.ts'
import { fixture, malformedIds, unknownIds } from '../fixture.ts'

const { store, granular, ask, refusal } = await fixture()
const pathOf = (id: number | string) => `/users/${id}/second-factor/reset`

/** A user with an app, recovery codes, and a passkey that is asked for after the password. */
async function withFactors() {
  const user = await aUser(store, { otpEnabled: true })
  await aStoredPasskey(store, user.id)
  await store.passkeys.setSecondFactor(user.id, true)
  const set = { createdAt: testStart, salt: new Uint8Array(16), digests: ['digest'] }
  await store.recoveryCodes.replace(user.id, set)
  return user
}

describe('200', () => {
  test('the app is off, codes are gone, the passkey stays and is no longer asked for', async () => {
    const user = await withFactors()
    expect((await ask('POST', pathOf(user.id))).status).toBe(200)
    expect((await ask<object>('GET', `/users/${user.id}/sign-in-methods`)).body).toEqual({
      hasPassword: true,
      otpEnabled: false,
      askAfterPassword: false,
      identities: [],
      passkeys: [expect.objectContaining({ name: 'A key', usable: true })],
      recoveryCodesLeft: 0,
      rememberedBrowsers: 0,
    })
    expect(await store.recoveryCodes.findOfUser(user.id)).toEqual([])
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('POST', pathOf(id))).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('403', () => {
  test('an administrator’s factors, with a granular scope', async () => {
    const user = await withFactors()
    await grantToUser(store, user, 'authserver:manage')
    const answer = outcome(call(granular, 'POST', pathOf(user.id)))
    expect(await answer).toEqual([403, 'MANAGE_SCOPE_REQUIRED'])
    expect(await store.users.findById(user.id)).toMatchObject({
      otpEnabled: true,
      passkeySecondFactor: true,
    })
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s', async (id) => {
    expect(await refusal('POST', pathOf(id))).toEqual([404, 'NOT_FOUND'])
  })
})
