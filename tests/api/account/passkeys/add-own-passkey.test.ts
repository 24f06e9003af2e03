import { describe, expect, test } from 'vitest'
import { authenticator } from '#tests/support/authenticator.ts'
import { fixture } from './fixture.ts'

const { store, person, entriesOf, optionsOf, add, during } = await fixture()

describe('201', () => {
  test('a passkey with its entry; sessions stay', async () => {
    const one = await person()
    const entries = await entriesOf(async () => {
      const { status, body } = await add(one)
      expect([status, body.passkey]).toEqual([
        201,
        expect.objectContaining({ synced: true, relyingPartyId: 'localhost', usable: true }),
      ])
    })
    expect(entries.map(({ event }) => event)).toContain('added_passkey')
    expect((await one.ask('GET', '/passkeys')).status).toBe(200)
  })

  test('a name that the person chose', async () => {
    const one = await person()
    const credential = authenticator().create(await optionsOf(one))
    const { body } = await one.ask<{ passkey: { name: string } }>('POST', '/passkeys', {
      credential,
      name: '  My key ',
    })
    expect(body.passkey.name).toBe('My key')
  })
})

describe('400', () => {
  test('the answer to options of another session, or one that came before', async () => {
    const [one, other] = [await person(), await person()]
    const foreign = authenticator().create(await optionsOf(other))
    expect(await one.refusal('POST', '/passkeys', { credential: foreign })).toEqual([
      400,
      'validator.passkey.not_verified',
    ])
    const options = await optionsOf(one)
    const first = await one.ask('POST', '/passkeys', {
      credential: authenticator().create(options),
    })
    expect(first.status).toBe(201)
    const second = { credential: authenticator().create(options) }
    expect(await one.refusal('POST', '/passkeys', second)).toEqual([
      400,
      'validator.passkey.expired',
    ])
  })

  test('the twenty-first', async () => {
    const one = await person()
    const options = await optionsOf(one)
    await add(one)
    const [row] = await store.passkeys.findOfUser(one.user.id)
    if (!row) throw new Error('There is no passkey.')
    const { id: _, ...columns } = row
    for (let i = 0; i < 19; i++) {
      await store.passkeys.insert({ ...columns, credentialId: `copy-${one.user.id}-${i}` })
    }
    const credential = authenticator().create(options)
    expect(await one.refusal('POST', '/passkeys', { credential })).toEqual([
      400,
      'validator.passkey.too_many',
    ])
  })

  test.each([null, {}, { id: 'x' }, { id: 'a', rawId: 'a', type: 'public-key', response: {} }])(
    'the credential %j',
    async (credential) => {
      const one = await person()
      expect(await one.refusal('POST', '/passkeys', { credential })).toEqual([
        400,
        'validator.passkey.not_verified',
      ])
    },
  )
})

describe('404', () => {
  test('while passkeys are off', async () => {
    const one = await person()
    await during({ passkeysEnabled: false }, async () => {
      expect(await one.refusal('POST', '/passkeys', { credential: {} })).toEqual([404, 'NOT_FOUND'])
    })
  })
})
