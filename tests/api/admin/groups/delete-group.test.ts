import { describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { aGroup, aUser, grantToGroup } from '#tests/support/people.ts'
import { fixture, malformedIds, unknownIds } from '../fixture.ts'
import { expectRefusedChange } from '../refused-change.ts'

const { ask, refusal, store, database, granular, manager, entriesOf, ...rest } = await fixture()
const { anAdministrator, firstAdministrator, permissionId } = rest

describe('200', () => {
  test('takes memberships, attributes and grants with it, the members stay', async () => {
    const member = await aUser(store)
    const group = await aGroup(store, {}, [member])
    await grantToGroup(store, group, 'authserver:manage-account')
    await database.groupAttribute.create({ data: { groupId: group.id, key: 'k', value: 'v' } })
    const entries = await entriesOf(async () => {
      expect((await ask('DELETE', `/groups/${group.id}`)).body).toEqual({ success: true })
    })
    const where = { groupId: group.id }
    expect(await database.userGroup.count({ where })).toBe(0)
    expect(await database.groupAttribute.count({ where })).toBe(0)
    expect(await database.groupPermission.count({ where })).toBe(0)
    expect(await store.users.findById(member.id)).not.toBeNull()
    expect(entries).toEqual([
      {
        event: 'deleted_group',
        details: {
          groupId: group.id,
          groupIdentifier: group.groupIdentifier,
          loggedInUser: manager.client.clientIdentifier,
        },
      },
    ])
  })

  test('a granular scope may delete an ordinary group that has an administrator in it', async () => {
    const { id } = await aGroup(store, {}, [await anAdministrator()])
    expect((await call(granular, 'DELETE', `/groups/${id}`)).status).toBe(200)
  })

  test('a group that holds manage, when somebody else holds it too', async () => {
    const group = await aGroup(store, {}, [await aUser(store)])
    await grantToGroup(store, group, 'authserver:manage')
    expect((await ask('DELETE', `/groups/${group.id}`)).status).toBe(200)
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('DELETE', `/groups/${id}`)).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('403', () => {
  test('a granular scope may not delete a group holding an administrative permission', async () => {
    const group = await aGroup(store)
    await grantToGroup(store, group, 'authserver:browser-sessions')
    await expectRefusedChange(granular, ['DELETE', `/groups/${group.id}`], {
      route: '/groups/{id}',
      ceiling: 'grant',
      targetKind: 'group',
      targetId: group.id,
    })
    expect(await store.groups.findById(group.id)).not.toBeNull()
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s', async (id) => {
    expect(await refusal('DELETE', `/groups/${id}`)).toEqual([404, 'NOT_FOUND'])
  })
})

describe('409', () => {
  test('the group through which the last administrators hold manage', async () => {
    const off = await aUser(store, { enabled: false })
    const group = await aGroup(store, {}, [await aUser(store), off])
    await grantToGroup(store, group, 'authserver:manage')
    const holder = { kind: 'user', id: (await firstAdministrator()).id } as const
    await store.permissionGrants.remove(holder, [await permissionId('authserver:manage')])
    const entries = await entriesOf(async () => {
      expect(await refusal('DELETE', `/groups/${group.id}`)).toEqual([409, 'LAST_ADMINISTRATOR'])
      expect(await outcome(call(granular, 'DELETE', `/groups/${group.id}`))).toEqual([
        403,
        'MANAGE_SCOPE_REQUIRED',
      ])
    })
    expect(entries.map(({ event }) => event)).toEqual(['administrator_change_refused'])
    expect(await store.groups.findById(group.id)).not.toBeNull()
  })
})
