import { expect, test } from 'vitest'
import { call } from '#tests/support/api.ts'
import { aGroup, aResource, aUser, grantToGroup, grantToUser } from '#tests/support/people.ts'
import { scene } from './scene.ts'

const { store, manager, permissionId } = await scene()

/** Statuses of many requests that were sent at once. */
async function statusesOf(requests: readonly (readonly [string, string, unknown?])[]) {
  const answers = await Promise.all(
    requests.map(([method, path, body]) => call(manager, method, path, body)),
  )
  return answers.map(({ status }) => status)
}

test('memberships that are written from every side at once never fail', async () => {
  const users = await Promise.all(Array.from({ length: 8 }, () => aUser(store)))
  const groups = await Promise.all(Array.from({ length: 6 }, () => aGroup(store, {}, users)))
  const [administrative, ...others] = groups
  if (administrative) await grantToGroup(store, administrative, 'authserver:manage')
  const groupIds = groups.map((group) => group.id)
  const statuses = await statusesOf([
    ...users.flatMap(({ id }) => [
      ['PUT', `/users/${id}/groups`, { groupIds: groupIds.toReversed() }] as const,
      ['PUT', `/users/${id}/groups`, { groupIds: groupIds.slice(1, 4) }] as const,
      ...groupIds.map((group) => ['DELETE', `/groups/${group}/members/${id}`] as const),
      ...groupIds.map((group) => ['POST', `/groups/${group}/members`, { userId: id }] as const),
    ]),
    ...others.slice(2).map(({ id }) => ['DELETE', `/groups/${id}`] as const),
    ...others.map(({ id }) => ['PUT', `/groups/${id}/permissions`, {}] as const),
    ...users.slice(5).map(({ id }) => ['DELETE', `/users/${id}`] as const),
  ])
  expect(statuses).toContain(200)
  expect(statuses.filter((status) => status >= 500)).toEqual([])
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
  const statuses = await statusesOf([
    ...users.flatMap(({ id }) => saves(`/users/${id}/permissions`)),
    ...groups.flatMap(({ id }) => saves(`/groups/${id}/permissions`)),
    ...[2, 4, 6].map((count) => {
      const permissions = list.slice(count).map((one) => ({ ...one, description: `${count}` }))
      const body = { permissions, expectedPermissions: list }
      return ['PUT', `/resources/${resource.id}/permissions`, body] as const
    }),
    ...users.slice(4).map(({ id }) => ['DELETE', `/users/${id}`] as const),
    ...groups.slice(2).map(({ id }) => ['DELETE', `/groups/${id}`] as const),
    ['DELETE', `/resources/${resource.id}`] as const,
  ])
  expect(statuses).toContain(200)
  expect(statuses.filter((status) => status >= 500)).toEqual([])
})
