import { describe, expect, test } from 'vitest'
import { fixture } from './fixture.ts'

const { app, store, person, withPasskey } = await fixture()
const path = '/recovery-codes'

describe('200', () => {
  test('none at first', async () => {
    const { body } = await (await person()).ask('GET', path)
    expect(body).toEqual({ left: 0, madeAt: null })
  })

  test('how many are left of the last set, and never the codes', async () => {
    const { one, confirmed } = await withPasskey()
    expect((await one.ask('POST', path, await confirmed())).status).toBe(201)
    const madeAt = app.clock.now().toISOString()
    expect((await one.ask('GET', path)).body).toEqual({ left: 10, madeAt })
    const [code] = await store.recoveryCodes.findOfUser(one.user.id)
    await store.recoveryCodes.spend(code?.id ?? 0, app.clock.now(), '192.0.2.1')
    expect((await one.ask('GET', path)).body).toEqual({ left: 9, madeAt })
  })
})
