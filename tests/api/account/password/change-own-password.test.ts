import { describe, expect, test } from 'vitest'
import { changeOwnPassword } from '#lib/api/account/password.ts'
import { hashPassword, verifyPassword } from '#lib/domain/passwords/password.ts'
import { call, outcome } from '#tests/support/api.ts'
import { whileTooManySignIn } from '#tests/support/busy.ts'
import { aSession, aStoredGrant } from '#tests/support/granted.ts'
import { refresh, requestToken, signIn } from '#tests/support/oauth.ts'
import { aClient, aUser, grantToUser } from '#tests/support/people.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { fixture, subjectsOf, type UserAnswer } from '../fixture.ts'

const { app, store, database, person, callLate, entriesOf, withMail, ...rules } = await fixture()
const newPassword = 'Twelve-lanterns-4'
const sent = (user: { password: string }) => ({ currentPassword: user.password, newPassword })

describe('200', () => {
  test('the session that asks stays with its tokens; everything else ends', async () => {
    const { user, token, ask } = await person({ forgotPasswordCodeHash: 'b'.repeat(64) })
    const [own] = await sessionsOf(store, user.id)
    const sessionIdentifier = own?.sessionIdentifier ?? ''
    const client = await aClient(store)
    const bound = await aStoredGrant(store, user, client, { sessionIdentifier })
    const unspent = await aStoredGrant(store, user, client, { sessionIdentifier, used: false })
    const other = await aSession(store, user, [client])
    const foreign = await aStoredGrant(store, user, client, {
      sessionIdentifier: other.sessionIdentifier,
      offline: true,
    })
    const loose = await aStoredGrant(store, user, client)
    const entries = await entriesOf(async () => {
      const { status, body } = await ask<UserAnswer>('PUT', '/password', sent(user))
      expect([status, body.user.id]).toEqual([200, user.id])
    })
    const stored = await store.users.findById(user.id)
    expect(await verifyPassword(stored?.passwordHash ?? '', newPassword)).toBe('right')
    expect(stored).toMatchObject({ authStateGeneration: 1, forgotPasswordCodeHash: null })
    expect((await sessionsOf(store, user.id)).map(({ id }) => id)).toEqual([own?.id])
    const live = await database.refreshToken.findMany({
      where: { userId: user.id, revoked: false },
    })
    const jtis = live.map(({ jti }) => jti)
    expect(jtis).toEqual(expect.arrayContaining([bound.refreshToken.jti, unspent.refreshToken.jti]))
    expect(jtis).not.toContain(foreign.refreshToken.jti)
    expect(jtis).not.toContain(loose.refreshToken.jti)
    expect(live.every(({ authStateGeneration }) => authStateGeneration === 1)).toBe(true)
    const where = { userId: user.id, used: false, revoked: false }
    expect(await database.code.count({ where })).toBe(0)
    expect(await outcome(call(token, 'GET', '/api/v1/account/profile'))).toEqual([200, ''])
    const details = { userId: user.id, loggedInUser: user.subject }
    expect(entries).toEqual([
      { event: 'changed_password', details },
      {
        event: 'revoked_user_auth_state',
        details: {
          ...details,
          reason: 'password_change',
          terminatedSessionIdentifiers: [other.sessionIdentifier],
          revokedRefreshTokenJtis: expect.arrayContaining([
            foreign.refreshToken.jti,
            loose.refreshToken.jti,
          ]),
          preservedSessionIdentifier: sessionIdentifier,
          oldGeneration: 0,
          newGeneration: 1,
        },
      },
    ])
  })

  test('a real session of another client: its refresh token is refused afterwards', async () => {
    const { user, ask } = await person()
    const client = await aClient(store)
    const elsewhere = await signIn(app, client, user)
    const { body } = await requestToken(app, client, {
      grant_type: 'authorization_code',
      code: elsewhere.code,
      redirect_uri: client.redirectUri,
      code_verifier: elsewhere.verifier,
    })
    expect((await ask('PUT', '/password', sent(user))).status).toBe(200)
    expect((await ask('GET', '/profile')).status).toBe(200)
    const refreshed = await refresh(app, client, body.refresh_token ?? '')
    expect([refreshed.status, refreshed.body.error]).toEqual([400, 'invalid_grant'])
  })

  test('a token without a session preserves nothing, itself included', async () => {
    const user = await aUser(store)
    await grantToUser(store, user, 'authserver:manage-account')
    const client = await aClient(store, { resourceOwnerPasswordCredentialsEnabled: true })
    const { body } = await requestToken(app, client, {
      grant_type: 'password',
      username: user.email,
      password: user.password,
      scope: 'openid authserver:manage-account',
    })
    const token = { server: app, value: body.access_token ?? '' }
    const path = '/api/v1/account/password'
    expect(await outcome(call(token, 'PUT', path, sent(user)))).toEqual([200, ''])
    expect(await outcome(call(token, 'GET', '/api/v1/account/profile'))).toEqual([
      401,
      'INVALID_TOKEN',
    ])
  })

  test('the same password again; the user is told by mail', async () => {
    const outbox = await withMail()
    const { user, ask } = await person()
    const again = { currentPassword: user.password, newPassword: user.password }
    expect((await ask('PUT', '/password', again)).status).toBe(200)
    expect(await subjectsOf(outbox)).toHaveLength(1)
    expect(outbox.messages[0]?.to).toEqual([user.email])
    expect(outbox.messages[0]?.raw).not.toContain(user.password)
    await app.changeSettings({ smtpEnabled: false })
    await outbox.close()
  })
})

describe('400', () => {
  rules.refusesBrokenBodies('PUT', '/password')

  test('without one of the passwords, which is not charged', async () => {
    const { user, refusal } = await person()
    const missing = [{ newPassword }, { currentPassword: user.password }, {}]
    for (const body of [...missing, ...missing]) {
      expect(await refusal('PUT', '/password', body)).toEqual([400, 'VALIDATION_ERROR'])
    }
    expect(await refusal('PUT', '/password', sent(user))).toEqual([200, ''])
  })

  test('a wrong password comes before the policy', async () => {
    const { user, refusal } = await person()
    for (const currentPassword of ['wrong', ` ${user.password}`]) {
      const answer = await refusal('PUT', '/password', { currentPassword, newPassword: 'x' })
      expect(answer).toEqual([400, 'AUTHENTICATION_FAILED'])
    }
  })

  test('a password that is made of the own address', async () => {
    const { user, refusal } = await person()
    const [newPassword] = user.email.split('@')
    const body = { currentPassword: user.password, newPassword }
    expect(await refusal('PUT', '/password', body)).toEqual([400, 'validator.password.too_common'])
  })

  test.each([
    ['low', 'sevenor', 'too_short'],
    ['low', 'x'.repeat(129), 'too_long'],
    ['low', 'Welcome123', 'too_common'],
    ['medium', 'ALLUPPERCASE1', 'lowercase_required'],
    ['medium', 'alllowercase1', 'uppercase_required'],
    ['medium', 'NoDigitsAtAll', 'number_required'],
    ['high', 'NoSymbolHere12', 'special_char_required'],
  ])('policy %s: %s → %s', async (passwordPolicy, password, key) => {
    await app.changeSettings({ passwordPolicy })
    const { user, refusal } = await person()
    const body = { currentPassword: user.password, newPassword: password }
    expect(await refusal('PUT', '/password', body)).toEqual([400, `validator.password.${key}`])
    await app.changeSettings({ passwordPolicy: 'low' })
    expect(await store.users.findById(user.id)).toMatchObject({ authStateGeneration: 0 })
  })

  test('of 4 changes at once with one password, one is made', async () => {
    const { user, refusal } = await person()
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, i) =>
        refusal('PUT', '/password', { ...sent(user), newPassword: `${newPassword}${i}` }),
      ),
    )
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
    const refused = answers.filter(([status]) => status !== 200)
    expect(refused).toEqual(Array.from({ length: 3 }, () => [400, 'AUTHENTICATION_FAILED']))
    expect(await store.users.findById(user.id)).toMatchObject({ authStateGeneration: 1 })
  })
})

describe('401', () => {
  test('a session that is ended at the same time, and no failure of the server', async () => {
    for (let i = 0; i < 5; i++) {
      const { user, refusal } = await person()
      const [own] = await sessionsOf(store, user.id)
      const [changed, ended] = await Promise.all([
        refusal('PUT', '/password', sent(user)),
        refusal('DELETE', `/sessions/${own?.id}`),
      ])
      expect([200, 401]).toContain(changed[0])
      expect([200, 401, 404]).toContain(ended[0])
    }
  })
})

describe('404', () => {
  const body = { currentPassword: 'Battery-staple-7', newPassword }
  rules.refusesGoneUsers(changeOwnPassword, { body })

  test('nothing is written for a user whose password changed since', async () => {
    const passwordHash = await hashPassword(body.currentPassword)
    const user = await aUser(store, { passwordHash })
    await store.users.change(user.id, { authStateGeneration: 1 })
    expect(await callLate(changeOwnPassword, user, { body })).toBe('AUTHENTICATION_FAILED')
    expect((await store.users.findById(user.id))?.passwordHash).toBe(user.passwordHash)
  })
})

describe('429', () => {
  test('after five failures the right password is not looked at', async () => {
    const { user, ask, refusal } = await person()
    for (let i = 0; i < 5; i++) {
      const body = { currentPassword: 'wrong', newPassword }
      expect(await refusal('PUT', '/password', body)).toEqual([400, 'AUTHENTICATION_FAILED'])
    }
    const { status, headers } = await ask('PUT', '/password', sent(user))
    expect(status).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(880)
  })

  test('while more people sign in than can be served, which is no failure', async () => {
    const { user, ask, refusal } = await person()
    for (let i = 0; i < 6; i++) {
      const asking = () => ask('PUT', '/password', sent(user))
      const { status, headers, body } = await whileTooManySignIn(asking)
      expect([status, body]).toMatchObject([429, { error_code: 'TOO_MANY_REQUESTS' }])
      expect(headers.get('retry-after')).toMatch(/^([2-9]|10)$/)
    }
    expect(await refusal('PUT', '/password', sent(user))).toEqual([200, ''])
  })
})
