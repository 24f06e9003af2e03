import { expect, test } from 'vitest'
import { call } from '#tests/support/api.ts'
import { aGroup, aResource, aUser, grantToGroup, grantToUser } from '#tests/support/people.ts'
import { fixture } from './fixture.ts'

const { store, database, manager, permissionId } = await fixture()

type Request = readonly [method: string, path: string, body?: unknown]

/**
 * Sends concurrent requests and checks which succeed.
 * @param certain requests that the others cannot affect: each must be answered 200
 * @param contested requests about records that others remove or change meanwhile
 * @returns the distinct statuses of the contested requests
 */
async function sentAtOnce(
  certain: readonly Request[],
  contested: readonly Request[],
): Promise<ReadonlySet<number>> {
  const answers = await Promise.all(
    [...contested, ...certain].map(async ([method, path, body]) => ({
      request: `${method} ${path}`,
      status: (await call(manager, method, path, body)).status,
    })),
  )
  const others = answers.splice(0, contested.length)
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  return new Set(others.map(({ status }) => status))
}

test('memberships that are written from every side at once never fail', async () => {
  const users = await Promise.all(Array.from({ length: 8 }, () => aUser(store)))
  const groups = await Promise.all(Array.from({ length: 6 }, () => aGroup(store, {}, users)))
  const [administrative, ...others] = groups
  if (administrative) await grantToGroup(store, administrative, 'authserver:manage')
  const groupIds = groups.map((group) => group.id)
  const [kept, removed] = [others.slice(0, 2), others.slice(2)]
  const savePermissions = ({ id }: { id: number }) =>
    ['PUT', `/groups/${id}/permissions`, {}] as const
  const statuses = await sentAtOnce(
    [
      ...removed.map(({ id }) => ['DELETE', `/groups/${id}`] as const),
      ...kept.map(savePermissions),
      ...users.slice(5).map(({ id }) => ['DELETE', `/users/${id}`] as const),
    ],
    [
      ...users.flatMap(({ id }) => [
        ['PUT', `/users/${id}/groups`, { groupIds: groupIds.toReversed() }] as const,
        ['PUT', `/users/${id}/groups`, { groupIds: groupIds.slice(1, 4) }] as const,
        ...groupIds.map((group) => ['DELETE', `/groups/${group}/members/${id}`] as const),
        ...groupIds.map((group) => ['POST', `/groups/${group}/members`, { userId: id }] as const),
      ]),
      ...removed.map(savePermissions),
    ],
  )
  // 400: already a member, or not a member; 404: the user or a group no longer exists.
  expect([...statuses].filter((status) => ![200, 201, 400, 404].includes(status))).toEqual([])
  expect(new Set(await store.groups.existing(groupIds))).toEqual(new Set(groupIds.slice(0, 3)))
  const left = await database.user.findMany({ where: { id: { in: users.map(({ id }) => id) } } })
  expect(left).toHaveLength(5)
})

test('grants that are written from every side at once never fail', async () => {
  const resource = await aResource(
    store,
    'contested',
    Array.from({ length: 12 }, (_, i) => `use-${i}`),
  )
  const ids = resource.permissions.map((one) => one.id)
  const manage = await permissionId('authserver:manage')
  const users = await Promise.all(Array.from({ length: 8 }, () => aUser(store)))
  const groups = await Promise.all(Array.from({ length: 4 }, () => aGroup(store, {}, users)))
  for (const user of users) await grantToUser(store, user, 'authserver:manage', 'contested:use-1')
  for (const group of groups) await grantToGroup(store, group, 'contested:use-2')
  const list = resource.permissions.map(({ id, permissionIdentifier, description }) => ({
    id,
    permissionIdentifier,
    description,
  }))
  const saves = (path: string) => [
    ['PUT', path, { permissionIds: ids.toReversed() }] as const,
    ['PUT', path, { permissionIds: [manage, ...ids.slice(3)] }] as const,
    ['PUT', path, { permissionIds: ids.slice(0, 5) }] as const,
  ]
  const statuses = await sentAtOnce(
    [
      ...users.slice(4).map(({ id }) => ['DELETE', `/users/${id}`] as const),
      ...groups.slice(2).map(({ id }) => ['DELETE', `/groups/${id}`] as const),
      ['DELETE', `/resources/${resource.id}`],
    ],
    [
      ...users.flatMap(({ id }) => saves(`/users/${id}/permissions`)),
      ...groups.flatMap(({ id }) => saves(`/groups/${id}/permissions`)),
      ...[2, 4, 6].map((count) => {
        const permissions = list.slice(count).map((one) => ({ ...one, description: `${count}` }))
        const body = { permissions, expectedPermissions: list }
        return ['PUT', `/resources/${resource.id}/permissions`, body] as const
      }),
    ],
  )
  // 404: the holder, a permission or the resource no longer exists; 409: the list changed since it was read.
  expect([...statuses].filter((status) => ![200, 404, 409].includes(status))).toEqual([])
  const held = { where: { permissionId: { in: ids } } }
  expect([
    await database.userPermission.count(held),
    await database.groupPermission.count(held),
  ]).toEqual([0, 0])
  expect(await store.permissions.find('contested', 'use-1')).toBeNull()
})
