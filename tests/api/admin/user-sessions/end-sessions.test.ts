import { describe, expect, test } from 'vitest'
import { addSeconds } from '#lib/base/time/clock.ts'
import { apiUser, call, outcome } from '#tests/support/api.ts'
import { aSession, aStoredGrant } from '#tests/support/granted.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { testStart } from '#tests/support/settings.ts'
import { brokenBodies } from '../fixture.ts'
import { fixture } from '../users/fixture.ts'

const { app, ask, refusal, store, database, granular, entriesOf, anAdministrator } = await fixture()

interface Answer {
  readonly ended: number
  readonly refused: readonly { readonly sessionId: number; readonly userId: number }[]
}

const end = (body: unknown) => ask<Answer>('POST', '/user-sessions/end', body)
const seenAt = testStart.toISOString()
const isThere = async (session: { id: number }) =>
  (await store.sessions.findById(session.id)) !== null

describe('200', () => {
  test('the named ones with their tokens; others and those that are gone stay uncounted', async () => {
    const user = await aUser(store)
    const [one, two, other] = [
      await aSession(store, user),
      await aSession(store, user),
      await aSession(store, user),
    ]
    const { sessionIdentifier } = one
    const { refreshToken } = await aStoredGrant(store, user, await aClient(store), {
      sessionIdentifier,
    })
    const entries = await entriesOf(async () => {
      const { body } = await end({ sessionIds: [one.id, two.id, one.id, 999_999] })
      expect(body).toEqual({ ended: 2, refused: [] })
    })
    const ended = entries.filter(({ event }) => event === 'terminated_user_session')
    expect(ended.map(({ details }) => details.userSessionId)).toEqual([one.id, two.id])
    expect([await isThere(one), await isThere(two), await isThere(other)]).toEqual([
      false,
      false,
      true,
    ])
    expect(await store.refreshTokens.findByJti(refreshToken.jti)).toMatchObject({ revoked: true })
  })

  test('all of a filter, without those that began after the list was seen', async () => {
    const [user, stranger] = [await aUser(store), await aUser(store)]
    const seen = [await aSession(store, user), await aSession(store, user)]
    const later = await aSession(store, user, [], { started: addSeconds(testStart, 10) })
    const others = await aSession(store, stranger)
    const { body } = await end({ filter: { userId: user.id }, seenTotal: 2, seenAt })
    expect(body).toEqual({ ended: 2, refused: [] })
    expect([await isThere(seen[0] ?? later), await isThere(later), await isThere(others)]).toEqual([
      false,
      true,
      true,
    ])
  })

  test('by application and address', async () => {
    const client = await aClient(store)
    const user = await aUser(store)
    const here = await aSession(store, user, [client], { ipAddress: '198.51.100.7' })
    const elsewhere = await aSession(store, user, [client], { ipAddress: '198.51.100.8' })
    const filter = { clientId: client.id, ipAddress: '198.51.100.7' }
    const { body } = await end({ filter, seenTotal: 1, seenAt })
    expect([body.ended, await isThere(here), await isThere(elsewhere)]).toEqual([1, false, true])
  })

  test('a granular scope ends the others and is told which belong to administrators', async () => {
    const [user, administrator] = [await aUser(store), await anAdministrator()]
    const [ordinary, theirs] = [await aSession(store, user), await aSession(store, administrator)]
    const sessionIds = [theirs.id, ordinary.id]
    const entries = await entriesOf(async () => {
      const { body } = await call<Answer>(granular, 'POST', '/user-sessions/end', { sessionIds })
      const refused = [{ sessionId: theirs.id, userId: administrator.id }]
      expect(body).toEqual({ ended: 1, refused })
    })
    expect([await isThere(ordinary), await isThere(theirs)]).toEqual([false, true])
    expect(entries.map(({ event }) => event)).toEqual([
      'administrator_change_refused',
      'deleted_user_session',
      'terminated_user_session',
    ])
  })

  test('every session but the one that asks', async () => {
    const user = await aUser(store)
    const token = await apiUser(app, user, ['manage'])
    const other = await aSession(store, user)
    const body = { filter: {}, seenTotal: 10_000, seenAt }
    const { body: answer } = await call<Answer>(token, 'POST', '/user-sessions/end', body)
    expect(answer.refused).toEqual([])
    expect(await isThere(other)).toBe(false)
    expect(await database.userSession.count()).toBeGreaterThan(0)
    expect(await outcome(call(token, 'GET', '/groups'))).toEqual([200, ''])
  })
})

describe('400', () => {
  test.each(brokenBodies)('the body %j', async (text) => {
    expect(await refusal('POST', '/user-sessions/end', text)).toEqual([400, 'INVALID_REQUEST_BODY'])
  })

  test.each([
    ['neither sessions nor a filter', {}],
    ['both', { sessionIds: [1], filter: {}, seenTotal: 1, seenAt }],
    ['a filter without the number that was seen', { filter: {}, seenAt }],
    ['a filter without the moment', { filter: {}, seenTotal: 5 }],
    [
      'a moment after the year 9999',
      { filter: {}, seenTotal: 5, seenAt: '+275760-09-13T00:00:00Z' },
    ],
    ['a moment before the year 1', { filter: {}, seenTotal: 5, seenAt: '0000-12-31T23:59:59Z' }],
    ['more than 1,000 sessions', { sessionIds: Array.from({ length: 1_001 }, (_, i) => i + 1) }],
  ])('%s', async (_, body) => {
    expect(await refusal('POST', '/user-sessions/end', body)).toEqual([400, 'VALIDATION_ERROR'])
  })

  test('a misspelt member of the filter never means everything', async () => {
    const session = await aSession(store, await aUser(store))
    const body = { filter: { userid: 1 }, seenTotal: 10_000, seenAt }
    expect(await refusal('POST', '/user-sessions/end', body)).toEqual([400, 'INVALID_REQUEST_BODY'])
    expect(await isThere(session)).toBe(true)
  })

  test.each(['', ' '])('the blank address %j never means every address', async (ipAddress) => {
    const session = await aSession(store, await aUser(store))
    const body = { filter: { ipAddress }, seenTotal: 10_000, seenAt }
    expect(await refusal('POST', '/user-sessions/end', body)).toEqual([400, 'VALIDATION_ERROR'])
    expect(await isThere(session)).toBe(true)
  })
})

describe('409', () => {
  test('more sessions than were seen: none is ended', async () => {
    const user = await aUser(store)
    const sessions = [await aSession(store, user), await aSession(store, user)]
    const body = { filter: { userId: user.id }, seenTotal: 1, seenAt }
    expect(await refusal('POST', '/user-sessions/end', body)).toEqual([409, 'CONCURRENT_UPDATE'])
    expect(await Promise.all(sessions.map(isThere))).toEqual([true, true])
  })
})
