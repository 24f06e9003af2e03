import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { sendEmailVerification } from '#lib/api/account/email.ts'
import { sha256Base64url } from '#lib/base/crypto/hash.ts'
import { verificationCodePlace } from '#lib/domain/email/email-verification.ts'
import { aUser } from '#tests/support/people.ts'
import { testCipher, testStart } from '#tests/support/settings.ts'
import { fixture } from '../fixture.ts'

const { app, store, database, person, callLate, entriesOf, withMail } = await fixture()
const path = '/email/verification/send'
const outbox = await withMail()

beforeEach(async () => {
  app.clock.set(testStart)
  outbox.refuseWith(null)
  await app.changeSettings({ smtpEnabled: true })
})

afterAll(() => outbox.close())

const nothing = {
  emailVerificationSent: false,
  emailDestination: '',
  tooManyRequests: false,
  waitInSeconds: 0,
  emailVerified: false,
}

/** Resets the per-minute message budget, not the hourly one. */
const passMinute = (subject: string) =>
  database.rateLimit.deleteMany({
    where: { key: `email_verification_send:${sha256Base64url(subject)}` },
  })

describe('200', () => {
  test('mails a code in the user’s language', async () => {
    const { user, ask } = await person({ emailVerified: false, locale: 'fr' })
    const entries = await entriesOf(async () => {
      const { status, body } = await ask('POST', path)
      const sent = { ...nothing, emailVerificationSent: true, emailDestination: user.email }
      expect([status, body]).toEqual([200, sent])
    })
    const stored = await store.users.findById(user.id)
    const code = testCipher.open(
      stored?.emailVerificationCodeEncrypted ?? new Uint8Array(),
      verificationCodePlace(user.id),
    )
    expect(code).toMatch(/^[A-Z]{3}[0-9]{3}$/)
    expect(stored?.emailVerificationCodeIssuedAt).toEqual(app.clock.now())
    const message = await outbox.next()
    expect(message.to).toEqual([user.email])
    expect(message.text).toContain(code)
    expect(message.text).toContain('lang="fr"')
    const details = {
      userId: user.id,
      emailDestination: user.email,
      loggedInUser: user.subject,
    }
    expect(entries).toEqual([{ event: 'sent_email_verification_message', details }])
  })

  test('nothing for an address that is proven', async () => {
    const { ask } = await person()
    expect((await ask('POST', path)).body).toEqual({ ...nothing, emailVerified: true })
  })

  test('nothing within a minute of the last code, whatever became of the address', async () => {
    const { user, ask } = await person({ emailVerified: false })
    await ask('POST', path)
    await outbox.next()
    app.clock.advance(18)
    const email = `other-${user.email}`
    await ask('PUT', '/email', { currentPassword: user.password, email })
    const { body } = await ask('POST', path)
    expect(body).toEqual({ ...nothing, tooManyRequests: true, waitInSeconds: 42 })
    app.clock.advance(42)
    await passMinute(user.subject)
    expect((await ask('POST', path)).body).toMatchObject({ emailDestination: email })
    // The notice about the changed address comes in between.
    const subjects = [await outbox.next(), await outbox.next()].map(({ to }) => to[0])
    expect(subjects.toSorted()).toEqual([user.email, email].toSorted())
  })

  test('10 at once send one message', async () => {
    const { ask } = await person({ emailVerified: false })
    const count = outbox.messages.length
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask('POST', path)))
    const sent = answers.filter(({ body }) => 'emailVerificationSent' in body)
    expect(sent.some(({ body }) => body.emailVerificationSent)).toBe(true)
    expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true)
    expect(outbox.messages.length - count).toBe(1)
    await outbox.next()
  })
})

describe('400', () => {
  test('while mail is off', async () => {
    await app.changeSettings({ smtpEnabled: false })
    const { refusal } = await person()
    expect(await refusal('POST', path)).toEqual([400, 'SMTP_NOT_ENABLED'])
  })
})

describe('404', () => {
  test('a user who is deleted meanwhile', async () => {
    const user = await aUser(store, { emailVerified: false })
    await store.users.remove(user.id)
    expect(await callLate(sendEmailVerification, user)).toBe('NOT_FOUND')
  })
})

describe('409', () => {
  test('an address that changed meanwhile', async () => {
    const user = await aUser(store, { emailVerified: false })
    await store.users.change(user.id, { email: `new-${user.email}` })
    expect(await callLate(sendEmailVerification, user)).toBe('CONCURRENT_UPDATE')
  })
})

describe('429', () => {
  test('the sixth message of an hour', async () => {
    const { user, ask } = await person({ emailVerified: false })
    for (let i = 0; i < 5; i++) {
      expect((await ask('POST', path)).body).toMatchObject({ emailVerificationSent: true })
      await outbox.next()
      await passMinute(user.subject)
      await store.users.change(user.id, { emailVerificationCodeIssuedAt: null })
    }
    const { status, headers, body } = await ask('POST', path)
    expect([status, body.error_code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(60)
  })
})

describe('500', () => {
  test('a message that is not taken: the code is withdrawn', async () => {
    outbox.refuseWith('no such mailbox')
    const { user, ask } = await person({ emailVerified: false })
    const entries = await entriesOf(async () => {
      const { status, body } = await ask('POST', path)
      expect([status, body.error_code]).toEqual([500, 'INTERNAL_SERVER_ERROR'])
      expect(body.error_description).not.toContain('mailbox')
    })
    expect(entries).toEqual([])
    expect(await store.users.findById(user.id)).toMatchObject({
      emailVerificationCodeEncrypted: null,
      emailVerificationCodeIssuedAt: null,
    })
  })
})
