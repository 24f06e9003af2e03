import { describe, expect, test } from 'vitest'
import { aStoredPasskey } from '#tests/support/stored-passkey.ts'
import { fixture } from './fixture.ts'

const { store, person } = await fixture()

interface Passkeys {
  readonly passkeys: readonly object[]
  readonly askAfterPassword: boolean
}

describe('200', () => {
  test('nothing at first', async () => {
    const { body } = await (await person()).ask<Passkeys>('GET', '/passkeys')
    expect(body).toEqual({ passkeys: [], askAfterPassword: false })
  })

  test('one’s own, with those of a former domain marked, and without their keys', async () => {
    const [one, other] = [await person(), await person()]
    await aStoredPasskey(store, other.user.id)
    await aStoredPasskey(store, one.user.id, { name: 'Phone' })
    const former = { name: 'Laptop', relyingPartyId: 'login.example', backedUp: false }
    await aStoredPasskey(store, one.user.id, former)
    await store.passkeys.setSecondFactor(one.user.id, true)
    const { body } = await one.ask<Passkeys>('GET', '/passkeys')
    const here = { name: 'Phone', synced: true, usable: true, lastUsedAt: null }
    const elsewhere = { name: 'Laptop', synced: false, usable: false }
    expect(body.askAfterPassword).toBe(true)
    expect(body.passkeys).toHaveLength(2)
    expect(body.passkeys).toEqual(
      expect.arrayContaining([
        expect.objectContaining(here),
        expect.objectContaining({ ...elsewhere, relyingPartyId: 'login.example' }),
      ]),
    )
    expect(JSON.stringify(body)).not.toMatch(/publicKey|credentialId/)
  })
})
