import { describe, expect, test } from 'vitest'
import { outcome } from '#tests/support/api.ts'
import { aSession } from '#tests/support/granted.ts'
import { aUser, type TestUser } from '#tests/support/people.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { fixture, type UserAnswer } from './fixture.ts'

const { app, ask, refusal, store, manager, entriesOf, rulesOf } = await fixture()

let count = 0
const fresh = () => `changed${count++}@people.example`
const rules = rulesOf('PUT', '/email', { email: 'rules@people.example' })
const save = (user: TestUser, body: object) =>
  ask<UserAnswer>('PUT', `/users/${user.id}/email`, body)

describe('200', () => {
  test('replaces the address and retires the codes for the former one', async () => {
    const user = await aUser(store, {
      emailVerificationCodeEncrypted: new Uint8Array([1]),
      emailVerificationCodeIssuedAt: app.clock.now(),
      forgotPasswordCodeHash: 'f'.repeat(64),
      forgotPasswordCodeIssuedAt: app.clock.now(),
    })
    await aSession(store, user)
    const entries = await entriesOf(async () => {
      const { status, body } = await save(user, { email: ' New.Address@People.Example ' })
      expect([status, body.user]).toMatchObject([
        200,
        { email: 'new.address@people.example', emailVerified: false },
      ])
    })
    expect(await store.users.findById(user.id)).toMatchObject({
      emailVerificationCodeEncrypted: null,
      emailVerificationCodeIssuedAt: null,
      forgotPasswordCodeHash: null,
      forgotPasswordCodeIssuedAt: null,
      authStateGeneration: user.authStateGeneration,
    })
    expect(await sessionsOf(store, user.id)).toHaveLength(1)
    const loggedInUser = manager.client.clientIdentifier
    expect(entries).toEqual([
      { event: 'updated_user_email', details: { userId: user.id, loggedInUser } },
    ])
  })

  test('the same address again, now verified', async () => {
    const user = await aUser(store, { emailVerified: false })
    const { body } = await save(user, { email: user.email, emailVerified: true })
    expect(body.user).toMatchObject({ email: user.email, emailVerified: true })
  })
})

describe('400', () => {
  rules.refusesMalformedIds()
  rules.refusesBrokenBodies()

  test.each([
    [{}, 'validator.email.required'],
    [{ email: ' ' }, 'validator.email.required'],
    [{ email: 'nobody' }, 'validator.email.invalid_format'],
    [{ email: `${'a'.repeat(51)}@x.example` }, 'validator.email.too_long'],
    [{ email: 'a@x.example', emailVerified: 1 }, 'INVALID_REQUEST_BODY'],
  ])('%o → %s', async (body, code) => {
    expect(await outcome(save(await aUser(store), body))).toEqual([400, code])
  })
})

describe('403', () => rules.refusesGranularScopes())

describe('404', () => rules.refusesUnknownIds())

describe('409', () => {
  test('an address that another user has', async () => {
    const { email } = await aUser(store)
    const answer = outcome(save(await aUser(store), { email: email.toUpperCase() }))
    expect(await answer).toEqual([409, 'EMAIL_ALREADY_EXISTS'])
  })

  test('30 users get one address at once: one of them keeps it', async () => {
    const users = await Promise.all(Array.from({ length: 30 }, () => aUser(store)))
    const email = fresh()
    const answers = await Promise.all(
      users.map(({ id }) => refusal('PUT', `/users/${id}/email`, { email })),
    )
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
    expect(answers.filter(([, code]) => code === 'EMAIL_ALREADY_EXISTS')).toHaveLength(29)
  })
})
