import { describe, expect, test } from 'vitest'
import { aSession, aStoredGrant } from '#tests/support/granted.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { fixture, malformedOwnIds, unknownOwnIds } from '../fixture.ts'

const { store, database, person, entriesOf } = await fixture()

describe('200', () => {
  test('ends a session with its codes and tokens, offline ones too, and no other', async () => {
    const { user, ask } = await person()
    const client = await aClient(store)
    const { id, sessionIdentifier } = await aSession(store, user, [client])
    const bound = await aStoredGrant(store, user, client, { sessionIdentifier, used: false })
    const offline = await aStoredGrant(store, user, client, { sessionIdentifier, offline: true })
    const entries = await entriesOf(async () => {
      const { body } = await ask('DELETE', `/sessions/${id}`)
      expect(body).toEqual({ success: true })
    })
    const jtis = [bound, offline].map(({ refreshToken }) => refreshToken.jti)
    const where = { jti: { in: jtis }, revoked: false }
    expect(await database.refreshToken.count({ where })).toBe(0)
    expect((await ask('GET', '/profile')).status).toBe(200)
    const loggedInUser = user.subject
    expect(entries).toEqual([
      { event: 'deleted_user_session', details: { userSessionId: id, loggedInUser } },
      {
        event: 'terminated_user_session',
        details: {
          userId: user.id,
          userSessionId: id,
          sessionIdentifier,
          loggedInUser,
          revokedCodeCount: 2,
          revokedRefreshTokenJtis: expect.arrayContaining(jtis),
        },
      },
    ])
  })

  test('the session that asks: the next call is not let in', async () => {
    const { user, ask, refusal } = await person()
    const [own] = await sessionsOf(store, user.id)
    expect((await ask('DELETE', `/sessions/${own?.id}`)).status).toBe(200)
    expect(await refusal('GET', '/profile')).toEqual([401, 'INVALID_TOKEN'])
  })
})

describe('400', () => {
  test.each(malformedOwnIds)('the id %s', async (id) => {
    const { refusal } = await person()
    expect(await refusal('DELETE', `/sessions/${id}`)).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('403', () => {
  test('the session of somebody else', async () => {
    const { refusal } = await person()
    const { id } = await aSession(store, await aUser(store))
    expect(await refusal('DELETE', `/sessions/${id}`)).toEqual([403, 'FORBIDDEN'])
    expect(await store.sessions.findById(id)).not.toBe(null)
  })
})

describe('404', () => {
  test.each(unknownOwnIds)('the id %s', async (id) => {
    const { refusal } = await person()
    expect(await refusal('DELETE', `/sessions/${id}`)).toEqual([404, 'NOT_FOUND'])
  })

  test('for all but one of 20 who end it at once', async () => {
    const { user, refusal } = await person()
    const { id } = await aSession(store, user)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => refusal('DELETE', `/sessions/${id}`)),
    )
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
    expect(answers.filter(([, code]) => code === 'NOT_FOUND')).toHaveLength(19)
  })
})
