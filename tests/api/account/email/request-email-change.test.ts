import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { requestEmailChange } from '#lib/api/account/pending-email.ts'
import { responsesFollowedUp } from '#lib/base/concurrency/after-response.ts'
import { aUser } from '#tests/support/people.ts'
import { testCipher, testStart } from '#tests/support/settings.ts'
import { fixture } from '../fixture.ts'
import { freshEmail, pendingChange } from './pending.ts'

const { app, store, person, callLate, entriesOf, withMail, ...rules } = await fixture()
const path = '/email/pending'
const outbox = await withMail()

beforeEach(async () => {
  app.clock.set(testStart)
  outbox.refuseWith(null)
  await app.changeSettings({ smtpEnabled: true })
})

afterAll(() => outbox.close())

/** The messages that the work sends, by recipient. */
async function sentBy(work: () => Promise<unknown>) {
  // What the requests before it send is no work of its.
  await responsesFollowedUp()
  const before = outbox.messages.length
  await work()
  await responsesFollowedUp()
  return new Map(outbox.messages.slice(before).map((mail) => [mail.to.join(), mail]))
}

describe('200', () => {
  test('keeps the present address, mails a code to the new one and tells the old one', async () => {
    const { user, ask } = await person({ forgotPasswordCodeHash: 'b'.repeat(64), locale: 'de' })
    const email = freshEmail()
    const entries = await entriesOf(async () => {
      const sent = await sentBy(async () => {
        const body = { currentPassword: user.password, email: ` ${email.toUpperCase()} ` }
        expect((await ask('PUT', path, body)).body).toEqual({ pendingEmail: email })
      })
      expect([...sent.keys()].toSorted()).toEqual([user.email, email].toSorted())
      const stored = await store.users.findById(user.id)
      expect(stored).toMatchObject({
        email: user.email,
        emailVerified: true,
        updatedAt: user.updatedAt,
        forgotPasswordCodeHash: 'b'.repeat(64),
        pendingEmail: email,
        pendingEmailCodeIssuedAt: testStart,
      })
      const sealed = stored?.pendingEmailCodeEncrypted ?? new Uint8Array()
      const code = testCipher.open(sealed, `users.pending_email_code_encrypted/${user.id}`)
      expect(code).toMatch(/^[A-Z]{3}[0-9]{3}$/)
      expect(sent.get(email)?.text).toContain(`/account/email?code=${code}`)
      expect(sent.get(email)?.text).toContain('lang="de"')
      expect(sent.get(user.email)?.text).toContain('/forgot-password')
      expect(sent.get(user.email)?.text).not.toContain(email)
      expect(sent.get(user.email)?.text).not.toContain(code)
    })
    const details = { userId: user.id, loggedInUser: user.subject }
    expect(entries).toEqual([{ event: 'requested_email_change', details }])
  })

  test('a second request replaces the first, whose code is void', async () => {
    const { user, ask, refusal } = await person(pendingChange())
    const email = freshEmail()
    const body = { currentPassword: user.password, email }
    expect((await ask('PUT', path, body)).body).toEqual({ pendingEmail: email })
    const { pendingEmailCodeEncrypted } = (await store.users.findById(user.id)) ?? {}
    const sealed = pendingEmailCodeEncrypted ?? new Uint8Array()
    const code = testCipher.open(sealed, `users.pending_email_code_encrypted/${user.id}`)
    const former = code === 'ABC123' ? 'ABC124' : 'ABC123'
    const sent = await refusal('POST', `${path}/confirmation`, { verificationCode: former })
    expect(sent).toEqual([400, 'INVALID_OR_EXPIRED_VERIFICATION_CODE'])
  })

  test('the address one has asks for nothing', async () => {
    const { user, ask } = await person()
    const body = { currentPassword: user.password, email: user.email.toUpperCase() }
    const sent = await sentBy(async () => {
      expect((await ask('PUT', path, body)).body).toEqual({ pendingEmail: '' })
    })
    expect(sent.size).toBe(0)
  })
})

describe('400', () => {
  rules.refusesBrokenBodies('PUT', path)

  test('while mail is off, before the password is looked at', async () => {
    await app.changeSettings({ smtpEnabled: false })
    const { refusal } = await person()
    const body = { currentPassword: 'wrong', email: freshEmail() }
    expect(await refusal('PUT', path, body)).toEqual([400, 'SMTP_NOT_ENABLED'])
  })

  test('without the password, or with a wrong one, whatever the address', async () => {
    const { user } = await person()
    const { refusal } = await person()
    const email = user.email
    expect(await refusal('PUT', path, { email })).toEqual([400, 'VALIDATION_ERROR'])
    const wrong = { currentPassword: 'Not-the-one-1', email }
    expect(await refusal('PUT', path, wrong)).toEqual([400, 'AUTHENTICATION_FAILED'])
  })

  test.each([
    ['', 'validator.email.required'],
    ['ada@', 'validator.email.invalid_format'],
    [`${'a'.repeat(60)}@example.org`, 'validator.email.too_long'],
  ])('the address %j', async (email, code) => {
    const { user, refusal } = await person()
    const body = { currentPassword: user.password, email }
    expect(await refusal('PUT', path, body)).toEqual([400, code])
  })

  test('without a code where the second factor is owed, and with a wrong one', async () => {
    const { user, refusal } = await person({
      otpEnabled: true,
      secrets: { otpSecret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' },
    })
    const body = { currentPassword: user.password, email: freshEmail() }
    expect(await refusal('PUT', path, body)).toEqual([400, 'OTP_CODE_REQUIRED'])
    const wrong = { ...body, otpCode: 'abcdef' }
    expect(await refusal('PUT', path, wrong)).toEqual([400, 'INVALID_OTP_CODE'])
  })
})

describe('404', () => {
  test('a user who is deleted meanwhile', async () => {
    const user = await aUser(store)
    await store.users.remove(user.id)
    const body = { currentPassword: user.password, email: freshEmail() }
    expect(await callLate(requestEmailChange, user, { body })).toBe('NOT_FOUND')
  })
})

describe('409', () => {
  test('an address that another user has', async () => {
    const { email } = await aUser(store)
    const { user, refusal } = await person()
    const body = { currentPassword: user.password, email }
    expect(await refusal('PUT', path, body)).toEqual([409, 'EMAIL_ALREADY_EXISTS'])
  })
})

describe('429', () => {
  test('a second message within a minute, also of 5 requests at once', async () => {
    const { user, refusal } = await person()
    const sent = await sentBy(async () => {
      const answers = await Promise.all(
        Array.from({ length: 5 }, () =>
          refusal('PUT', path, { currentPassword: user.password, email: freshEmail() }),
        ),
      )
      expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
      expect(answers.filter(([status]) => status === 429)).toHaveLength(4)
    })
    expect(sent.size).toBe(2)
  })
})

describe('500', () => {
  test('a message that is not taken: the code is void, and nothing changes', async () => {
    outbox.refuseWith('no such mailbox')
    const { user, refusal } = await person()
    const body = { currentPassword: user.password, email: freshEmail() }
    expect(await refusal('PUT', path, body)).toEqual([500, 'INTERNAL_SERVER_ERROR'])
    expect(await store.users.findById(user.id)).toMatchObject({
      email: user.email,
      pendingEmailCodeEncrypted: null,
    })
  })
})
