import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { sliceOf, walkAll, walkToSlice } from '#lib/persistence/search/name-order.ts'
import { namedUsers } from '#lib/persistence/search/named-users.ts'
import { openSeededDatabase } from '#tests/support/file-database.ts'
import { aGroup, aResource, aUser } from '#tests/support/people.ts'

const { client, database, provider, store } = await openSeededDatabase()
const { queries } = database

const givenNames = ['', 'Ada', 'ada', 'Ádám', 'Zoë', '李', '\u{20000}', '\ufb03', 'Ada', "O'Hara"]
const pieceSize = 4
const ids: number[] = []

/** Ids in the order of the database's own sorting. */
async function inOrder(where: Parameters<typeof client.user.findMany>[0]): Promise<number[]> {
  const orderBy = [{ givenName: 'asc' as const }, { id: 'asc' as const }]
  const users = await client.user.findMany({ ...where, orderBy })
  return users.map(({ id }) => id)
}

beforeAll(async () => {
  for (let i = 0; i < 37; i++) {
    const givenName = givenNames[(i * 7) % givenNames.length] ?? ''
    ids.push((await aUser(store, { givenName, email: `walker-${i}@example.org` })).id)
  }
})

const slices = [0, 1, 3, 4, 5, 17, 18, 19, 30, 36, 37, 38, 1_000].flatMap((skip) =>
  [1, 4, 7, 100].map((take) => ({ skip, take })),
)

describe.each([
  ['everybody', sql`TRUE`, () => true],
  ['every third', sql`"user_id" % 3 = 0`, (id: number) => id % 3 === 0],
  ['one', sql`"text" LIKE 'walker-20@%'`, (id: number) => id === ids[20]],
  ['those of one name', sql`"given_name" = 'Ada'`, null],
  ['nobody', sql`"user_id" < 0`, () => false],
] as const)('a walk to %s', (_, condition, holds) => {
  const expected = async () => {
    if (holds === null) return inOrder({ where: { givenName: 'Ada' } })
    return (await inOrder({})).filter((id) => holds(id))
  }

  test('gives each slice as the whole list has it, and counts all', async () => {
    const all = await expected()
    for (const slice of slices) {
      const found = await walkAll(queries, condition, slice, pieceSize)
      expect(found, JSON.stringify(slice)).toEqual({
        ids: all.slice(slice.skip, slice.skip + slice.take),
        total: all.length,
      })
    }
  })

  test('gives the same from the nearer end', async () => {
    const all = await expected()
    for (const slice of slices) {
      const wanted = all.slice(slice.skip, slice.skip + slice.take)
      const walked = await walkToSlice(queries, condition, slice, all.length, pieceSize)
      expect(walked, JSON.stringify(slice)).toEqual(wanted)
      expect(await sliceOf(queries, condition, slice, all.length)).toEqual(wanted)
    }
  })
})

test('a slice whose users went meanwhile is as long as it can be', async () => {
  const condition = sql`"given_name" = 'nobody any more'`
  const slice = { skip: 2, take: 5 }
  expect(await walkToSlice(queries, condition, slice, 9, pieceSize)).toEqual([])
})

describe('users that are named', () => {
  test('come in the same order, sorted or walked through', async () => {
    const members = ids.filter((_, i) => i % 2 === 0).map((id) => ({ id }))
    const group = await aGroup(store, {}, members)
    await aGroup(store, {}, [{ id: ids[1] ?? 0 }])
    const { permissions } = await aResource(store, 'walks', ['see', 'run'])
    const see = permissions.find(({ permissionIdentifier }) => permissionIdentifier === 'see')?.id
    for (const id of ids.slice(5)) {
      await store.permissionGrants.add({ kind: 'user', id }, [see ?? 0], new Date())
    }
    const namings = [
      { table: 'user_groups', column: 'group_id', id: group.id },
      { table: 'user_permissions', column: 'permission_id', id: see ?? 0 },
    ] as const
    const expected = [
      await inOrder({ where: { groups: { some: { groupId: group.id } } } }),
      await inOrder({ where: { permissions: { some: { permissionId: see ?? 0 } } } }),
    ]
    for (const [i, naming] of namings.entries()) {
      const all = expected[i] ?? []
      expect(all.length).toBeGreaterThan(18)
      for (const page of [1, 2, 3, 4, 5, 9, 1_000_000]) {
        for (const maxSorted of [0, 1_000]) {
          const found = await namedUsers(queries, provider, naming, { page, size: 5 }, maxSorted)
          expect(found.users.map(({ id }) => id)).toEqual(all.slice((page - 1) * 5, page * 5))
          expect(found.total).toBe(all.length)
        }
      }
    }
  })

  test('are none of a group that nobody is in', async () => {
    const { id } = await aGroup(store)
    for (const maxSorted of [-1, 1_000]) {
      const naming = { table: 'user_groups', column: 'group_id', id } as const
      const page = { page: 1, size: 5 }
      expect(await namedUsers(queries, provider, naming, page, maxSorted)).toEqual({
        users: [],
        total: 0,
      })
    }
  })
})
