import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { listSessions } from '#lib/api/contract/admin/all-sessions.ts'
import { addSeconds } from '#lib/base/time/clock.ts'
import { aSession } from '#tests/support/granted.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { testStart } from '#tests/support/settings.ts'
import { fixture } from '../users/fixture.ts'

const { ask, refusal, store } = await fixture()

type Answer = z.output<typeof listSessions.response>

const list = async (query: Record<string, string | number> = {}) => {
  const text = new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]))
  return (await ask<Answer>('GET', `/user-sessions?${text}`)).body
}
const idsOf = ({ sessions }: Answer) => sessions.map(({ id }) => id)

const shop = await aClient(store)
const [zoe, ben] = [await aUser(store, { givenName: 'Zoë' }), await aUser(store)]
const at = (seconds: number) => ({ lastAccessed: addSeconds(testStart, -seconds) })
const newest = await aSession(store, zoe, [shop], { ...at(0), ipAddress: '10.0.0.1,2001:db8::1' })
const [twin, otherTwin] = [
  await aSession(store, ben, [], at(5)),
  await aSession(store, zoe, [], at(5)),
]
const oldest = await aSession(store, ben, [shop], { ...at(9), ipAddress: '10.0.0.12' })
await aSession(store, ben, [], at(400_000))
await aSession(store, { ...ben, authStateGeneration: 7 }, [], at(1))

describe('200', () => {
  test('live sessions of everybody with their owners, the last used one first', async () => {
    const answer = await list()
    expect(idsOf(answer)).toEqual([newest.id, otherTwin.id, twin.id, oldest.id])
    expect(answer).toMatchObject({ total: 4, next: null, seenAt: testStart.toISOString() })
    expect(answer.sessions[0]).toMatchObject({
      isCurrent: false,
      clientIdentifiers: [shop.clientIdentifier],
      user: { id: zoe.id, email: zoe.email, givenName: 'Zoë' },
    })
  })

  test('page by page: each once, also those that were used at the same moment', async () => {
    const found: number[] = []
    for (let after = '', pages = 0; pages < 5; pages++) {
      const answer = await list({ limit: 1, ...(after && { after }) })
      found.push(...idsOf(answer))
      if (answer.next === null) break
      after = answer.next
    }
    expect(found).toEqual([newest.id, otherTwin.id, twin.id, oldest.id])
  })

  test('of a user, of a client, of an address as it is listed, and of all three', async () => {
    expect(idsOf(await list({ userId: zoe.id }))).toEqual([newest.id, otherTwin.id])
    expect(idsOf(await list({ clientId: shop.id }))).toEqual([newest.id, oldest.id])
    expect(idsOf(await list({ ipAddress: '10.0.0.1' }))).toEqual([newest.id])
    expect(idsOf(await list({ ipAddress: ' 2001:DB8::1 ' }))).toEqual([newest.id])
    expect(idsOf(await list({ ipAddress: '%' }))).toEqual([])
    const all = { userId: ben.id, clientId: shop.id, ipAddress: '10.0.0.12' }
    expect(await list(all)).toMatchObject({ total: 1, sessions: [{ id: oldest.id }] })
    expect(await list({ userId: 999_999 })).toMatchObject({ total: 0, sessions: [] })
  })
})

describe('400', () => {
  test.each([
    'userId=x',
    'clientId=1.5',
    'after=x',
    'after=1-',
    'after=8640000000000000-1',
    'after=253402300800000-1',
  ])('the query %s', async (query) => {
    expect(await refusal('GET', `/user-sessions?${query}`)).toEqual([400, 'VALIDATION_ERROR'])
  })
})
