import { describe, expect, test } from 'vitest'
import { byPassword, fixture, type RequestOptions } from './fixture.ts'

const { person, signedIn, add, withPasskey, during, ...rules } = await fixture()
const path = '/passkeys/options'
const unconfirmed = [400, 'AUTHENTICATION_FAILED']

describe('200', () => {
  test('name the person and the domain, ask for a verified resident key, and leave out known ones', async () => {
    const { one, key, confirmed } = await withPasskey()
    const { body } = await one.ask<{ options: object }>('POST', path, await confirmed())
    expect(body.options).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: one.user.email },
      challenge: expect.stringMatching(/^[\w-]{22,}$/),
      excludeCredentials: [{ id: key.id }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
  })
})

describe('400', () => {
  rules.refusesBrokenBodies('POST', path)

  test('for an application without a confirmation: it could have made a key itself', async () => {
    const one = await person()
    expect(await one.refusal('POST', path, {})).toEqual(unconfirmed)
    const wrong = { confirmation: { password: 'Not-the-one-1' } }
    expect(await one.refusal('POST', path, wrong)).toEqual(unconfirmed)
  })

  test('the password alone, once there is a passkey: who stole it adds none', async () => {
    const one = await person()
    await add(one)
    const thief = await signedIn(one.user)
    for (const body of [{}, byPassword(thief), { confirmation: { otpCode: '123456' } }]) {
      expect(await thief.refusal('POST', path, body)).toEqual(unconfirmed)
    }
  })

  test('a passkey of the owner confirms the next one, but not without the owner', async () => {
    const { one, key, confirmed } = await withPasskey()
    expect((await one.ask('POST', path, await confirmed())).status).toBe(200)
    const { body } = await one.ask<{ options: RequestOptions }>('POST', '/confirmation/options')
    const passkey = key.get(body.options, { userVerified: false })
    expect(await one.refusal('POST', path, { confirmation: { passkey } })).toEqual(unconfirmed)
  })
})

describe('404', () => {
  test('while passkeys are off', async () => {
    const one = await person()
    await during({ passkeysEnabled: false }, async () => {
      expect(await one.refusal('POST', path, byPassword(one))).toEqual([404, 'NOT_FOUND'])
    })
  })
})

describe('429', () => rules.refusesAfterFailures('POST', path))
