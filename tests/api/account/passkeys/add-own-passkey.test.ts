import { describe, expect, test } from 'vitest'
import { authenticator } from '#tests/support/authenticator.ts'
import { aStoredPasskey } from '#tests/support/stored-passkey.ts'
import { entriesOf as entriesWith } from '#tests/support/visitor.ts'
import { fixture } from './fixture.ts'

const { app, store, person, entriesOf, optionsOf, add, during } = await fixture()

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

describe('201, the first passkey', () => {
  const codesIn = (answer: { readonly body: object }) =>
    'recoveryCodes' in answer.body ? (answer.body.recoveryCodes as string[]) : null

  test('comes with ten recovery codes; the next one with none', async () => {
    const one = await person()
    const codes = codesIn(await add(one)) ?? []
    expect(new Set(codes).size).toBe(10)
    expect((await one.ask('GET', '/recovery-codes')).body).toMatchObject({ left: 10 })
    const options = await optionsOf(one, { confirmation: { recoveryCode: codes[0] } })
    const credential = authenticator().create(options)
    expect(codesIn(await one.ask('POST', '/passkeys', { credential }))).toBeNull()
    expect((await one.ask('GET', '/recovery-codes')).body).toMatchObject({ left: 9 })
  })

  test('of two that are added at once: one brings the codes, and they work', async () => {
    const one = await person()
    const keys = [authenticator(), authenticator()]
    const sent = []
    for (const key of keys) sent.push({ credential: key.create(await optionsOf(one)) })
    const answers = await Promise.all(sent.map((body) => one.ask('POST', '/passkeys', body)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    const [codes, ...more] = answers.map(codesIn).filter((shown) => shown !== null)
    expect(more).toEqual([])
    const confirmation = { recoveryCode: codes?.[0] }
    expect(await one.refusal('POST', '/passkeys/options', { confirmation })).toEqual([200, ''])
  })

  test('comes without codes while they are off', async () => {
    await during({ recoveryCodesEnabled: false }, async () => {
      const one = await person()
      expect(codesIn(await add(one))).toBeNull()
      expect(await store.recoveryCodes.findOfUser(one.user.id)).toEqual([])
    })
  })
})

describe('in place of one of another domain', () => {
  async function renewed(change: Parameters<typeof aStoredPasskey>[2]) {
    const one = await person()
    // The answer is made before there is a second factor, which would be owed.
    const credential = authenticator().create(await optionsOf(one))
    const former = await aStoredPasskey(store, one.user.id, change)
    const answer = await one.ask('POST', '/passkeys', { credential, replaces: former.id })
    const left = (await store.passkeys.findOfUser(one.user.id)).map(({ id }) => id)
    return { one, former, answer, left }
  }

  test('201: it is added and the other one removed, in one step', async () => {
    const { one, former, answer, left } = await renewed({ relyingPartyId: 'login.old.example' })
    expect(answer.status).toBe(201)
    expect(left).toHaveLength(1)
    expect(left).not.toContain(former.id)
    const about = { userId: one.user.id, passkeyId: former.id }
    expect(await entriesWith(app, 'removed_passkey', about)).toHaveLength(1)
  })

  test('400: one that works here is not replaced, and nothing is added', async () => {
    const { former, answer, left } = await renewed({})
    expect([answer.status, answer.body.error_code]).toEqual([400, 'VALIDATION_ERROR'])
    expect(left).toEqual([former.id])
  })

  test('404: another person’s', async () => {
    const one = await person()
    const foreign = await aStoredPasskey(store, (await person()).user.id, {
      relyingPartyId: 'login.old.example',
    })
    const credential = authenticator().create(await optionsOf(one))
    const sent = { credential, replaces: foreign.id }
    expect(await one.refusal('POST', '/passkeys', sent)).toEqual([404, 'NOT_FOUND'])
    expect(await store.passkeys.findOfUser(one.user.id)).toEqual([])
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

  test('a credential with lists nested 10,000 deep', async () => {
    const one = await person()
    const deep = '['.repeat(10_000) + ']'.repeat(10_000)
    expect(await one.refusal('POST', '/passkeys', `{"credential":{"response":${deep}}}`)).toEqual([
      400,
      'validator.passkey.not_verified',
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
