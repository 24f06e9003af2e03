import type { PrismaClient } from '#lib/persistence/generated/sqlite/client.ts'

export interface Asked {
  readonly method: 'GET' | 'PUT' | 'DELETE'
  readonly path: string
  readonly body?: object
}

export interface Measured {
  readonly title: string
  /** Maximum time in milliseconds. */
  readonly limit: number
  readonly ask: (n: number) => Asked
}

interface Subjects {
  /** Ordinary users; each serves one change. */
  readonly users: readonly number[]
  readonly members: readonly number[]
  readonly emptyGroups: readonly number[]
  readonly largeGroup: number
  readonly permission: number
  readonly permissionOfAll: number
  readonly wideResource: number
  readonly widePermissions: readonly number[]
}

const changeLimit = 50
const listLimit = 150
const maxPermissions = 1_000

/**
 * Finds the rows for the operations in a filled database, and creates empty groups.
 * @param times how often each operation runs
 */
export async function findSubjects(client: PrismaClient, times: number): Promise<Subjects> {
  const groups = Array.from({ length: times }, (_, i) => ({ groupIdentifier: `empty-${i}` }))
  await client.group.createMany({ data: groups })
  const largeGroup = await client.group.findUniqueOrThrow({
    where: { groupIdentifier: 'group-000000' },
  })
  const resource = await client.resource.findUniqueOrThrow({
    where: { resourceIdentifier: 'wide' },
    include: { permissions: { take: maxPermissions } },
  })
  const ids = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id)
  const members = await client.userGroup.findMany({
    where: { groupId: largeGroup.id },
    take: times,
  })
  const permission = (permissionIdentifier: string) =>
    client.permission.findFirstOrThrow({ where: { permissionIdentifier } })
  return {
    users: ids(
      await client.user.findMany({
        orderBy: { id: 'desc' },
        take: 4 * times,
        select: { id: true },
      }),
    ),
    members: members.map(({ userId }) => userId),
    emptyGroups: ids(
      await client.group.findMany({ where: { groupIdentifier: { startsWith: 'empty-' } } }),
    ),
    largeGroup: largeGroup.id,
    permission: (await permission('read')).id,
    permissionOfAll: (await permission('manage-account')).id,
    wideResource: resource.id,
    widePermissions: ids(resource.permissions),
  }
}

/** Changes of one person, one group or one list of permissions. */
export function changes(subjects: Subjects, times: number): readonly Measured[] {
  const { largeGroup, widePermissions, permission, permissionOfAll } = subjects
  const user = (set: number, n: number) => `/users/${subjects.users[set * times + n]}`
  const change = (title: string, ask: Measured['ask']) => ({ title, limit: changeLimit, ask })
  /** Makes one change, with an audit entry, for each entry of the list. */
  const longList = (title: string, ask: Measured['ask']) => ({ title, limit: listLimit, ask })
  /** Alternates between the whole list and a single entry. */
  const permissionIds = (n: number, one: number) =>
    n % 2 === 0 ? [one, ...widePermissions.slice(1)] : [one]
  return [
    change('disable a user', (n) => ({
      method: 'PUT',
      path: `${user(0, n)}/enabled`,
      body: { enabled: false },
    })),
    change('set permissions of a user', (n) => ({
      method: 'PUT',
      path: `${user(1, n)}/permissions`,
      body: { permissionIds: [permission] },
    })),
    longList('set 1,000 permissions of a user, or take them', (n) => ({
      method: 'PUT',
      path: `${user(1, 0)}/permissions`,
      body: { permissionIds: permissionIds(n, permissionOfAll) },
    })),
    change('delete a user', (n) => ({ method: 'DELETE', path: user(2, n) })),
    change('take a member out of the large group', (n) => ({
      method: 'DELETE',
      path: `/groups/${largeGroup}/members/${subjects.members[n]}`,
    })),
    change('save the groups of a user', (n) => ({
      method: 'PUT',
      path: `${user(3, n)}/groups`,
      body: { groupIds: [largeGroup] },
    })),
    change('set permissions of the large group', (n) => ({
      method: 'PUT',
      path: `/groups/${largeGroup}/permissions`,
      body: { permissionIds: n % 2 === 0 ? [permission] : [permissionOfAll] },
    })),
    longList('set 1,000 permissions of a group, or take them', (n) => ({
      method: 'PUT',
      path: `/groups/${subjects.emptyGroups[0]}/permissions`,
      body: { permissionIds: permissionIds(n, permission) },
    })),
    change('delete an empty group', (n) => ({
      method: 'DELETE',
      path: `/groups/${subjects.emptyGroups[n]}`,
    })),
  ]
}

/**
 * Lists that the console shows.
 * @param users their number
 */
export function lists(subjects: Subjects, users: number): readonly Measured[] {
  const list = (title: string, path: string) => ({
    title,
    limit: listLimit,
    ask: () => ({ method: 'GET', path }) as const,
  })
  const search = (title: string, query: string, page = 1) =>
    list(title, `/users/search?page=${page}&size=10&query=${encodeURIComponent(query)}`)
  const { largeGroup, permission, permissionOfAll, wideResource } = subjects
  const paged = (title: string, path: string, of: number) =>
    [1, 0.5, 0.99, 2].map((part) => {
      const page = part === 1 ? 1 : Math.round((part * of) / 10)
      const which = part === 1 ? 'first' : part === 2 ? 'beyond the last' : `at ${part * 100} %`
      return list(`${title}, page ${which}`, `${path}page=${page}&size=10`)
    })
  return [
    list('dashboard', '/dashboard'),
    ...paged('users', '/users/search?', users),
    ...paged('members of the large group', `/groups/${largeGroup}/members?`, users / 5),
    ...paged('holders, a fifth', `/permissions/${permission}/users?`, users / 5),
    ...paged('holders, everybody', `/permissions/${permissionOfAll}/users?`, users),
    list('users, 200 in the middle', `/users/search?page=${users / 400}&size=200`),
    list(
      'users in the middle, in the large group or not',
      `/users/search?page=${users / 400}&size=200&annotateGroupMembership=${largeGroup}`,
    ),
    search('search: one address', 'user-005432@'),
    search('search: two words of one', 'bench.example user-005432'),
    search('search: nobody', 'nobodyx'),
    search('search: a ninth, "gödel"', 'gödel'),
    search('search: a ninth, page in the middle', 'gödel', Math.round(users / 180)),
    search('search: a ninth by given name', 'grace'),
    search('search: words in another order', 'lovelace ada'),
    search('search: two frequent words', 'gödel radia'),
    search('search: infix of all', 'ench.exam'),
    search('search: infix of all, page in the middle', 'ench.exam', users / 20),
    search('search: a long word of all', '@bench.example'),
    search('search: two words of all', 'user bench.example'),
    search('search: two letters', 'lo'),
    search('search: two letters of all', 'ch'),
    search('search: two letters of nobody', 'zq'),
    search('search: one letter', 'e'),
    search('search: letters of everybody’s', 'e x m p l'),
    list('clients, whole', '/clients'),
    list('clients, search', '/clients/search?page=1&size=50&query=app'),
    list('groups, whole', '/groups'),
    list('groups, search', '/groups/search?page=1&size=50&query=team'),
    list('permissions of a wide resource', `/resources/${wideResource}/permissions`),
    list('audit log, last page', `/audit-logs?page=${users / 20}&size=20`),
  ]
}
