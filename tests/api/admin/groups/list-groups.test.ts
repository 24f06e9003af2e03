import { describe, expect, test } from 'vitest'
import { aGroup, aUser } from '#tests/support/people.ts'
import { fixture } from '../fixture.ts'

const { ask, store } = await fixture()

describe('200', () => {
  test('an empty list when there are no groups', async () => {
    expect((await ask('GET', '/groups')).body).toEqual({ groups: [] })
  })

  test('every group by identifier, with its number of members', async () => {
    const people = [await aUser(store), await aUser(store)]
    await aGroup(store, { groupIdentifier: 'writers' }, people)
    await aGroup(store, { groupIdentifier: 'editors', description: 'They edit' })
    const { status, body } = await ask<{ groups: object[] }>('GET', '/groups')
    expect(status).toBe(200)
    expect(body.groups).toEqual([
      {
        id: expect.any(Number),
        createdAt: expect.stringMatching(/Z$/),
        updatedAt: expect.stringMatching(/Z$/),
        groupIdentifier: 'editors',
        description: 'They edit',
        includeInIdToken: false,
        includeInAccessToken: false,
        memberCount: 0,
      },
      expect.objectContaining({ groupIdentifier: 'writers', memberCount: 2 }),
    ])
  })
})
