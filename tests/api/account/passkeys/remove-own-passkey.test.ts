import { describe, expect, test } from 'vitest'
import { malformedOwnIds, unknownOwnIds } from '../fixture.ts'
import { byPassword, fixture } from './fixture.ts'

const { store, person, withPasskey, ...rules } = await fixture()

describe('200', () => {
  test('the passkey is gone', async () => {
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
    }
    expect(await store.passkeys.findOfUser(one.user.id)).toHaveLength(1)
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

  test.each(malformedOwnIds)('the id %s', async (id) => {
    const one = await person()
    const sent = one.refusal('DELETE', `/passkeys/${id}`, byPassword(one))
    expect(await sent).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('404', () => {
  test('the passkey of somebody else', async () => {
    const { one, id } = await withPasskey()
    const other = await person()
    expect(await other.refusal('DELETE', `/passkeys/${id}`, byPassword(other))).toEqual([
      404,
      'NOT_FOUND',
    ])
    expect(await store.passkeys.findOfUser(one.user.id)).toHaveLength(1)
  })

  test.each(unknownOwnIds)('the id %s', async (id) => {
    const one = await person()
    const sent = one.refusal('DELETE', `/passkeys/${id}`, byPassword(one))
    expect(await sent).toEqual([404, 'NOT_FOUND'])
  })
})

describe('429', () => rules.refusesAfterFailures('DELETE', '/passkeys/1'))
