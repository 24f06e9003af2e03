import { describe, expect, test } from 'vitest'
import { testStart } from '#tests/support/settings.ts'
import { fixture } from '../fixture.ts'
import { pendingChange } from './pending.ts'

const { app, store, person, entriesOf } = await fixture()
const path = '/email/pending'
app.clock.set(testStart)

describe('200', () => {
  test('drops the address and its code; a second time it changes nothing', async () => {
    const { user, ask, refusal } = await person(pendingChange())
    const before = await store.users.findById(user.id)
    const entries = await entriesOf(async () => {
      expect((await ask('DELETE', path)).body).toEqual({ success: true })
      expect((await ask('DELETE', path)).body).toEqual({ success: true })
    })
    const details = { userId: user.id, loggedInUser: user.subject }
    expect(entries).toEqual([{ event: 'canceled_email_change', details }])
    expect(await store.users.findById(user.id)).toMatchObject({
      email: user.email,
      updatedAt: before?.updatedAt,
      pendingEmail: '',
      pendingEmailCodeEncrypted: null,
    })
    const code = { verificationCode: 'ABC123' }
    expect(await refusal('POST', `${path}/confirmation`, code)).toEqual([
      400,
      'INVALID_OR_EXPIRED_VERIFICATION_CODE',
    ])
  })
})
