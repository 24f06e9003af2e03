import { describe, expect, test } from 'vitest'
import { aStoredPasskey } from '#tests/support/stored-passkey.ts'
import { fixture, type RequestOptions } from '../passkeys/fixture.ts'

const { store, person, withPasskey } = await fixture()
const path = '/confirmation/options'

describe('200', () => {
  test('a new challenge each time, for the passkeys of the person that work here', async () => {
    const { one, key } = await withPasskey()
    await aStoredPasskey(store, one.user.id, { relyingPartyId: 'login.example' })
    const ask = async () => (await one.ask<{ options: RequestOptions }>('POST', path)).body.options
    const first = await ask()
    expect(first).toMatchObject({
      rpId: 'localhost',
      userVerification: 'required',
      allowCredentials: [{ id: key.id, type: 'public-key' }],
    })
    expect((await ask()).challenge).not.toBe(first.challenge)
  })
})

describe('404', () => {
  test('without a passkey, and with one of another domain only', async () => {
    const one = await person()
    expect(await one.refusal('POST', path)).toEqual([404, 'NOT_FOUND'])
    await aStoredPasskey(store, one.user.id, { relyingPartyId: 'login.example' })
    expect(await one.refusal('POST', path)).toEqual([404, 'NOT_FOUND'])
  })
})
