import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { resendEmailChangeCode } from '#lib/api/account/pending-email.ts'
import { aUser } from '#tests/support/people.ts'
import { testStart } from '#tests/support/settings.ts'
import { fixture } from '../fixture.ts'
import { freshEmail, pendingChange } from './pending.ts'

const { app, store, person, callLate, entriesOf, withMail } = await fixture()
const path = '/email/pending/send'
const outbox = await withMail()

beforeEach(async () => {
  app.clock.set(testStart)
  outbox.refuseWith(null)
  await app.changeSettings({ smtpEnabled: true })
})

afterAll(() => outbox.close())

describe('200', () => {
  test('mails another code to the new address; the former one is void', async () => {
    const email = freshEmail()
    const { user, ask } = await person(pendingChange(email))
    app.clock.advance(30)
    const entries = await entriesOf(async () => {
      expect((await ask('POST', path)).body).toEqual({ pendingEmail: email })
    })
    const details = { userId: user.id, emailDestination: email, loggedInUser: user.subject }
    expect(entries).toEqual([{ event: 'sent_email_verification_message', details }])
    expect((await outbox.next()).to).toEqual([email])
    const stored = await store.users.findById(user.id)
    expect(stored?.pendingEmailCodeEncrypted).not.toEqual(user.pendingEmailCodeEncrypted)
    expect(stored?.pendingEmailCodeIssuedAt).toEqual(app.clock.now())
  })

  test('nothing where no address waits', async () => {
    const { ask } = await person()
    const before = outbox.messages.length
    expect((await ask('POST', path)).body).toEqual({ pendingEmail: '' })
    expect(outbox.messages).toHaveLength(before)
  })
})

describe('400', () => {
  test('while mail is off', async () => {
    await app.changeSettings({ smtpEnabled: false })
    const { refusal } = await person(pendingChange())
    expect(await refusal('POST', path)).toEqual([400, 'SMTP_NOT_ENABLED'])
  })
})

describe('409', () => {
  test('an address that was called off or replaced meanwhile', async () => {
    const user = await aUser(store, pendingChange())
    await store.users.change(user.id, { pendingEmail: freshEmail() })
    expect(await callLate(resendEmailChangeCode, user)).toBe('CONCURRENT_UPDATE')
  })
})

describe('429', () => {
  test('a second message within a minute', async () => {
    const { ask } = await person(pendingChange())
    expect((await ask('POST', path)).status).toBe(200)
    const { status, headers } = await ask('POST', path)
    expect(status).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60)
  })
})

describe('500', () => {
  test('a message that is not taken: the address still waits', async () => {
    outbox.refuseWith('no such mailbox')
    const email = freshEmail()
    const { user, refusal } = await person(pendingChange(email))
    expect(await refusal('POST', path)).toEqual([500, 'INTERNAL_SERVER_ERROR'])
    expect(await store.users.findById(user.id)).toMatchObject({
      pendingEmail: email,
      pendingEmailCodeEncrypted: null,
    })
  })
})
