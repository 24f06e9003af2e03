import { beforeEach, describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { aGroup, aUser, grantToGroup, grantToUser } from '#tests/support/people.ts'
import { fixture } from '../api/admin/fixture.ts'

const { store, database, manager, permissionId } = await fixture()
const manage = await permissionId('authserver:manage')

type Removal = () => Promise<[status: number, code: string]>

const ask = (method: string, path: string, body?: unknown) =>
  outcome(call(manager, method, path, body))

/** Every way to take the permission from a user, each on a separate administrator. */
const ways: Record<string, () => Promise<Removal>> = {
  async 'the permissions of a user'() {
    const { id } = await aDirectAdministrator()
    return () => ask('PUT', `/users/${id}/permissions`, { permissionIds: [] })
  },
  async 'the permissions of a group'() {
    const { group } = await anAdministratorByGroup()
    return () => ask('PUT', `/groups/${group.id}/permissions`, { permissionIds: [] })
  },
  async 'a membership'() {
    const { group, user } = await anAdministratorByGroup()
    return () => ask('DELETE', `/groups/${group.id}/members/${user.id}`)
  },
  async 'the groups of a user'() {
    const { user } = await anAdministratorByGroup()
    return () => ask('PUT', `/users/${user.id}/groups`, { groupIds: [] })
  },
  async 'a group'() {
    const { group } = await anAdministratorByGroup()
    return () => ask('DELETE', `/groups/${group.id}`)
  },
  async 'disabling a user'() {
    const { id } = await aDirectAdministrator()
    return () => ask('PUT', `/users/${id}/enabled`, { enabled: false })
  },
  async 'deleting a user'() {
    const { id } = await aDirectAdministrator()
    return () => ask('DELETE', `/users/${id}`)
  },
}

async function aDirectAdministrator() {
  const user = await aUser(store)
  await grantToUser(store, user, 'authserver:manage')
  return user
}

async function anAdministratorByGroup() {
  const user = await aUser(store)
  const group = await aGroup(store, {}, [user])
  await grantToGroup(store, group, 'authserver:manage')
  return { user, group }
}

const administrators = () => store.permissions.countEnabledHolders('authserver', 'manage')

beforeEach(async () => {
  await database.userPermission.deleteMany({ where: { permissionId: manage } })
  await database.groupPermission.deleteMany({ where: { permissionId: manage } })
})

const pairs = Object.keys(ways).flatMap((one, i, all) => all.slice(i).map((other) => [one, other]))

describe('of two administrators removed at once, one stays:', () => {
  test.each(pairs)('by %s and by %s', async (one = '', other = '') => {
    const removals = [await ways[one]?.(), await ways[other]?.()]
    expect(await administrators()).toBe(2)
    const answers = await Promise.all(removals.map((removal) => removal?.()))
    expect(answers).toContainEqual([200, ''])
    expect(answers).toContainEqual([409, 'LAST_ADMINISTRATOR'])
    expect(await administrators()).toBe(1)
  })

  test.each(Object.keys(ways))('or of twenty, all by %s', async (way) => {
    const removals: (Removal | undefined)[] = []
    for (let i = 0; i < 20; i++) removals.push(await ways[way]?.())
    const answers = await Promise.all(removals.map((removal) => removal?.()))
    expect(answers.filter((answer) => answer?.[0] === 200)).toHaveLength(19)
    expect(answers.filter((answer) => answer?.[1] === 'LAST_ADMINISTRATOR')).toHaveLength(1)
    expect(await administrators()).toBe(1)
  })
})

describe('nothing is refused', () => {
  test.each(Object.keys(ways))('by %s while somebody else holds it', async (way) => {
    await aDirectAdministrator()
    expect(await (await ways[way]?.())?.()).toEqual([200, ''])
  })

  test('where nobody held it before', async () => {
    const user = await aUser(store, { enabled: false })
    await grantToUser(store, user, 'authserver:manage')
    expect(await ask('PUT', `/users/${user.id}/permissions`, {})).toEqual([200, ''])
  })

  test('to a user who keeps it another way', async () => {
    const { user } = await anAdministratorByGroup()
    await grantToUser(store, user, 'authserver:manage')
    expect(await ask('PUT', `/users/${user.id}/permissions`, {})).toEqual([200, ''])
    expect(await administrators()).toBe(1)
  })
})
