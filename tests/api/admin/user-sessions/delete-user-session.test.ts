import { describe, expect, test } from 'vitest'
import { apiUser, call, outcome } from '#tests/support/api.ts'
import { aSession, aStoredGrant } from '#tests/support/granted.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { fixture, malformedIds, unknownIds } from '../fixture.ts'

const { app, ask, refusal, store, database, manager, granular, entriesOf, anAdministrator } =
  await fixture()

describe('200', () => {
  test('ends the session with its codes and tokens, offline ones too, and no other', async () => {
    const user = await aUser(store)
    const client = await aClient(store)
    const session = await aSession(store, user, [client])
    const other = await aSession(store, user, [client])
    const { sessionIdentifier } = session
    const bound = await aStoredGrant(store, user, client, { sessionIdentifier, used: false })
    const offline = await aStoredGrant(store, user, client, { sessionIdentifier, offline: true })
    const kept = await aStoredGrant(store, user, client, {
      sessionIdentifier: other.sessionIdentifier,
    })
    const entries = await entriesOf(async () => {
      const { body } = await ask('DELETE', `/user-sessions/${session.id}`)
      expect(body).toEqual({ success: true })
    })
    expect((await sessionsOf(store, user.id)).map(({ id }) => id)).toEqual([other.id])
    const live = await database.refreshToken.findMany({
      where: { userId: user.id, revoked: false },
      select: { jti: true },
    })
    expect(live).toEqual([{ jti: kept.refreshToken.jti }])
    const loggedInUser = manager.client.clientIdentifier
    expect(entries).toEqual([
      { event: 'deleted_user_session', details: { userSessionId: session.id, loggedInUser } },
      {
        event: 'terminated_user_session',
        details: {
          userId: user.id,
          userSessionId: session.id,
          sessionIdentifier,
          loggedInUser,
          revokedCodeCount: 2,
          revokedRefreshTokenJtis: expect.arrayContaining([
            bound.refreshToken.jti,
            offline.refreshToken.jti,
          ]),
        },
      },
    ])
  })

  test('the session of the token that asks: the next call is not let in', async () => {
    const user = await aUser(store)
    const self = await apiUser(app, user, ['manage'])
    const [session] = await sessionsOf(store, user.id)
    expect((await call(self, 'DELETE', `/user-sessions/${session?.id}`)).status).toBe(200)
    expect((await call(self, 'GET', '/users/search')).status).toBe(401)
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('DELETE', `/user-sessions/${id}`)).toEqual([400, 'VALIDATION_ERROR'])
  })

  test('the identifier in place of the id', async () => {
    const { sessionIdentifier } = await aSession(store, await aUser(store))
    const answer = refusal('DELETE', `/user-sessions/${sessionIdentifier}`)
    expect(await answer).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('403', () => {
  test('a granular scope and the session of an administrator', async () => {
    const user = await anAdministrator()
    const { id } = await aSession(store, user)
    const answer = call(granular, 'DELETE', `/user-sessions/${id}`)
    expect(await outcome(answer)).toEqual([403, 'MANAGE_SCOPE_REQUIRED'])
    expect(await sessionsOf(store, user.id)).toHaveLength(1)
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s', async (id) => {
    expect(await refusal('DELETE', `/user-sessions/${id}`)).toEqual([404, 'NOT_FOUND'])
  })

  test('for all but one of 20 who end it at once', async () => {
    const { id } = await aSession(store, await aUser(store))
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => refusal('DELETE', `/user-sessions/${id}`)),
    )
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
    expect(answers.filter(([, code]) => code === 'NOT_FOUND')).toHaveLength(19)
  })
})
