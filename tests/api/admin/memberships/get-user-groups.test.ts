import { describe, expect, test } from 'vitest'
import { aGroup, aUser } from '#tests/support/people.ts'
import { fixture, malformedIds, unknownIds } from '../fixture.ts'

const { ask, refusal, store } = await fixture()

describe('200', () => {
  test('the user and its groups by identifier, with member counts', async () => {
    const user = await aUser(store)
    await aGroup(store, { groupIdentifier: 'zebras' }, [user, await aUser(store)])
    await aGroup(store, { groupIdentifier: 'ants' }, [user])
    await aGroup(store)
    const { status, body } = await ask('GET', `/users/${user.id}/groups`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      user: { id: user.id, email: user.email },
      groups: [
        { groupIdentifier: 'ants', memberCount: 1 },
        { groupIdentifier: 'zebras', memberCount: 2 },
      ],
    })
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('GET', `/users/${id}/groups`)).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s', async (id) => {
    expect(await refusal('GET', `/users/${id}/groups`)).toEqual([404, 'NOT_FOUND'])
  })
})
