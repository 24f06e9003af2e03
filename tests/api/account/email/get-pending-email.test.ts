import { describe, expect, test } from 'vitest'
import { testStart } from '#tests/support/settings.ts'
import { fixture } from '../fixture.ts'
import { freshEmail, pendingChange } from './pending.ts'

const { app, person } = await fixture()
const path = '/email/pending'
app.clock.set(testStart)

describe('200', () => {
  test('the address that waits for its code, and none without one', async () => {
    const email = freshEmail()
    const { ask } = await person(pendingChange(email))
    expect((await ask('GET', path)).body).toEqual({ pendingEmail: email })
    const other = await person()
    expect((await other.ask('GET', path)).body).toEqual({ pendingEmail: '' })
  })

  test('none once the password was changed', async () => {
    const { user, ask } = await person(pendingChange())
    const sent = { currentPassword: user.password, newPassword: 'Copper-meadow-19!' }
    expect((await ask('PUT', '/password', sent)).status).toBe(200)
    expect((await ask('GET', path)).body).toEqual({ pendingEmail: '' })
  })
})
