import { describe, expect, test } from 'vitest'
import { byPassword, fixture } from './fixture.ts'

const { store, person, entriesOf, withPasskey, during, ...rules } = await fixture()
const path = '/recovery-codes'

interface Codes {
  readonly codes: readonly string[]
}

describe('201', () => {
  test('ten different codes, of which only hashes are stored, with an entry without them', async () => {
    const { one, confirmed } = await withPasskey()
    let codes: readonly string[] = []
    const entries = await entriesOf(async () => {
      const { status, body } = await one.ask<Codes>('POST', path, await confirmed())
      expect(status).toBe(201)
      codes = body.codes
    })
    expect(new Set(codes).size).toBe(10)
    for (const code of codes)
      expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
    const details = { userId: one.user.id, count: 10 }
    expect(entries).toEqual([{ event: 'generated_recovery_codes', details }])
    const stored = JSON.stringify(await store.recoveryCodes.findOfUser(one.user.id))
    for (const code of codes) expect(stored).not.toContain(code.replaceAll('-', ''))
  })

  test('in place of the former ones; each confirms once', async () => {
    const { one, confirmed } = await withPasskey()
    const { body: former } = await one.ask<Codes>('POST', path, await confirmed())
    const { body: present } = await one.ask<Codes>('POST', path, await confirmed())
    const options = '/passkeys/options'
    const by = ({ codes }: Codes) => ({ confirmation: { recoveryCode: codes[0] } })
    const refused = [400, 'AUTHENTICATION_FAILED']
    expect(await one.refusal('POST', options, by(former))).toEqual(refused)
    expect((await one.ask('POST', options, by(present))).status).toBe(200)
    expect(await one.refusal('POST', options, by(present))).toEqual(refused)
  })
})

describe('400', () => {
  rules.refusesBrokenBodies('POST', path)

  test('the password alone, once there is a passkey: who stole it gets none', async () => {
    const { one } = await withPasskey()
    for (const body of [{}, byPassword(one)]) {
      expect(await one.refusal('POST', path, body)).toEqual([400, 'AUTHENTICATION_FAILED'])
    }
  })

  test('without a second factor', async () => {
    const one = await person()
    expect(await one.refusal('POST', path, byPassword(one))).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('404', () => {
  test('while they are off', async () => {
    const one = await person()
    await during({ recoveryCodesEnabled: false }, async () => {
      expect(await one.refusal('POST', path, byPassword(one))).toEqual([404, 'NOT_FOUND'])
    })
  })
})

describe('429', () => rules.refusesAfterFailures('POST', path))
