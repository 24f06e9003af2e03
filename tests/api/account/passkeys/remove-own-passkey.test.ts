import { describe, expect, test } from 'vitest'
import { authenticator } from '#tests/support/authenticator.ts'
import { fixture, type Person } from '../fixture.ts'

const { app, store, person } = await fixture()
await app.changeSettings({ passkeysEnabled: true, recoveryCodesEnabled: true })

type Key = ReturnType<typeof authenticator>

const byPassword = ({ user }: Person) => ({ confirmation: { password: user.password } })

/** A person with one passkey, and what confirms by it. */
async function withPasskey() {
  const one = await person()
  const key = authenticator()
  const { body } = await one.ask<{ options: Parameters<Key['create']>[0] }>(
    'POST',
    '/passkeys/options',
    byPassword(one),
  )
  const added = await one.ask<{ passkey: { id: number } }>('POST', '/passkeys', {
    credential: key.create(body.options),
  })
  const confirmed = async () => {
    const asked = await one.ask<{ options: Parameters<Key['get']>[0] }>(
      'POST',
      '/confirmation/options',
    )
    return { confirmation: { passkey: key.get(asked.body.options) } }
  }
  return { one, confirmed, id: added.body.passkey.id }
}

describe('200', () => {
  test('the passkey is gone, and remembered as removed here', async () => {
    const { one, confirmed, id } = await withPasskey()
    expect((await one.ask('DELETE', `/passkeys/${id}`, await confirmed())).status).toBe(200)
    expect(await store.passkeys.findOfUser(one.user.id)).toEqual([])
  })

  test('with the last one, it is no longer asked for, and recovery codes go', async () => {
    const { one, confirmed, id } = await withPasskey()
    const ask = { askAfterPassword: true, ...(await confirmed()) }
    expect((await one.ask('PUT', '/second-factor', ask)).status).toBe(200)
    expect((await one.ask('POST', '/recovery-codes', await confirmed())).status).toBe(201)
    expect((await one.ask('DELETE', `/passkeys/${id}`, await confirmed())).status).toBe(200)
    expect(await store.users.findById(one.user.id)).toMatchObject({ passkeySecondFactor: false })
    expect(await store.recoveryCodes.findOfUser(one.user.id)).toEqual([])
  })
})

describe('400', () => {
  test('the password alone: who stole it removes nothing', async () => {
    const { one, id } = await withPasskey()
    for (const body of [{}, byPassword(one)]) {
      expect(await one.refusal('DELETE', `/passkeys/${id}`, body)).toEqual([
        400,
        'AUTHENTICATION_FAILED',
      ])
      expect(
        await one.refusal('PUT', '/second-factor', { askAfterPassword: true, ...body }),
      ).toEqual([400, 'AUTHENTICATION_FAILED'])
      expect(await one.refusal('POST', '/recovery-codes', body)).toEqual([
        400,
        'AUTHENTICATION_FAILED',
      ])
    }
  })

  test('the last way in', async () => {
    const { one, confirmed, id } = await withPasskey()
    const body = await confirmed()
    await store.users.change(one.user.id, { passwordHash: '' })
    expect(await one.refusal('DELETE', `/passkeys/${id}`, body)).toEqual([
      400,
      'validator.sign_in.last_method',
    ])
  })

  test('codes without a second factor', async () => {
    const one = await person()
    expect(await one.refusal('POST', '/recovery-codes', byPassword(one))).toEqual([
      400,
      'VALIDATION_ERROR',
    ])
  })
})

describe('404', () => {
  test('the passkey of somebody else', async () => {
    const { id } = await withPasskey()
    const other = await person()
    expect(await other.refusal('DELETE', `/passkeys/${id}`, byPassword(other))).toEqual([
      404,
      'NOT_FOUND',
    ])
    expect(await other.refusal('PUT', `/passkeys/${id}`, { name: 'Mine' })).toEqual([
      404,
      'NOT_FOUND',
    ])
  })

  test('codes while they are off', async () => {
    const one = await person()
    await app.changeSettings({ recoveryCodesEnabled: false })
    expect(await one.refusal('POST', '/recovery-codes', byPassword(one))).toEqual([
      404,
      'NOT_FOUND',
    ])
    await app.changeSettings({ recoveryCodesEnabled: true })
  })
})
