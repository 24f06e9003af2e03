import { describe, expect, test } from 'vitest'
import { byPassword, fixture } from './fixture.ts'

const { store, person, entriesOf, withPasskey, during, ...rules } = await fixture()
const path = '/second-factor'

describe('200', () => {
  test('on and off again, each with its entry; what is so already has none', async () => {
    const { one, confirmed } = await withPasskey()
    const entries = await entriesOf(async () => {
      for (const askAfterPassword of [true, true, false]) {
        const body = { askAfterPassword, ...(await confirmed()) }
        expect((await one.ask('PUT', path, body)).status).toBe(200)
        expect(await store.users.findById(one.user.id)).toMatchObject({
          passkeySecondFactor: askAfterPassword,
        })
      }
    })
    const about = { userId: one.user.id, loggedInUser: one.user.subject }
    expect(entries).toEqual([
      { event: 'updated_second_factor', details: { ...about, enabled: true } },
      { event: 'updated_second_factor', details: { ...about, enabled: false } },
    ])
  })

  test('off, even while passkeys are off', async () => {
    const one = await person()
    await during({ passkeysEnabled: false }, async () => {
      expect((await one.ask('PUT', path, byPassword(one))).status).toBe(200)
    })
  })
})

describe('400', () => {
  rules.refusesBrokenBodies('PUT', path)

  test('the password alone, once there is a passkey: who stole it locks nobody out', async () => {
    const { one } = await withPasskey()
    for (const body of [{}, byPassword(one)]) {
      expect(await one.refusal('PUT', path, { askAfterPassword: true, ...body })).toEqual([
        400,
        'AUTHENTICATION_FAILED',
      ])
    }
    expect(await store.users.findById(one.user.id)).toMatchObject({ passkeySecondFactor: false })
  })

  test('without a passkey, there is nothing to ask for', async () => {
    const one = await person()
    const body = { askAfterPassword: true, ...byPassword(one) }
    expect(await one.refusal('PUT', path, body)).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('404', () => {
  test('on, while passkeys are off', async () => {
    const one = await person()
    await during({ passkeysEnabled: false }, async () => {
      const body = { askAfterPassword: true, ...byPassword(one) }
      expect(await one.refusal('PUT', path, body)).toEqual([404, 'NOT_FOUND'])
    })
  })
})

describe('429', () => rules.refusesAfterFailures('PUT', path))
