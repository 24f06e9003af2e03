import { describe, expect, test } from 'vitest'
import { aUser } from '#tests/support/people.ts'
import { aStoredPasskey } from '#tests/support/stored-passkey.ts'
import { fixture, malformedIds, unknownIds } from '../fixture.ts'

const { store, ask, refusal } = await fixture()
const pathOf = (id: number | string) => `/users/${id}/sign-in-methods`

describe('200', () => {
  test('the password, the app, the passkeys and the codes left; no key', async () => {
    const user = await aUser(store, { otpEnabled: true })
    await aStoredPasskey(store, user.id)
    await store.passkeys.setSecondFactor(user.id, true)
    const { body } = await ask<object>('GET', pathOf(user.id))
    expect(body).toEqual({
      hasPassword: true,
      otpEnabled: true,
      askAfterPassword: true,
      passkeys: [expect.objectContaining({ name: 'A key', usable: true })],
      identities: [],
      recoveryCodesLeft: 0,
      rememberedBrowsers: 0,
    })
    expect(JSON.stringify(body)).not.toMatch(/publicKey|credentialId/)
  })

  test('who has no password', async () => {
    const user = await aUser(store)
    await store.users.change(user.id, { passwordHash: '' })
    const { body } = await ask<object>('GET', pathOf(user.id))
    expect(body).toMatchObject({ hasPassword: false, otpEnabled: false, passkeys: [] })
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('GET', pathOf(id))).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s', async (id) => {
    expect(await refusal('GET', pathOf(id))).toEqual([404, 'NOT_FOUND'])
  })
})
