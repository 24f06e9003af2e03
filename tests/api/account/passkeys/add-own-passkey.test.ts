import { describe, expect, test } from 'vitest'
import { authenticator } from '#tests/support/authenticator.ts'
import { fixture, type Person } from '../fixture.ts'

const { app, store, person, signedIn, entriesOf } = await fixture()
await app.changeSettings({ passkeysEnabled: true })

type Key = ReturnType<typeof authenticator>
type Options = Parameters<Key['create']>[0]

const byPassword = ({ user }: Person) => ({ confirmation: { password: user.password } })

async function optionsOf(one: Person, body: object = byPassword(one)): Promise<Options> {
  const answer = await one.ask<{ options: Options }>('POST', '/passkeys/options', body)
  expect(answer.status).toBe(200)
  return answer.body.options
}

/** Adds a passkey, confirmed by the password. */
async function add(one: Person, key = authenticator()) {
  const credential = key.create(await optionsOf(one))
  return one.ask<{ passkey: { id: number } }>('POST', '/passkeys', { credential })
}

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
  test('options for an application without a confirmation: it could have made a key itself', async () => {
    const one = await person()
    expect(await one.refusal('POST', '/passkeys/options', {})).toEqual([
      400,
      'AUTHENTICATION_FAILED',
    ])
    const wrong = { confirmation: { password: 'Not-the-one-1' } }
    expect(await one.refusal('POST', '/passkeys/options', wrong)).toEqual([
      400,
      'AUTHENTICATION_FAILED',
    ])
  })

  test('the password alone, once there is a passkey: who stole it adds none', async () => {
    const one = await person()
    await add(one)
    const thief = await signedIn(one.user)
    for (const body of [{}, byPassword(thief), { confirmation: { otpCode: '123456' } }]) {
      expect(await thief.refusal('POST', '/passkeys/options', body)).toEqual([
        400,
        'AUTHENTICATION_FAILED',
      ])
    }
  })

  test('a passkey of the owner confirms the next one', async () => {
    const one = await person()
    const key = authenticator()
    await add(one, key)
    const { body } = await one.ask<{ options: Parameters<Key['get']>[0] }>(
      'POST',
      '/confirmation/options',
    )
    const passkey = key.get(body.options)
    const next = await one.ask('POST', '/passkeys/options', { confirmation: { passkey } })
    expect(next.status).toBe(200)
    const unverified = key.get(body.options, { userVerified: false })
    expect(
      await one.refusal('POST', '/passkeys/options', { confirmation: { passkey: unverified } }),
    ).toEqual([400, 'AUTHENTICATION_FAILED'])
  })

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
    await app.changeSettings({ passkeysEnabled: false })
    expect(await one.refusal('POST', '/passkeys/options', byPassword(one))).toEqual([
      404,
      'NOT_FOUND',
    ])
    expect(await one.refusal('POST', '/passkeys', { credential: {} })).toEqual([404, 'NOT_FOUND'])
    await app.changeSettings({ passkeysEnabled: true })
  })
})
