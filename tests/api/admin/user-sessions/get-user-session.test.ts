import { describe, expect, test } from 'vitest'
import { aSession } from '#tests/support/granted.ts'
import { aUser } from '#tests/support/people.ts'
import { fixture } from '../fixture.ts'

const { ask, refusal, store } = await fixture()

const unknownIdentifiers = [
  '1',
  '8f14e45f-ceea-467f-a8d6-1f3c5e7a9b0d',
  '%00',
  '%F0%9F%A6%80',
  '%zz',
  'x'.repeat(2000),
  "' OR 1=1 --",
]

describe('200', () => {
  test('the session without what lists add, even an expired one', async () => {
    const user = await aUser(store)
    const started = new Date('2001-01-01T00:00:00Z')
    const session = await aSession(store, user, [], { started, lastAccessed: started })
    const path = `/user-sessions/${session.sessionIdentifier}`
    const { status, body } = await ask<{ session: object }>('GET', path)
    expect(status).toBe(200)
    expect(body.session).toMatchObject({ id: session.id, started: started.toISOString() })
    expect(Object.keys(body.session)).toHaveLength(16)
    expect(body.session).not.toHaveProperty('cookieHash')
  })
})

describe('404', () => {
  test.each(unknownIdentifiers)('%s', async (identifier) => {
    expect(await refusal('GET', `/user-sessions/${identifier}`)).toEqual([404, 'NOT_FOUND'])
  })
})
