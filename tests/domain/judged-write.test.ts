import { describe, expect, test } from 'vitest'
import { type Tx, transaction } from '#lib/context.ts'
import type { Caller } from '#lib/domain/caller.ts'
import { saveClientPermissions } from '#lib/domain/client-permissions.ts'
import { removeGroup } from '#lib/domain/groups.ts'
import { judgeAndWrite } from '#lib/domain/judged-write.ts'
import { joinGroup, leaveGroup, saveMemberships } from '#lib/domain/memberships.ts'
import { saveGrants } from '#lib/domain/permission-grants.ts'
import { savePermissionList } from '#lib/domain/resource-permissions.ts'
import { testContext } from '#tests/support/context.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { auditEntries } from '#tests/support/granted.ts'
import {
  aClient,
  aGroup,
  aUser,
  grantToClient,
  grantToGroup,
  grantToUser,
  type TestClient,
} from '#tests/support/people.ts'

const { ctx, store } = await testContext()
const { client: database } = await fileDatabase()

const granular: Caller = {
  kind: 'client',
  client: await aClient(store, { clientIdentifier: 'granular' }),
  scopes: ['authserver:manage-users', 'authserver:manage-clients', 'authserver:manage-settings'],
}

/** What became administrative after the policy had let the change pass. */
async function scene() {
  const user = await aUser(store)
  const group = await aGroup(store, {}, [user])
  const client = await aClient(store)
  await grantToUser(store, user, 'authserver:admin-read')
  await grantToGroup(store, group, 'authserver:admin-read')
  await grantToClient(store, client, 'authserver:admin-read')
  return { user, group, client }
}

const nothing = { wanted: [], expected: null, caller: granular }

interface Targets {
  readonly user: number
  readonly group: number
  readonly client: TestClient
}

const writes: Record<string, (tx: Tx, targets: Targets) => Promise<boolean>> = {
  'a user’s permissions': (tx, { user }) =>
    saveGrants(tx, { ...nothing, holder: { kind: 'user', id: user } }),
  'a group’s permissions': (tx, { group }) =>
    saveGrants(tx, { ...nothing, holder: { kind: 'group', id: group } }),
  'a client’s permissions': (tx, { client }) => saveClientPermissions(tx, { ...nothing, client }),
  'a user’s groups': (tx, { user }) => saveMemberships(tx, { ...nothing, userId: user }),
  'a membership that ends': (tx, { user, group }) =>
    leaveGroup(tx, { userId: user, groupId: group, caller: granular }),
  'a membership that begins': async (tx, { group }) => {
    const { id } = await tx.store.users.insert({ subject: 'late', email: 'late@example.org' })
    return joinGroup(tx, { userId: id, groupId: group, caller: granular })
  },
  'a group that is deleted': (tx, { group }) => removeGroup(tx, group, granular),
  'the text of an administrative permission': async (tx) => {
    const resource = await tx.store.resources.findByIdentifier('authserver')
    if (!resource) throw new Error('The database was not seeded.')
    const expected = await tx.store.resources.permissionsOf(resource.id)
    const wanted = expected.map((one) => ({ ...one, description: 'Harmless' }))
    return savePermissionList(tx, { resource, wanted, expected, caller: granular })
  },
}

describe('a granular write that was judged by what has changed since writes nothing:', () => {
  test.each(Object.keys(writes))('%s', async (name) => {
    const { user, group, client } = await scene()
    const before = (await auditEntries(database)).length
    const targets = { user: user.id, group: group.id, client }
    expect(await transaction(ctx, async (tx) => writes[name]?.(tx, targets))).toBe(false)
    expect(await auditEntries(database)).toHaveLength(before)
    expect(await store.memberships.exists(group.id, user.id)).toBe(true)
    for (const holder of [
      { kind: 'user', id: user.id },
      { kind: 'group', id: group.id },
      { kind: 'client', id: client.id },
    ] as const) {
      expect(await store.permissionGrants.idsOf(holder)).toHaveLength(1)
    }
    const manage = await store.permissions.find('authserver', 'manage')
    expect(manage?.description).not.toBe('Harmless')
  })
})

test('the policy judges again until the write is done, and may refuse then', async () => {
  const calls: string[] = []
  const answers = [false, true]
  await judgeAndWrite(
    async () => void calls.push('judge'),
    async () => {
      calls.push('write')
      return answers.shift() ?? true
    },
  )
  expect(calls).toEqual(['judge', 'write', 'judge', 'write'])
})
