import { describe, expect, test } from 'vitest'
import { addSeconds } from '#lib/base/time/clock.ts'
import { apiUser, call } from '#tests/support/api.ts'
import { aSession } from '#tests/support/granted.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { testStart } from '#tests/support/settings.ts'
import { malformedIds, unknownIds } from '../fixture.ts'
import { fixture } from './fixture.ts'

const { app, store, ask, refusal } = await fixture()

interface Answer {
  readonly sessions: { id: number; userId: number; [field: string]: unknown }[]
  readonly users: object[]
  readonly total: number
  readonly page: number
  readonly size: number
}

const ago = (seconds: number) => addSeconds(testStart, -seconds)
const list = (client: { readonly id: number }, query = '') =>
  ask<Answer>('GET', `/clients/${client.id}/sessions${query}`)

describe('200', () => {
  test('live sessions, the last used one first, each owner once in order of appearance', async () => {
    const [ada, bob] = [await aUser(store), await aUser(store, { middleName: 'B' })]
    const [client, other] = [await aClient(store), await aClient(store)]
    const oldest = await aSession(store, ada, [client], { lastAccessed: ago(300) })
    const newest = await aSession(store, bob, [other, client], { lastAccessed: ago(100) })
    const middle = await aSession(store, ada, [client], { lastAccessed: ago(200) })
    await aSession(store, ada, [other])
    const { status, body } = await list(client)
    expect(status).toBe(200)
    expect(body.sessions.map((session) => session.id)).toEqual([newest.id, middle.id, oldest.id])
    expect(body.sessions[0]).toMatchObject({
      sessionIdentifier: newest.sessionIdentifier,
      lastAccessed: ago(100).toISOString(),
      authMethods: 'pwd',
      deviceOS: 'Linux',
      userId: bob.id,
      isValid: true,
      isCurrent: false,
      clientIdentifiers: [other.clientIdentifier, client.clientIdentifier],
      level2AuthConfigHasChanged: false,
    })
    const owner = ({ id, email, givenName, middleName, familyName }: typeof ada) => ({
      id,
      email,
      givenName,
      middleName,
      familyName,
    })
    expect(body.users).toEqual([owner(bob), owner(ada)])
    expect(body).toMatchObject({ total: 3, page: 1, size: 50 })
    expect(JSON.stringify(body)).not.toContain(newest.cookieHash)
  })

  test('none that a change of credentials ended, though its row is still there', async () => {
    const [user, client] = [await aUser(store), await aClient(store)]
    const live = await aSession(store, user, [client])
    await aSession(store, user, [client], { authStateGeneration: user.authStateGeneration + 1 })
    const { body } = await list(client)
    expect([body.total, body.sessions.map(({ id }) => id)]).toEqual([1, [live.id]])
  })

  test('those past one of their ends are not counted; the last moment counts', async () => {
    await app.changeSettings({
      userSessionIdleTimeoutInSeconds: 100,
      userSessionMaxLifetimeInSeconds: 1_000,
    })
    const user = await aUser(store)
    const client = await aClient(store)
    const at = (lastAccessed: number, started: number) =>
      aSession(store, user, [client], { lastAccessed: ago(lastAccessed), started: ago(started) })
    const live = [await at(0, 0), await at(100, 100), await at(50, 1_000)]
    await at(101, 101)
    await at(0, 1_001)
    const { body } = await list(client)
    expect(body.total).toBe(3)
    expect(new Set(body.sessions.map((session) => session.id))).toEqual(
      new Set(live.map((session) => session.id)),
    )
    await app.changeSettings({
      userSessionIdleTimeoutInSeconds: 7_200,
      userSessionMaxLifetimeInSeconds: 86_400,
    })
  })

  test('marks the caller’s own', async () => {
    const user = await aUser(store)
    const token = await apiUser(app, user, ['manage-clients'])
    await aSession(store, user, [token.client])
    const path = `/clients/${token.client.id}/sessions`
    const { body } = await call<Answer>(token, 'GET', path)
    expect(body.sessions.map((session) => session.isCurrent).toSorted()).toEqual([false, true])
  })

  test('pages do not overlap and miss nothing', async () => {
    const user = await aUser(store)
    const client = await aClient(store)
    for (let i = 0; i < 5; i++) await aSession(store, user, [client])
    const seen: number[] = []
    for (const page of [1, 2, 3, 4]) {
      const { body } = await list(client, `?page=${page}&size=2`)
      expect(body).toMatchObject({ total: 5, page, size: 2 })
      seen.push(...body.sessions.map((session) => session.id))
    }
    expect(seen).toEqual(seen.toSorted((a, b) => b - a))
    expect(new Set(seen).size).toBe(5)
    const beyond = await list(client, '?page=999999999999999')
    expect([beyond.status, beyond.body.sessions, beyond.body.users]).toEqual([200, [], []])
  })

  test.each([
    ['', 1, 50],
    ['?page=0&size=0', 1, 50],
    ['?page=-1&size=-1', 1, 50],
    ['?page=x&size=x', 1, 50],
    ['?page=&size=', 1, 50],
    ['?page=1.5&size=1.5', 1, 50],
    ['?size=100', 1, 100],
    ['?size=101', 1, 100],
    ['?size=99999999999999999999', 1, 100],
  ])('%j is page %d of %d', async (query, page, size) => {
    const { status, body } = await list(await aClient(store), query)
    expect([status, body.page, body.size]).toEqual([200, page, size])
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('GET', `/clients/${id}/sessions`)).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s', async (id) => {
    expect(await refusal('GET', `/clients/${id}/sessions`)).toEqual([404, 'NOT_FOUND'])
  })
})
