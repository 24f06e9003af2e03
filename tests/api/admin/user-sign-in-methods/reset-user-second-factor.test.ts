import { describe, expect, test } from 'vitest'
import { apiClient, call, outcome } from '#tests/support/api.ts'
import { aUser, grantToUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { aStoredPasskey } from '#tests/support/stored-passkey.ts'

const app = await server()
const { store } = app
const manager = await apiClient(app, ['manage-users'])

/** A user with a passkey that is asked for after the password. */
async function withPasskey() {
  const user = await aUser(store)
  const passkey = await aStoredPasskey(store, user.id)
  await store.passkeys.setSecondFactor(user.id, true)
  return { user, passkey }
}

describe('200', () => {
  test('a passkey is no longer asked for, and stays', async () => {
    const { user } = await withPasskey()
    expect((await call(manager, 'POST', `/users/${user.id}/second-factor/reset`)).status).toBe(200)
    const { body } = await call<Record<string, unknown>>(
      manager,
      'GET',
      `/users/${user.id}/sign-in-methods`,
    )
    expect(body).toEqual({
      hasPassword: true,
      otpEnabled: false,
      askAfterPassword: false,
      passkeys: [expect.objectContaining({ name: 'A key', usable: true })],
      recoveryCodesLeft: 0,
    })
    expect(JSON.stringify(body)).not.toContain('publicKey')
  })

  test('removing the passkey is remembered', async () => {
    const { user, passkey } = await withPasskey()
    const path = `/users/${user.id}/passkeys/${passkey.id}`
    expect((await call(manager, 'DELETE', path)).status).toBe(200)
    expect(await outcome(call(manager, 'DELETE', path))).toEqual([404, 'NOT_FOUND'])
  })
})

describe('403', () => {
  test('an administrator’s factors, with a granular scope', async () => {
    const { user, passkey } = await withPasskey()
    await grantToUser(store, user, 'authserver:manage')
    for (const [method, path] of [
      ['POST', `/users/${user.id}/second-factor/reset`],
      ['DELETE', `/users/${user.id}/passkeys/${passkey.id}`],
    ] as const) {
      expect(await outcome(call(manager, method, path))).toEqual([403, 'MANAGE_SCOPE_REQUIRED'])
    }
  })
})

describe('404', () => {
  test('nobody', async () => {
    expect(await outcome(call(manager, 'POST', '/users/999999/second-factor/reset'))).toEqual([
      404,
      'NOT_FOUND',
    ])
    expect(await outcome(call(manager, 'GET', '/users/999999/sign-in-methods'))).toEqual([
      404,
      'NOT_FOUND',
    ])
  })
})
