import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { addSeconds } from '#lib/base/time/clock.ts'
import { testStart } from '#tests/support/settings.ts'
import { fixture } from '../passkeys/fixture.ts'

const { app, store, person, withPasskey, entriesOf, withMail, ...rules } = await fixture()
const path = '/confirmation/code'
const outbox = await withMail()

beforeEach(async () => {
  app.clock.set(testStart)
  outbox.refuseWith(null)
  await app.changeSettings({ smtpEnabled: true })
})

afterAll(() => outbox.close())

/** Somebody who has lost the only passkey. */
async function aLoser() {
  const { one, id } = await withPasskey({ emailVerified: true })
  const { password, email } = one.user
  const codeBy = async () => {
    expect(await one.refusal('POST', path, { password })).toEqual([200, ''])
    const mailed = outbox.messages.filter(
      ({ to, subject }) => to.includes(email) && subject.includes('code'),
    )
    return /[A-Z]{3}[0-9]{3}/.exec(mailed.at(-1)?.subject ?? '')?.[0] ?? ''
  }
  const options = (confirmation: object) =>
    one.refusal('POST', '/passkeys/options', { confirmation })
  return { one, id, password, codeBy, options }
}

describe('200', () => {
  test('the code, with the password, stands in for a lost passkey, once', async () => {
    const { one, id, password, codeBy, options } = await aLoser()
    let emailCode = ''
    const entries = await entriesOf(async () => {
      emailCode = await codeBy()
    })
    expect(entries).toEqual([{ event: 'sent_factor_code', details: { userId: one.user.id } }])
    const refused = [400, 'AUTHENTICATION_FAILED']
    expect(await options({ emailCode })).toEqual(refused)
    expect(await options({ password, emailCode: 'ABC000' })).toEqual(refused)
    expect(
      await one.refusal('DELETE', `/passkeys/${id}`, { confirmation: { password, emailCode } }),
    ).toEqual([200, ''])
    expect(await store.passkeys.findOfUser(one.user.id)).toEqual([])
  })

  test('of two at once with one code, one is made', async () => {
    const { password, codeBy, options } = await aLoser()
    const emailCode = await codeBy()
    const answers = await Promise.all([1, 2].map(() => options({ password, emailCode })))
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
  })

  test('it is void after ten minutes, and when address or second factor change', async () => {
    const refused = [400, 'AUTHENTICATION_FAILED']
    const late = await aLoser()
    const tooOld = await late.codeBy()
    const factorCodeIssuedAt = addSeconds(app.clock.now(), -600)
    await store.users.change(late.one.user.id, { factorCodeIssuedAt })
    expect(await late.options({ password: late.password, emailCode: tooOld })).toEqual(refused)
    for (const change of [{ otpConfigGeneration: 5 }, { emailVerified: false }]) {
      const { one, password, codeBy, options } = await aLoser()
      const emailCode = await codeBy()
      await store.users.change(one.user.id, change)
      expect(await options({ password, emailCode })).toEqual(refused)
    }
  })
})

describe('400', () => {
  rules.refusesBrokenBodies('POST', path)

  test('a wrong password, which is charged', async () => {
    const { one } = await aLoser()
    const wrong = { password: 'Not-the-one-1' }
    for (let i = 0; i < 5; i++)
      expect(await one.refusal('POST', path, wrong)).toEqual([400, 'AUTHENTICATION_FAILED'])
    expect(await one.refusal('POST', path, wrong)).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(await store.users.findById(one.user.id)).toMatchObject({ factorCodeEncrypted: null })
  })
})

describe('404', () => {
  test('without a passkey, for one that sign-ins demand, an unproven address, and while mail is off', async () => {
    const refused = [404, 'NOT_FOUND']
    const without = await person({ emailVerified: true })
    const { password } = without.user
    expect(await without.refusal('POST', path, { password })).toEqual(refused)
    const demanded = await aLoser()
    await store.passkeys.setSecondFactor(demanded.one.user.id, true)
    expect(await demanded.one.refusal('POST', path, { password })).toEqual(refused)
    const unproven = await aLoser()
    await store.users.change(unproven.one.user.id, { emailVerified: false })
    expect(await unproven.one.refusal('POST', path, { password })).toEqual(refused)
    const offline = await aLoser()
    await app.changeSettings({ smtpEnabled: false })
    expect(await offline.one.refusal('POST', path, { password })).toEqual(refused)
  })
})

describe('429', () => {
  test('one message a minute', async () => {
    const { one, password, codeBy } = await aLoser()
    await codeBy()
    const { status, headers } = await one.ask('POST', path, { password })
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true])
  })
})

describe('500', () => {
  test('a message that could not be sent; its code is worth nothing', async () => {
    const { one, password } = await aLoser()
    outbox.refuseWith('550 no such user')
    expect(await one.refusal('POST', path, { password })).toEqual([500, 'INTERNAL_SERVER_ERROR'])
    expect(await store.users.findById(one.user.id)).toMatchObject({ factorCodeEncrypted: null })
  })
})
