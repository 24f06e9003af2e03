import { describe, expect, test } from 'vitest'
import { type ApiToken, apiClient, apiUser, call, outcome } from '#tests/support/api.ts'
import { aClient, aGroup, aUser, grantToGroup } from '#tests/support/people.ts'
import { fixture } from './fixture.ts'

const { app, store, entriesOf, permissionId, manager } = await fixture()

/** Who passes through a door. */
type Target = 'self' | 'other'

interface Doors {
  /** The group whose members are administrators. */
  readonly powerful: { readonly id: number }
  /** A group without any permission. */
  readonly plain: { readonly id: number }
  readonly user: { readonly id: number }
  readonly permissionIds: readonly number[]
}

/** Every way by which the console gives an administrative permission; each bulk act and undo is one of these requests. */
const doors: Readonly<
  Record<string, (doors: Doors) => [method: string, path: string, body: unknown]>
> = {
  'join a group, from the list of users or from a group': ({ powerful, user }) => [
    'POST',
    `/groups/${powerful.id}/members`,
    { userId: user.id },
  ],
  'choose the groups of a user': ({ powerful, user }) => [
    'PUT',
    `/users/${user.id}/groups`,
    { groupIds: [powerful.id] },
  ],
  'give a permission to a user, by the picker, “Give to…” or an undo': ({
    user,
    permissionIds,
  }) => ['PUT', `/users/${user.id}/permissions`, { permissionIds }],
  'give a permission to a group': ({ plain, permissionIds }) => [
    'PUT',
    `/groups/${plain.id}/permissions`,
    { permissionIds },
  ],
}

async function aCaller(target: Target): Promise<{ token: ApiToken; user: { id: number } }> {
  if (target === 'other') {
    return { token: await apiClient(app, ['manage-users']), user: await aUser(store) }
  }
  const user = await aUser(store)
  return { token: await apiUser(app, user, ['manage-users']), user }
}

describe.each(Object.keys(doors))('%s', (door) => {
  test.each(['self', 'other'] as const)(
    'with “manage-users” alone, for %s: refused, told in the activity, and nothing is written',
    async (target) => {
      const { token, user } = await aCaller(target)
      const [powerful, plain] = [await aGroup(store), await aGroup(store, {}, [await aUser(store)])]
      await store.memberships.add(user.id, [plain.id], new Date(0))
      await grantToGroup(store, powerful, 'authserver:manage')
      const permissionIds = [await permissionId('authserver:manage')]
      const request = doors[door]?.({ powerful, plain, user, permissionIds }) ?? ['GET', '', null]
      const held = await store.permissions.heldByUser(user.id)
      const entries = await entriesOf(async () => {
        expect(await outcome(call(token, ...request))).toEqual([403, 'MANAGE_SCOPE_REQUIRED'])
      })
      expect(entries).toEqual([expect.objectContaining({ event: 'administrator_change_refused' })])
      expect(await store.permissions.heldByUser(user.id)).toEqual(held)
      expect(await store.permissionGrants.idsOf({ kind: 'group', id: plain.id })).toEqual([])
    },
  )
})

test('“manage-clients” gives no administrative permission to an application', async () => {
  const client = await aClient(store)
  const token = await apiClient(app, ['manage-clients'])
  const body = { permissionIds: [await permissionId('authserver:manage-users')] }
  const path = `/clients/${client.id}/permissions`
  expect(await outcome(call(token, 'PUT', path, body))).toEqual([403, 'MANAGE_SCOPE_REQUIRED'])
  expect(await store.permissionGrants.idsOf({ kind: 'client', id: client.id })).toEqual([])
})

test('an Owner opens every door', async () => {
  const [powerful, plain, user] = [await aGroup(store), await aGroup(store), await aUser(store)]
  await grantToGroup(store, powerful, 'authserver:manage')
  const permissionIds = [await permissionId('authserver:manage')]
  for (const door of Object.values(doors)) {
    const [method, path, body] = door({ powerful, plain, user, permissionIds })
    expect((await call(manager, method, path, body)).status, path).toBeLessThan(300)
  }
})
