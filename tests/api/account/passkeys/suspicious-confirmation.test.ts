import { afterAll, expect, test } from 'vitest'
import { responsesFollowedUp } from '#lib/base/concurrency/after-response.ts'
import { authenticator, type Falsified } from '#tests/support/authenticator.ts'
import { entriesOf } from '#tests/support/visitor.ts'
import { fixture, type RequestOptions } from './fixture.ts'

const { app, store, person, add, withMail } = await fixture()
const outbox = await withMail()
afterAll(() => outbox.close())

/** Somebody with a passkey of one device, and what confirms a change by it. */
async function withDevicePasskey() {
  const one = await person()
  const key = authenticator('device')
  await add(one, key)
  const confirm = async (falsified: Falsified) => {
    const { body } = await one.ask<{ options: RequestOptions }>('POST', '/confirmation/options')
    const confirmation = { passkey: key.get(body.options, falsified) }
    return one.refusal('POST', '/passkeys/options', { confirmation })
  }
  return { user: one.user, confirm }
}

async function subjectsTo({ email }: { readonly email: string }): Promise<string[]> {
  await responsesFollowedUp()
  return outbox.messages.filter(({ to }) => to.includes(email)).map(({ subject }) => subject)
}

test('a copied passkey that confirms a change is recorded and told to its owner, as at a sign-in', async () => {
  const { user, confirm } = await withDevicePasskey()
  expect(await confirm({ count: 7 })).toEqual([200, ''])
  const before = await subjectsTo(user)
  expect(await confirm({ count: 7 })).toEqual([400, 'AUTHENTICATION_FAILED'])
  expect(await entriesOf(app, 'passkey_counter_regressed', { userId: user.id })).toHaveLength(1)
  expect(await subjectsTo(user)).toHaveLength(before.length + 1)
})

test('a passkey that becomes synced by a confirmation is recorded and told to its owner, once', async () => {
  const { user, confirm } = await withDevicePasskey()
  const before = await subjectsTo(user)
  for (let i = 0; i < 2; i++) {
    expect(await confirm({ backupEligible: true, count: 0 })).toEqual([200, ''])
  }
  expect((await store.passkeys.findOfUser(user.id))[0]).toMatchObject({ backupEligible: true })
  expect(await entriesOf(app, 'passkey_became_synced', { userId: user.id })).toHaveLength(1)
  expect(await subjectsTo(user)).toHaveLength(before.length + 1)
})
