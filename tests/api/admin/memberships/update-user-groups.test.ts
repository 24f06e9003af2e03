import { describe, expect, test, vi } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { aGroup, aUser, grantToGroup } from '#tests/support/people.ts'
import { testStart } from '#tests/support/settings.ts'
import { brokenBodies, fixture, malformedIds, unknownIds } from '../fixture.ts'
import { theOneOfFifty } from '../one-save.ts'
import { expectRefusedChange } from '../refused-change.ts'

const { ask, refusal, store, granular, manager, entriesOf, ...rest } = await fixture()
const { anAdministrator, firstAdministrator, permissionId } = rest

const groupsOf = (user: { id: number }) => store.memberships.groupIdsOf(user.id)

describe('200', () => {
  test('joins what is new, leaves what is missing, and audits each', async () => {
    const user = await aUser(store)
    const kept = await aGroup(store, { groupIdentifier: 'kept' }, [user])
    const left = await aGroup(store, { groupIdentifier: 'left' }, [user])
    const joined = await aGroup(store, { groupIdentifier: 'joined' })
    await grantToGroup(store, left, 'authserver:manage-clients')
    const entries = await entriesOf(async () => {
      const { status, body } = await ask('PUT', `/users/${user.id}/groups`, {
        groupIds: [joined.id, kept.id, kept.id],
        expectedGroupIds: [left.id, kept.id, left.id],
      })
      expect(status).toBe(200)
      expect(body).toMatchObject({
        user: { id: user.id },
        groups: [{ groupIdentifier: 'joined', memberCount: 1 }, { groupIdentifier: 'kept' }],
      })
    })
    const loggedInUser = manager.client.clientIdentifier
    expect(entries).toEqual([
      {
        event: 'user_added_to_group',
        details: { userId: user.id, groupId: joined.id, loggedInUser },
      },
      {
        event: 'user_removed_from_group',
        details: { userId: user.id, groupId: left.id, loggedInUser },
      },
      {
        event: 'administrative_permission_changed',
        details: {
          change: 'revoked',
          targetKind: 'user',
          targetId: user.id,
          permissionIdentifiers: ['authserver:manage-clients'],
          groupId: left.id,
          loggedInUser,
        },
      },
    ])
  })

  test('an absent list empties', async () => {
    const user = await aUser(store)
    await aGroup(store, {}, [user])
    expect((await ask('PUT', `/users/${user.id}/groups`, {})).body).toMatchObject({ groups: [] })
  })

  test('the answer is what was saved, though the user is deleted right after', async () => {
    const user = await aUser(store)
    const { id, groupIdentifier } = await aGroup(store)
    const { adminTransaction } = store
    const watched = vi.spyOn(store, 'adminTransaction').mockImplementationOnce(async (...asked) => {
      const saved = await adminTransaction(...asked)
      await store.users.remove(user.id)
      return saved
    })
    const { status, body } = await ask('PUT', `/users/${user.id}/groups`, { groupIds: [id] })
    watched.mockRestore()
    expect([status, body]).toMatchObject([200, { groups: [{ groupIdentifier, memberCount: 1 }] }])
    expect(await store.users.findById(user.id)).toBeNull()
  })

  test('50 who save different lists at once leave one of them, whole', async () => {
    const user = await aUser(store)
    const lists: number[][] = []
    for (let i = 0; i < 50; i++) lists.push([(await aGroup(store)).id, (await aGroup(store)).id])
    const answers = await Promise.all(
      lists.map((groupIds) =>
        outcome(call(manager, 'PUT', `/users/${user.id}/groups`, { groupIds })),
      ),
    )
    expect(answers).toEqual(lists.map(() => [200, '']))
    expect(lists).toContainEqual(await groupsOf(user))
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('PUT', `/users/${id}/groups`, {})).toEqual([400, 'VALIDATION_ERROR'])
  })

  test.each([...brokenBodies, '{"groupIds":["1"]}', '{"expectedGroupIds":"1"}'])(
    'the body %s, told before an unknown user',
    async (body) => {
      const answer = await refusal('PUT', '/users/999999/groups', body)
      expect(answer).toEqual([400, 'INVALID_REQUEST_BODY'])
    },
  )

  test('more than 1,000 groups, told before an unknown user', async () => {
    const groupIds = Array.from({ length: 1001 }, (_, i) => i)
    const answer = await refusal('PUT', '/users/999999/groups', { groupIds })
    expect(answer).toEqual([400, 'VALIDATION_ERROR'])
  })

  test.each([0, -1, 999_999])('the group %s does not exist', async (id) => {
    const user = await aUser(store)
    const group = await aGroup(store)
    const body = { groupIds: [group.id, id] }
    expect(await refusal('PUT', `/users/${user.id}/groups`, body)).toEqual([
      400,
      'handler.admin_user_groups.not_found',
    ])
    expect(await groupsOf(user)).toEqual([])
  })
})

describe('403', () => {
  test('a granular scope that moves somebody into or out of an administrative group', async () => {
    const user = await aUser(store)
    const group = await aGroup(store)
    const ordinary = await aGroup(store, {}, [user])
    await grantToGroup(store, group, 'authserver:admin-read')
    const body = { groupIds: [group.id] }
    await expectRefusedChange(granular, ['PUT', `/users/${user.id}/groups`, body], {
      route: '/users/{id}/groups',
      ceiling: 'grant',
      targetKind: 'user',
      targetId: user.id,
      groupIds: [group.id],
    })
    expect(await groupsOf(user)).toEqual([ordinary.id])
    await store.memberships.add(user.id, [group.id], testStart)
    const leaving = call(granular, 'PUT', `/users/${user.id}/groups`, { groupIds: [] })
    expect(await outcome(leaving)).toEqual([403, 'MANAGE_SCOPE_REQUIRED'])
    expect(await groupsOf(user)).toEqual([group.id, ordinary.id])
  })

  test('a granular scope that saves an administrator’s groups, even unchanged', async () => {
    const user = await anAdministrator()
    await expectRefusedChange(granular, ['PUT', `/users/${user.id}/groups`, { groupIds: [] }], {
      route: '/users/{id}/groups',
      ceiling: 'target',
      targetKind: 'user',
      targetId: user.id,
    })
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s, told before unknown groups', async (id) => {
    const answer = await refusal('PUT', `/users/${id}/groups`, { groupIds: [0] })
    expect(answer).toEqual([404, 'NOT_FOUND'])
  })
})

describe('409', () => {
  test('another list than the one read last', async () => {
    const user = await aUser(store)
    const group = await aGroup(store, {}, [user])
    const entries = await entriesOf(async () => {
      for (const expectedGroupIds of [[], [group.id, 999_999]]) {
        const body = { groupIds: [], expectedGroupIds }
        const answer = await refusal('PUT', `/users/${user.id}/groups`, body)
        expect(answer).toEqual([409, 'CONCURRENT_UPDATE'])
      }
    })
    expect(entries).toEqual([])
    expect(await groupsOf(user)).toEqual([group.id])
  })

  test('of fifty that read the same list exactly one saves', async () => {
    const user = await aUser(store)
    const groups = await Promise.all(Array.from({ length: 50 }, () => aGroup(store)))
    const saved = await theOneOfFifty((i) => {
      const body = { groupIds: [groups[i]?.id], expectedGroupIds: [] }
      return refusal('PUT', `/users/${user.id}/groups`, body)
    })
    expect(await groupsOf(user)).toEqual([groups[saved]?.id])
  })

  test('the last administrator leaves the group that makes one', async () => {
    const last = await aUser(store)
    const group = await aGroup(store, {}, [last])
    await grantToGroup(store, group, 'authserver:manage')
    const seeded = { kind: 'user', id: (await firstAdministrator()).id } as const
    await store.permissionGrants.remove(seeded, [await permissionId('authserver:manage')])
    const path = `/users/${last.id}/groups`
    expect(await refusal('PUT', path, { groupIds: [] })).toEqual([409, 'LAST_ADMINISTRATOR'])
    const stale = { groupIds: [], expectedGroupIds: [] }
    expect(await refusal('PUT', path, stale)).toEqual([409, 'CONCURRENT_UPDATE'])
    expect(await groupsOf(last)).toEqual([group.id])
  })
})
