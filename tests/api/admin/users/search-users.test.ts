import { beforeAll, describe, expect, test } from 'vitest'
import { aGroup, aUser, grantToGroup, grantToUser, type TestUser } from '#tests/support/people.ts'
import { fixture } from './fixture.ts'

interface Found {
  readonly users: readonly (Record<string, unknown> & { readonly id: number })[]
  readonly total: number
  readonly page: number
  readonly size: number
}

const { ask, refusal, store, permissionId } = await fixture()

async function search(query: string): Promise<Found> {
  const { status, body } = await ask<Found>('GET', `/users/search${query}`)
  expect(status).toBe(200)
  return body
}

const idsOf = async (text: string) =>
  (await search(`?query=${encodeURIComponent(text)}`)).users.map(({ id }) => id)

let zoe: TestUser
let percent: TestUser

beforeAll(async () => {
  zoe = await aUser(store, {
    email: 'zoe.quark@science.example',
    givenName: 'Zoë',
    middleName: 'Élise',
    familyName: 'Quark-Lumen',
    username: 'Zoe_Quark',
  })
  percent = await aUser(store, {
    givenName: 'Hundred',
    familyName: 'Xylo',
    email: 'x_y@odd.example',
  })
  for (let i = 0; i < 25; i++) {
    await aUser(store, { givenName: 'Page', familyName: 'Turner', email: `page${i}@book.example` })
  }
})

describe('200', () => {
  test('exactly eight fields of each user', async () => {
    const { users } = await search('?query=zoe.quark')
    expect(users).toEqual([
      {
        id: zoe.id,
        email: 'zoe.quark@science.example',
        emailVerified: true,
        username: 'Zoe_Quark',
        givenName: 'Zoë',
        familyName: 'Quark-Lumen',
        enabled: true,
        subject: zoe.subject,
      },
    ])
  })

  test.each(['ZOE.QUARK@SCIENCE', 'zoë', 'ZOË', 'élise', 'lumen', 'zoe_q', 'Zoë Quark', ' quark'])(
    '%j finds by address, name or username, whatever the case',
    async (text) => {
      expect(await idsOf(text)).toEqual([zoe.id])
    },
  )

  test.each([' quark', '%20quark%20', '\u200fquark\u200b', '\u3000qu\u00adark\n'])(
    'white space at the ends of %j and marks that nobody sees do not count',
    async (text) => {
      expect(await idsOf(decodeURIComponent(text))).toEqual([zoe.id])
    },
  )

  test.each(['quark zoë', 'lumen elise', 'ZOE science.example', 'quark-lumen quark zoe_quark'])(
    'every word of %j in any order and field, without case and accents',
    async (text) => {
      expect(await idsOf(text)).toEqual([zoe.id])
      expect(await idsOf(`${text} xylo`)).toEqual([])
    },
  )

  test.each([
    ['A\u030akerstro\u0308m', '\u00e5kerstr\u00f6m'],
    ['M\u00fcllerstein', 'mu\u0308llerstein '],
    ['Ngô', 'ngo'],
    ['Şahin', 'sahin'],
  ])('the family name %j is found by %j, and shown as it was sent', async (familyName, text) => {
    const { id } = await aUser(store, { familyName })
    const { users } = await search(`?query=${encodeURIComponent(text)}`)
    expect(users).toMatchObject([{ id, familyName }])
  })

  test('by the subject', async () => {
    expect(await idsOf(zoe.subject.toUpperCase())).toEqual([zoe.id])
  })

  test('nothing is a wildcard', async () => {
    expect(await idsOf('x_y@odd')).toEqual([percent.id])
    for (const text of ['x%y', 'x*y', 'x?y', '%', '*', '[a-z]', '\\']) {
      expect(await idsOf(text), text).toEqual([])
    }
  })

  test.each(['\0', 'a'.repeat(5000), "'; DROP TABLE users; --", '𝕏𝕏', '%F0%9F'])(
    'the odd text %# finds nobody',
    async (text) => {
      expect(await search(`?query=${encodeURIComponent(text)}`)).toMatchObject({
        users: [],
        total: 0,
      })
    },
  )

  test('pages of ten by given name and id, the true total on each', async () => {
    const pages = await Promise.all([1, 2, 3, 4].map((n) => search(`?query=book.ex&page=${n}`)))
    expect(pages.map(({ users, total, page, size }) => [users.length, total, page, size])).toEqual([
      [10, 25, 1, 10],
      [10, 25, 2, 10],
      [5, 25, 3, 10],
      [0, 25, 4, 10],
    ])
    const ids = pages.flatMap(({ users }) => users.map(({ id }) => id))
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b))
  })

  test('without a text: everybody', async () => {
    const all = await search('?size=200')
    expect(all.users).toHaveLength(all.total)
    const names = all.users.map(({ givenName }) => String(givenName))
    expect(names).toEqual(names.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))))
    expect((await search('?query=&size=200')).total).toBe(all.total)
  })

  test.each(['page=0', 'page=-1', 'page=x', 'size=201', 'size=0', 'size=1.5', 'page=&size='])(
    '%s counts as not sent',
    async (query) => {
      expect(await search(`?${query}`)).toMatchObject({ page: 1, size: 10 })
    },
  )

  test('a page far past the end', async () => {
    expect(await search('?page=999999999999999&size=200')).toMatchObject({ users: [] })
  })

  test('says who belongs to a group', async () => {
    const group = await aGroup(store, {}, [zoe])
    const { users } = await search(`?query=example&size=200&annotateGroupMembership=${group.id}`)
    expect(users.filter(({ inGroup }) => inGroup === true).map(({ id }) => id)).toEqual([zoe.id])
    expect(users.every((user) => typeof user.inGroup === 'boolean')).toBe(true)
  })

  test('says who holds a permission, not counting groups', async () => {
    const group = await aGroup(store, {}, [percent])
    await grantToGroup(store, group, 'authserver:manage-account')
    await grantToUser(store, zoe, 'authserver:manage-account')
    const id = await permissionId('authserver:manage-account')
    const { users } = await search(`?query=quark&annotatePermissionId=${id}`)
    expect(users).toMatchObject([{ id: zoe.id, hasPermission: true }])
    const others = await search(`?query=xylo&annotatePermissionId=${id}`)
    expect(others.users).toMatchObject([{ id: percent.id, hasPermission: false }])
  })
})

describe('400', () => {
  test.each([
    'annotateGroupMembership=x',
    'annotatePermissionId=1.5',
    'annotateGroupMembership=1&annotatePermissionId=1',
    'annotatePermissionId=9223372036854775808',
  ])('%s', async (query) => {
    expect(await refusal('GET', `/users/search?${query}`)).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('404', () => {
  test.each(['annotateGroupMembership=999999', 'annotatePermissionId=-1'])('%s', async (query) => {
    expect(await refusal('GET', `/users/search?${query}`)).toEqual([404, 'NOT_FOUND'])
  })
})
