import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSeconds } from '#lib/base/time/clock.ts'
import { apiClient, call } from '#tests/support/api.ts'
import type { Outbox } from '#tests/support/outbox.ts'
import type { TestUser } from '#tests/support/people.ts'
import { aStoredPasskey } from '#tests/support/stored-passkey.ts'
import { codeOf } from '../api/account/fixture.ts'
import { fixture } from '../api/account/passkeys/fixture.ts'
import { mailTo, withMail } from '../protocol/self-service/fixture.ts'

const { app, store, person, withPasskey, add } = await fixture()

let outbox: Outbox

beforeAll(async () => {
  outbox = await withMail(app)
})
afterAll(() => outbox.close())

/** The last message to a user. */
async function lastTo({ email }: Pick<TestUser, 'email'>) {
  return (await mailTo(outbox, email)).at(-1)
}

test('a passkey that is no longer asked for after the password is told, whoever turned that off', async () => {
  const { one, confirmed } = await withPasskey()
  const ask = async (askAfterPassword: boolean) =>
    one.ask('PUT', '/second-factor', { askAfterPassword, ...(await confirmed()) })
  expect((await ask(true)).status).toBe(200)
  expect((await lastTo(one.user))?.subject).not.toBe('Two-step sign-in is off')
  expect((await ask(false)).status).toBe(200)
  expect((await lastTo(one.user))?.subject).toBe('Two-step sign-in is off')
  expect((await ask(true)).status).toBe(200)
  const before = (await mailTo(outbox, one.user.email)).length
  const administrator = await apiClient(app, ['manage-users'])
  await call(administrator, 'POST', `/users/${one.user.id}/second-factor/reset`)
  const after = await mailTo(outbox, one.user.email)
  expect(after.slice(before).map(({ subject }) => subject)).toEqual(['Two-step sign-in is off'])
})

test('an app that is switched off while a passkey is asked for is not told as the password alone', async () => {
  const one = await person()
  const password = one.user.password
  const { body } = await one.ask<{ secretKey: string }>('GET', '/otp/enrollment')
  const otpCode = codeOf(body.secretKey, app.clock.now())
  await one.ask('PUT', '/otp', { enabled: true, password, otpCode })
  await aStoredPasskey(store, one.user.id)
  await store.passkeys.setSecondFactor(one.user.id, true)
  const next = codeOf(body.secretKey, addSeconds(app.clock.now(), 30))
  expect((await one.ask('PUT', '/otp', { enabled: false, password, otpCode: next })).status).toBe(
    200,
  )
  const mail = await lastTo(one.user)
  expect(mail?.subject).toBe('Two-step sign-in is off')
  expect(mail?.text).toContain('A second step')
  expect(mail?.text).not.toContain('password alone')
  expect(await store.users.findById(one.user.id)).toMatchObject({ passkeySecondFactor: true })
})

test('a recovery code that confirms a change is not told as a sign-in', async () => {
  const one = await person()
  const { body } = await add(one)
  const [recoveryCode] = (body as { recoveryCodes?: string[] }).recoveryCodes ?? []
  const sent = { askAfterPassword: true, confirmation: { recoveryCode } }
  expect((await one.ask('PUT', '/second-factor', sent)).status).toBe(200)
  const mail = (await mailTo(outbox, one.user.email)).find(
    ({ subject }) => subject === 'A recovery code was used',
  )
  expect(mail?.text).toContain('to sign in or to confirm a change')
})
