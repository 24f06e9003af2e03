import { describe, expect, test } from 'vitest'
import { verifyPassword } from '#lib/domain/passwords/password.ts'
import { apiUser, call, outcome } from '#tests/support/api.ts'
import { aSession, aStoredGrant } from '#tests/support/granted.ts'
import { aClient, aUser, type TestUser } from '#tests/support/people.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { fixture, type UserAnswer } from './fixture.ts'

const { app, ask, refusal, store, database, manager, entriesOf, rulesOf } = await fixture()
const newPassword = 'Twelve-lanterns-4'
const rules = rulesOf('PUT', '/password', { newPassword })

const save = (user: TestUser, password: unknown) =>
  ask<UserAnswer>('PUT', `/users/${user.id}/password`, { newPassword: password })

describe('200', () => {
  test('everything obtained with the former password ends', async () => {
    const user = await aUser(store, { forgotPasswordCodeHash: 'e'.repeat(64) })
    const client = await aClient(store)
    const session = await aSession(store, user, [client])
    const { sessionIdentifier } = session
    const bound = await aStoredGrant(store, user, client, { sessionIdentifier, used: false })
    const offline = await aStoredGrant(store, user, client, { offline: true })
    const entries = await entriesOf(async () => {
      const { status, body } = await save(user, newPassword)
      expect([status, body.user.id]).toEqual([200, user.id])
      expect(JSON.stringify(body)).not.toContain('argon2')
    })
    const stored = await store.users.findById(user.id)
    expect(await verifyPassword(stored?.passwordHash ?? '', newPassword)).toBe('right')
    expect(stored).toMatchObject({
      authStateGeneration: user.authStateGeneration + 1,
      forgotPasswordCodeHash: null,
    })
    expect(await sessionsOf(store, user.id)).toEqual([])
    const where = { userId: user.id }
    expect(await database.refreshToken.count({ where: { ...where, revoked: false } })).toBe(0)
    expect(await database.code.count({ where: { ...where, revoked: false } })).toBe(0)
    expect(await database.grant.count({ where: { ...where, revokedAt: null } })).toBe(0)
    const loggedInUser = manager.client.clientIdentifier
    expect(entries).toEqual([
      { event: 'updated_user_authentication', details: { userId: user.id, loggedInUser } },
      {
        event: 'revoked_user_auth_state',
        details: {
          userId: user.id,
          reason: 'admin_password_set',
          loggedInUser,
          terminatedSessionIdentifiers: [sessionIdentifier],
          revokedRefreshTokenJtis: expect.toSatisfy(
            (jtis: string[]) =>
              jtis.length === 2 &&
              jtis.includes(bound.refreshToken.jti) &&
              jtis.includes(offline.refreshToken.jti),
          ),
          preservedSessionIdentifier: '',
          oldGeneration: user.authStateGeneration,
          newGeneration: user.authStateGeneration + 1,
        },
      },
    ])
  })

  test('access tokens stop working at once', async () => {
    const user = await aUser(store)
    const token = await apiUser(app, user, ['admin-read'])
    expect((await call(token, 'GET', '/users/search')).status).toBe(200)
    await save(user, newPassword)
    expect(await outcome(call(token, 'GET', '/users/search'))).toEqual([401, 'INVALID_TOKEN'])
  })

  test('blanks at the ends belong to the password', async () => {
    const user = await aUser(store)
    await save(user, ' spaced out words ')
    const hash = (await store.users.findById(user.id))?.passwordHash ?? ''
    expect(await verifyPassword(hash, ' spaced out words ')).toBe('right')
    expect(await verifyPassword(hash, 'spaced out words')).toBe('wrong')
  })
})

describe('400', () => {
  rules.refusesMalformedIds()
  rules.refusesBrokenBodies()

  test('an empty password, before the user is looked for', async () => {
    for (const body of [{}, { newPassword: '' }, { newPassword: null }]) {
      expect(await refusal('PUT', '/users/999999/password', body)).toEqual([
        400,
        'VALIDATION_ERROR',
      ])
    }
  })

  test.each([
    ['low', 'sevenor', 'too_short'],
    ['low', 'x'.repeat(129), 'too_long'],
    ['low', 'Welcome123', 'too_common'],
    ['low', 'own.name2031', 'too_common'],
    ['medium', 'ALLUPPERCASE1', 'lowercase_required'],
    ['medium', 'alllowercase1', 'uppercase_required'],
    ['medium', 'NoDigitsAtAll', 'number_required'],
    ['high', 'NoSymbolHere12', 'special_char_required'],
  ])('policy %s: %s → %s', async (passwordPolicy, password, key) => {
    await app.changeSettings({ passwordPolicy })
    const user =
      (await store.users.findByEmail('own.name@people.example')) ??
      (await aUser(store, { email: 'own.name@people.example' }))
    expect(await refusal('PUT', `/users/${user.id}/password`, { newPassword: password })).toEqual([
      400,
      `validator.password.${key}`,
    ])
    await app.changeSettings({ passwordPolicy: 'low' })
    expect(await store.users.findById(user.id)).toMatchObject({ authStateGeneration: 0 })
  })
})

describe('403', () => rules.refusesGranularScopes())

describe('404', () => rules.refusesUnknownIds())
