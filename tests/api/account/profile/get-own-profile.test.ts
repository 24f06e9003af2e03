import { describe, expect, test } from 'vitest'
import { apiUser, call, outcome } from '#tests/support/api.ts'
import { requestToken } from '#tests/support/oauth.ts'
import { aClient, grantToClient } from '#tests/support/people.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { fixture, type UserAnswer } from '../fixture.ts'

const { app, store, person } = await fixture()
const path = '/api/v1/account/profile'

describe('200', () => {
  test('the user of the token, without a password, a secret or a code', async () => {
    const { user, ask } = await person({ givenName: 'Grace', birthDate: '1906-12-09' })
    const { status, body } = await ask<UserAnswer>('GET', '/profile')
    expect([status, body.user]).toMatchObject([
      200,
      {
        id: user.id,
        subject: user.subject,
        givenName: 'Grace',
        birthDate: '1906-12-09T00:00:00Z',
        otpEnabled: false,
      },
    ])
    expect(Object.keys(body)).toEqual(['user'])
    expect(JSON.stringify(body)).not.toMatch(/argon2|secret|hash|verificationcode/i)
  })

  test('when the password was set; nothing for a password older than that is kept', async () => {
    const { user, ask } = await person()
    await store.users.change(user.id, { passwordChangedAt: null })
    expect((await ask<UserAnswer>('GET', '/profile')).body.user).not.toHaveProperty(
      'passwordChangedAt',
    )
    const sent = { currentPassword: user.password, newPassword: 'Another-staple-8' }
    expect((await ask('PUT', '/password', sent)).status).toBe(200)
    expect((await ask<UserAnswer>('GET', '/profile')).body.user).toMatchObject({
      passwordChangedAt: app.clock.now().toISOString(),
    })
  })
})

describe('the gate, in its order', () => {
  const clientToken = async (...permissions: string[]) => {
    const client = await aClient(store)
    const scopes = permissions.map((one) => `authserver:${one}`)
    await grantToClient(store, client, ...scopes)
    const sent = { grant_type: 'client_credentials', scope: scopes.join(' ') }
    const { body } = await requestToken(app, client, sent)
    return { server: app, value: body.access_token ?? '' }
  }

  test('a client without the permission lacks the scope; one with it is no user', async () => {
    const manager = await clientToken('manage')
    expect(await outcome(call(manager, 'GET', path))).toEqual([403, 'INSUFFICIENT_SCOPE'])
    const holder = await clientToken('manage-account')
    expect(await outcome(call(holder, 'GET', path))).toEqual([403, 'USER_CONTEXT_REQUIRED'])
  })

  test('a missing scope is told before the state of user and session', async () => {
    const { user } = await person()
    const token = await apiUser(app, user, ['admin-read'])
    await store.users.change(user.id, { enabled: false })
    expect(await outcome(call(token, 'GET', path))).toEqual([403, 'INSUFFICIENT_SCOPE'])
  })

  test('a disabled user, an ended session, one that is too old', async () => {
    const disabled = await person()
    await store.users.change(disabled.user.id, { enabled: false })
    const ended = await person()
    for (const { id } of await sessionsOf(store, ended.user.id)) {
      await store.sessions.remove(id)
    }
    const old = await person()
    for (const { id } of await sessionsOf(store, old.user.id)) {
      await store.sessions.update(id, { lastAccessed: new Date('2001-01-01') })
    }
    const texts: string[] = []
    for (const { ask } of [disabled, ended, old]) {
      const { status, body } = await ask('GET', '/profile')
      expect([status, body.error_code]).toEqual([401, 'INVALID_TOKEN'])
      texts.push(body.error_description)
    }
    const terminated = 'Session has been terminated'
    expect(texts).toEqual([terminated, terminated, 'Session has expired'])
  })
})
