import { describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { aSession } from '#tests/support/granted.ts'
import { aUser } from '#tests/support/people.ts'
import { brokenBodies, fixture } from '../fixture.ts'

const { ask, refusal, store, granular, entriesOf, anAdministrator } = await fixture()

describe('200', () => {
  test('switches the flag and nothing else, without an entry', async () => {
    const session = await aSession(store, await aUser(store))
    const { cookie: _, updatedAt: __, ...before } = session
    const path = `/user-sessions/${session.sessionIdentifier}`
    const seen: unknown[] = []
    const entries = await entriesOf(async () => {
      for (const level2AuthConfigHasChanged of [true, null, undefined, false, true, false]) {
        const sent = { level2AuthConfigHasChanged, acrLevel: 'x', userId: 1 }
        const { body } = await ask<{ session: Record<string, unknown> }>('PUT', path, sent)
        seen.push(body.session.level2AuthConfigHasChanged)
      }
    })
    expect(seen).toEqual([true, true, true, false, true, false])
    expect(entries).toEqual([])
    expect(await store.sessions.findById(session.id)).toMatchObject(before)
  })
})

describe('400', () => {
  test.each(brokenBodies)('the body %j, before the session is looked for', async (body) => {
    expect(await refusal('PUT', '/user-sessions/none', body)).toEqual([400, 'INVALID_REQUEST_BODY'])
  })

  test.each(['true', 1, {}])('the flag %j', async (level2AuthConfigHasChanged) => {
    const answer = refusal('PUT', '/user-sessions/none', { level2AuthConfigHasChanged })
    expect(await answer).toEqual([400, 'INVALID_REQUEST_BODY'])
  })
})

describe('403', () => {
  test('a granular scope and the session of an administrator', async () => {
    const { sessionIdentifier } = await aSession(store, await anAdministrator())
    const answer = call(granular, 'PUT', `/user-sessions/${sessionIdentifier}`, {})
    expect(await outcome(answer)).toEqual([403, 'MANAGE_SCOPE_REQUIRED'])
  })
})

describe('404', () => {
  test.each(['1', '%00', 'x'.repeat(2000)])('%s', async (identifier) => {
    expect(await refusal('PUT', `/user-sessions/${identifier}`, {})).toEqual([404, 'NOT_FOUND'])
  })
})
