import { describe, expect, test } from 'vitest'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { fixture } from '../passkeys/fixture.ts'

const { store, person, withPasskey } = await fixture()
const path = '/confirmation'

describe('200', () => {
  test('nothing beside the password, for who has no second factor', async () => {
    const { body } = await (await person()).ask('GET', path)
    expect(body).toEqual({
      owes: 'nothing',
      hasPassword: true,
      isRecent: false,
      hasRecoveryCodes: false,
      canMailCode: false,
    })
  })

  test('a code of the app, until the session has proven it', async () => {
    const one = await person()
    await store.users.change(one.user.id, { otpEnabled: true })
    expect((await one.ask('GET', path)).body).toMatchObject({ owes: 'code' })
    for (const { id } of await sessionsOf(store, one.user.id))
      await store.sessions.update(id, { authMethods: 'pwd otp' })
    expect((await one.ask('GET', path)).body).toMatchObject({ owes: 'nothing' })
  })

  test('a passkey, or what stands in for it', async () => {
    const { one } = await withPasskey()
    const owes = 'factor'
    expect((await one.ask('GET', path)).body).toMatchObject({ owes, hasRecoveryCodes: true })
    await store.recoveryCodes.removeOfUser(one.user.id)
    expect((await one.ask('GET', path)).body).toMatchObject({ owes, hasRecoveryCodes: false })
  })
})
