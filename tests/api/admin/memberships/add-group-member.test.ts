import { describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { aGroup, aUser, grantToGroup } from '#tests/support/people.ts'
import { brokenBodies, fixture, malformedIds, unknownIds } from '../fixture.ts'
import { expectRefusedChange } from '../refused-change.ts'

const { ask, refusal, store, granular, manager, entriesOf, anAdministrator } = await fixture()

describe('201', () => {
  test('adds the user and audits it', async () => {
    const user = await aUser(store)
    const group = await aGroup(store)
    const entries = await entriesOf(async () => {
      const answer = await ask('POST', `/groups/${group.id}/members`, { userId: user.id })
      expect([answer.status, answer.body]).toEqual([201, { success: true }])
    })
    expect(await store.memberships.exists(group.id, user.id)).toBe(true)
    expect(entries).toEqual([
      {
        event: 'user_added_to_group',
        details: {
          userId: user.id,
          groupId: group.id,
          loggedInUser: manager.client.clientIdentifier,
        },
      },
    ])
  })

  test('joining an administrative group is audited as gained permissions', async () => {
    const user = await aUser(store)
    const group = await aGroup(store)
    await grantToGroup(store, group, 'authserver:manage-users', 'authserver:manage-account')
    const entries = await entriesOf(() =>
      ask('POST', `/groups/${group.id}/members`, { userId: user.id }),
    )
    expect(entries.at(-1)).toEqual({
      event: 'administrative_permission_changed',
      details: {
        change: 'granted',
        targetKind: 'user',
        targetId: user.id,
        permissionIdentifiers: ['authserver:manage-users'],
        groupId: group.id,
        loggedInUser: manager.client.clientIdentifier,
      },
    })
    expect(entries).toHaveLength(2)
  })

  test('a granular scope may add an ordinary user to an ordinary group', async () => {
    const { id } = await aGroup(store)
    const body = { userId: (await aUser(store)).id }
    expect((await call(granular, 'POST', `/groups/${id}/members`, body)).status).toBe(201)
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    const answer = await refusal('POST', `/groups/${id}/members`, { userId: 1 })
    expect(answer).toEqual([400, 'VALIDATION_ERROR'])
  })

  test.each([...brokenBodies, '{"userId":"1"}', '{"userId":1.5}'])(
    'the body %s, told before an unknown group',
    async (body) => {
      const answer = await refusal('POST', '/groups/999999/members', body)
      expect(answer).toEqual([400, 'INVALID_REQUEST_BODY'])
    },
  )

  test('a member already, also for 50 who add the same user at once', async () => {
    const { id } = await aGroup(store)
    const body = { userId: (await aUser(store)).id }
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        outcome(call(manager, 'POST', `/groups/${id}/members`, body)),
      ),
    )
    expect(answers.filter(([status]) => status === 201)).toHaveLength(1)
    expect(answers.filter(([, code]) => code === 'VALIDATION_ERROR')).toHaveLength(49)
  })
})

describe('403', () => {
  test.each([
    ['an administrative group', 'grant', true],
    ['an administrator', 'target', false],
  ] as const)('a granular scope and %s', async (_, ceiling, administrative) => {
    const group = await aGroup(store)
    if (administrative) await grantToGroup(store, group, 'authserver:admin-read')
    const user = await (administrative ? aUser(store) : anAdministrator())
    const path = `/groups/${group.id}/members`
    await expectRefusedChange(granular, ['POST', path, { userId: user.id }], {
      route: '/groups/{id}/members',
      ceiling,
      targetKind: 'user',
      targetId: user.id,
      ...(administrative ? { groupIds: [group.id] } : {}),
    })
    expect(await store.memberships.exists(group.id, user.id)).toBe(false)
  })
})

describe('404', () => {
  test.each(unknownIds)('the group %s', async (id) => {
    const body = { userId: (await aUser(store)).id }
    expect(await refusal('POST', `/groups/${id}/members`, body)).toEqual([404, 'NOT_FOUND'])
  })

  test.each([{}, { userId: null }, { userId: -1 }, { userId: 999_999 }])(
    'the user of %j',
    async (body) => {
      const { id } = await aGroup(store)
      expect(await refusal('POST', `/groups/${id}/members`, body)).toEqual([404, 'NOT_FOUND'])
    },
  )
})
