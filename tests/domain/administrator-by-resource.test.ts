import { expect, test } from 'vitest'
import { administrativePermissions, builtInResource } from '#lib/domain/permissions/built-in.ts'
import { testContext } from '#tests/support/context.ts'
import {
  aClient,
  aGroup,
  aResource,
  aUser,
  grantToClient,
  grantToGroup,
  grantToUser,
} from '#tests/support/people.ts'

const { store } = await testContext()
await aResource(store, 'shop', [...administrativePermissions])

const { permissions } = store
const wanted = [builtInResource.identifier, administrativePermissions] as const

/** Whether a new holder of a resource's `manage-users` counts as an administrator. */
const holders: Record<string, (scope: string) => Promise<boolean>> = {
  async user(scope) {
    const user = await aUser(store)
    await grantToUser(store, user, scope)
    return permissions.userHolds(user.id, ...wanted)
  },
  async 'member of a group'(scope) {
    const user = await aUser(store)
    await grantToGroup(store, await aGroup(store, {}, [user]), scope)
    return permissions.userHolds(user.id, ...wanted)
  },
  async group(scope) {
    const group = await aGroup(store)
    await grantToGroup(store, group, scope)
    return permissions.groupHolds(group.id, ...wanted)
  },
  async client(scope) {
    const client = await aClient(store)
    await grantToClient(store, client, scope)
    return permissions.clientHolds(client.id, ...wanted)
  },
}

test.each(Object.keys(holders))(
  'a permission of the same name of another resource makes no administrator of a %s',
  async (kind) => {
    expect(await holders[kind]?.('shop:manage-users')).toBe(false)
    expect(await holders[kind]?.('authserver:manage-users')).toBe(true)
  },
)
