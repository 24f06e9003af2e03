import { describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { aGroup, aUser, grantToGroup } from '#tests/support/people.ts'
import { fixture, malformedIds, unknownIds } from '../fixture.ts'
import { expectRefusedChange } from '../refused-change.ts'

const { ask, refusal, store, granular, manager, entriesOf, ...rest } = await fixture()
const { anAdministrator, firstAdministrator, permissionId } = rest

const pathOf = (group: { id: number }, user: { id: number }) =>
  `/groups/${group.id}/members/${user.id}`

describe('200', () => {
  test('removes the user and audits it, with what was lost', async () => {
    const user = await aUser(store)
    const group = await aGroup(store, {}, [user])
    await grantToGroup(store, group, 'authserver:manage', 'authserver:manage-clients')
    const entries = await entriesOf(async () => {
      expect((await ask('DELETE', pathOf(group, user))).body).toEqual({ success: true })
    })
    const loggedInUser = manager.client.clientIdentifier
    expect(await store.memberships.exists(group.id, user.id)).toBe(false)
    expect(entries).toEqual([
      {
        event: 'user_removed_from_group',
        details: { userId: user.id, groupId: group.id, loggedInUser },
      },
      {
        event: 'administrative_permission_changed',
        details: {
          change: 'revoked',
          targetKind: 'user',
          targetId: user.id,
          permissionIdentifiers: ['authserver:manage', 'authserver:manage-clients'],
          groupId: group.id,
          loggedInUser,
        },
      },
    ])
  })

  test('a granular scope may remove an ordinary user from an ordinary group', async () => {
    const user = await aUser(store)
    const group = await aGroup(store, {}, [user])
    expect((await call(granular, 'DELETE', pathOf(group, user))).status).toBe(200)
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s, as group or as user', async (id) => {
    const group = await aGroup(store)
    for (const path of [`/groups/${id}/members/1`, `/groups/${group.id}/members/${id}`]) {
      expect(await refusal('DELETE', path)).toEqual([400, 'VALIDATION_ERROR'])
    }
  })

  test('not a member, also for 50 who remove the same user at once', async () => {
    const user = await aUser(store)
    const group = await aGroup(store, {}, [user])
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => outcome(call(manager, 'DELETE', pathOf(group, user)))),
    )
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
    expect(answers.filter(([, code]) => code === 'VALIDATION_ERROR')).toHaveLength(49)
  })
})

describe('403', () => {
  test.each([
    ['an administrative group', 'grant', true],
    ['an administrator', 'target', false],
  ] as const)('a granular scope and %s', async (_, ceiling, administrative) => {
    const user = await (administrative ? aUser(store) : anAdministrator())
    const group = await aGroup(store, {}, [user])
    if (administrative) await grantToGroup(store, group, 'authserver:manage-settings')
    await expectRefusedChange(granular, ['DELETE', pathOf(group, user)], {
      route: '/groups/{id}/members/{userId}',
      ceiling,
      targetKind: 'user',
      targetId: user.id,
      ...(administrative ? { groupIds: [group.id] } : {}),
    })
    expect(await store.memberships.exists(group.id, user.id)).toBe(true)
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s, as group or as user', async (id) => {
    const group = await aGroup(store)
    const user = await aUser(store)
    for (const path of [`/groups/${id}/members/${user.id}`, `/groups/${group.id}/members/${id}`]) {
      expect(await refusal('DELETE', path)).toEqual([404, 'NOT_FOUND'])
    }
  })
})

describe('409', () => {
  test('the last enabled user who holds manage', async () => {
    const last = await aUser(store)
    const group = await aGroup(store, {}, [last, await aUser(store, { enabled: false })])
    await grantToGroup(store, group, 'authserver:manage')
    const seeded = { kind: 'user', id: (await firstAdministrator()).id } as const
    await store.permissionGrants.remove(seeded, [await permissionId('authserver:manage')])
    expect(await refusal('DELETE', pathOf(group, last))).toEqual([409, 'LAST_ADMINISTRATOR'])
    expect(await store.memberships.exists(group.id, last.id)).toBe(true)
  })
})
