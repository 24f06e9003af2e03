import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { confirmEmailChange } from '#lib/api/account/pending-email.ts'
import { responsesFollowedUp } from '#lib/base/concurrency/after-response.ts'
import { aUser } from '#tests/support/people.ts'
import { testStart } from '#tests/support/settings.ts'
import { fixture, type UserAnswer } from '../fixture.ts'
import { freshEmail, pendingChange } from './pending.ts'

const { app, store, person, callLate, entriesOf, withMail, refusesBrokenBodies } = await fixture()
const path = '/email/pending/confirmation'
const outbox = await withMail()
const code = { verificationCode: 'ABC123' }
const wrong = [400, 'INVALID_OR_EXPIRED_VERIFICATION_CODE']

beforeEach(() => app.clock.set(testStart))
afterAll(() => outbox.close())

describe('200', () => {
  test('the address is the user’s own and verified; links to the old one end; it is told', async () => {
    const email = freshEmail()
    const { user, ask } = await person({
      ...pendingChange(email),
      forgotPasswordCodeHash: 'c'.repeat(64),
    })
    app.clock.advance(60)
    const before = outbox.messages.length
    const entries = await entriesOf(async () => {
      const { status, body } = await ask<UserAnswer>('POST', path, { verificationCode: ' abc123 ' })
      expect([status, body.user]).toMatchObject([200, { email, emailVerified: true }])
    })
    const details = { userId: user.id, loggedInUser: user.subject }
    expect(entries).toEqual([
      { event: 'updated_own_email', details },
      { event: 'verified_email', details },
    ])
    expect(await store.users.findById(user.id)).toMatchObject({
      forgotPasswordCodeHash: null,
      pendingEmail: '',
      pendingEmailCodeEncrypted: null,
    })
    await responsesFollowedUp()
    expect(outbox.messages.slice(before).map(({ to }) => to)).toEqual([[user.email]])
  })

  test('of two equal requests at once the second one finds it done', async () => {
    const user = await aUser(store, pendingChange())
    const entries = await entriesOf(async () => {
      expect(await callLate(confirmEmailChange, user, { body: code })).toBeNull()
      expect(await callLate(confirmEmailChange, user, { body: code })).toBeNull()
    })
    expect(entries.map(({ event }) => event)).toEqual(['updated_own_email', 'verified_email'])
    expect(await store.users.findById(user.id)).toMatchObject({ email: user.pendingEmail })
  })
})

describe('400', () => {
  refusesBrokenBodies('POST', path)

  test('a wrong code, none, and one where no address waits', async () => {
    const { user, refusal } = await person(pendingChange())
    const entries = await entriesOf(async () => {
      expect(await refusal('POST', path, { verificationCode: 'ABC124' })).toEqual(wrong)
      expect(await refusal('POST', path, {})).toEqual(wrong)
    })
    const details = { userId: user.id, loggedInUser: user.subject }
    const failure = { event: 'failed_email_verification_code', details }
    expect(entries).toEqual([failure, failure])
    const other = await person()
    expect(await other.refusal('POST', path, { verificationCode: '' })).toEqual(wrong)
  })

  test('after thirty minutes', async () => {
    const user = await aUser(store, pendingChange())
    app.clock.advance(30 * 60)
    expect(await callLate(confirmEmailChange, user, { body: code })).toBe(wrong[1])
  })

  test('an address whose domain was blocked meanwhile', async () => {
    const user = await aUser(store, pendingChange())
    await app.changeSettings({ registrationBlockedEmailDomains: 'changed.example' })
    const refused = await callLate(confirmEmailChange, user, { body: code })
    await app.changeSettings({ registrationBlockedEmailDomains: '' })
    expect(refused).toBe('validator.email.domain_not_allowed')
    expect(await store.users.findById(user.id)).toMatchObject({ email: user.email })
  })

  test('after the password was changed', async () => {
    const user = await aUser(store, pendingChange())
    const authStateGeneration = user.authStateGeneration + 1
    const changed = { ...user, authStateGeneration }
    expect(await callLate(confirmEmailChange, changed, { body: code })).toBe(wrong[1])
    await store.users.change(user.id, { authStateGeneration })
    expect(await callLate(confirmEmailChange, user, { body: code })).toBe(wrong[1])
    expect(await store.users.findById(user.id)).toMatchObject({ email: user.email })
  })

  test('after the address was called off or replaced meanwhile', async () => {
    const user = await aUser(store, pendingChange())
    await store.users.clearPendingEmail(user.id)
    expect(await callLate(confirmEmailChange, user, { body: code })).toBe(wrong[1])
  })
})

describe('404', () => {
  test('a user who is deleted meanwhile', async () => {
    const user = await aUser(store, pendingChange())
    await store.users.remove(user.id)
    expect(await callLate(confirmEmailChange, user, { body: code })).toBe('NOT_FOUND')
  })
})

describe('409', () => {
  test('an address that another user has by now', async () => {
    const other = await aUser(store)
    const { user, refusal } = await person(pendingChange(other.email))
    expect(await refusal('POST', path, code)).toEqual([409, 'EMAIL_ALREADY_EXISTS'])
    expect(await store.users.findById(user.id)).toMatchObject({ email: user.email })
  })
})

describe('429', () => {
  test('after five failures the right code is not looked at', async () => {
    const { refusal } = await person(pendingChange())
    for (let i = 0; i < 5; i++) {
      expect(await refusal('POST', path, { verificationCode: 'ABC124' })).toEqual(wrong)
    }
    expect(await refusal('POST', path, code)).toEqual([429, 'TOO_MANY_REQUESTS'])
  })
})
