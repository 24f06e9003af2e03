import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { verifyEmail } from '#lib/api/account/email.ts'
import { verificationCodePlace } from '#lib/domain/email/email-verification.ts'
import { aUser } from '#tests/support/people.ts'
import { testCipher, testStart } from '#tests/support/settings.ts'
import { fixture, type UserAnswer } from '../fixture.ts'

const { app, store, person, callLate, entriesOf, withMail, refusesBrokenBodies } = await fixture()
const path = '/email/verification'
const outbox = await withMail()
const wrong = [400, 'INVALID_OR_EXPIRED_VERIFICATION_CODE']

beforeEach(async () => {
  app.clock.set(testStart)
  await app.changeSettings({ smtpEnabled: true })
})

afterAll(() => outbox.close())

/** Columns of a user who was sent the code ABC123. */
const pending = () => ({
  emailVerified: false,
  secrets: { emailVerificationCode: 'ABC123' },
  emailVerificationCodeIssuedAt: testStart,
})

/** Sends the code ABC123 to an existing user. */
async function sendAgain({ id }: { readonly id: number }): Promise<void> {
  await store.users.change(id, {
    emailVerified: false,
    emailVerificationCodeEncrypted: testCipher.seal('ABC123', verificationCodePlace(id)),
    emailVerificationCodeIssuedAt: testStart,
  })
}

describe('200', () => {
  test('the code proves the address, in any case and with blanks around it', async () => {
    const { user, ask } = await person(pending())
    app.clock.advance(299)
    const entries = await entriesOf(async () => {
      const { status, body } = await ask<UserAnswer>('POST', path, { verificationCode: ' abc123 ' })
      expect([status, body.user.emailVerified]).toEqual([200, true])
    })
    expect(await store.users.findById(user.id)).toMatchObject({
      emailVerificationCodeEncrypted: null,
      emailVerificationCodeIssuedAt: null,
    })
    const details = { userId: user.id, loggedInUser: user.subject }
    expect(entries).toEqual([{ event: 'verified_email', details }])
  })

  test.each(['ABC-123', 'ＡＢＣ１２３', 'abc ١٢٣', '\u200eABC123\u200b', 'Code: ABC123.'])(
    'the code typed or pasted as %j proves it too',
    async (verificationCode) => {
      const { refusal } = await person(pending())
      expect(await refusal('POST', path, { verificationCode })).toEqual([200, ''])
    },
  )

  test('an address that is proven already, whatever is sent', async () => {
    const { ask } = await person()
    expect((await ask('POST', path, { verificationCode: 'XXX000' })).status).toBe(200)
  })

  test('5 times at once: done once, and nobody is refused', async () => {
    const { refusal } = await person(pending())
    const entries = await entriesOf(async () => {
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => refusal('POST', path, { verificationCode: 'ABC123' })),
      )
      expect(answers).toEqual(Array.from({ length: 5 }, () => [200, '']))
    })
    expect(entries.map(({ event }) => event)).toEqual(['verified_email'])
  })

  test('right codes cost nothing of the budget of failures', async () => {
    const { user, refusal } = await person(pending())
    for (let i = 0; i < 7; i++) {
      await sendAgain(user)
      expect(await refusal('POST', path, { verificationCode: 'ABC123' })).toEqual([200, ''])
    }
  })
})

describe('400', () => {
  refusesBrokenBodies('POST', path)

  test('while mail is off', async () => {
    await app.changeSettings({ smtpEnabled: false })
    const { refusal } = await person(pending())
    expect(await refusal('POST', path, '{')).toEqual([400, 'SMTP_NOT_ENABLED'])
  })

  test('a wrong code, none, and one where none was sent', async () => {
    const { user, refusal } = await person(pending())
    const entries = await entriesOf(async () => {
      expect(await refusal('POST', path, { verificationCode: 'ABC124' })).toEqual(wrong)
      expect(await refusal('POST', path, {})).toEqual(wrong)
    })
    const failure = {
      event: 'failed_email_verification_code',
      details: { userId: user.id, loggedInUser: user.subject },
    }
    expect(entries).toEqual([failure, failure])
    const other = await person({ emailVerified: false })
    expect(await other.refusal('POST', path, { verificationCode: '' })).toEqual(wrong)
  })

  test('after five minutes', async () => {
    const { refusal } = await person(pending())
    app.clock.advance(300)
    // The access token has expired too, so the operation is called directly.
    expect(await refusal('GET', '/profile')).toEqual([401, 'INVALID_TOKEN'])
    const user = await aUser(store, pending())
    const body = { verificationCode: 'ABC123' }
    expect(await callLate(verifyEmail, user, { body })).toBe(wrong[1])
  })

  test('the code of an address that was changed meanwhile', async () => {
    const user = await aUser(store, pending())
    await store.users.change(user.id, { email: `new-${user.email}`, emailVerified: true })
    const body = { verificationCode: 'ABC123' }
    expect(await callLate(verifyEmail, user, { body })).toBe(wrong[1])
  })

  test('a code that another one replaced meanwhile', async () => {
    const user = await aUser(store, pending())
    const emailVerificationCodeEncrypted = testCipher.seal('XYZ789', verificationCodePlace(user.id))
    await store.users.change(user.id, { emailVerificationCodeEncrypted })
    const body = { verificationCode: 'ABC123' }
    expect(await callLate(verifyEmail, user, { body })).toBe(wrong[1])
    expect(await store.users.findById(user.id)).toMatchObject({ emailVerified: false })
  })
})

describe('404', () => {
  test('a user who is deleted meanwhile', async () => {
    const user = await aUser(store, pending())
    await store.users.remove(user.id)
    const body = { verificationCode: 'ABC123' }
    expect(await callLate(verifyEmail, user, { body })).toBe('NOT_FOUND')
  })
})

describe('429', () => {
  test('after five failures the right code is not looked at', async () => {
    const { ask, refusal } = await person(pending())
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => refusal('POST', path, { verificationCode: 'ABC124' })),
    )
    expect(answers.filter(([status]) => status === 400)).toHaveLength(5)
    const { status, headers } = await ask('POST', path, { verificationCode: 'ABC123' })
    expect(status).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(880)
  })
})

describe('500', () => {
  test('a stored code that cannot be read, which is no failed attempt', async () => {
    const { user, refusal } = await person(pending())
    await store.users.change(user.id, { emailVerificationCodeEncrypted: new Uint8Array(40) })
    const attempt = () => refusal('POST', path, { verificationCode: 'ABC123' })
    for (let i = 0; i < 6; i++) expect(await attempt()).toEqual([500, 'INTERNAL_SERVER_ERROR'])
    await sendAgain(user)
    expect(await attempt()).toEqual([200, ''])
  })
})
