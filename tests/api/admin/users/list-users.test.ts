import { beforeAll, describe, expect, test } from 'vitest'
import { aGroup, aUser, grantToGroup, grantToUser, type TestUser } from '#tests/support/people.ts'
import { aStoredPasskey } from '#tests/support/stored-passkey.ts'
import { fixture } from './fixture.ts'

interface Found {
  readonly users: readonly (Record<string, unknown> & { readonly id: number })[]
  readonly total: number
  readonly ids?: readonly number[]
}

const { ask, refusal, store, permissionId } = await fixture()

async function search(query: Record<string, string>): Promise<Found> {
  const all = new URLSearchParams({ query: 'list.example', size: '200', ...query })
  const { status, body } = await ask<Found>('GET', `/users/search?${all}`)
  expect(status).toBe(200)
  return body
}

const names = async (query: Record<string, string>) =>
  (await search(query)).users.map(({ givenName, email }) => givenName || email)

let ada: TestUser
let ben: TestUser
let cleo: TestUser
let nameless: TestUser
let group: { readonly id: number }

beforeAll(async () => {
  const noon = (day: string) => new Date(`2026-03-${day}T12:00:00Z`)
  nameless = await aUser(store, {
    email: '0@list.example',
    givenName: '',
    familyName: '',
    createdAt: noon('01'),
  })
  cleo = await aUser(store, {
    email: 'a@list.example',
    givenName: 'Cleo',
    createdAt: noon('02'),
    enabled: false,
    lastSignInAt: noon('20'),
  })
  ben = await aUser(store, {
    email: 'c@list.example',
    givenName: 'Ben',
    createdAt: noon('04'),
    otpEnabled: true,
    lastSignInAt: noon('10'),
  })
  ada = await aUser(store, {
    email: 'b@list.example',
    givenName: 'Ada',
    createdAt: noon('03'),
    emailVerified: false,
  })
  group = await aGroup(store, { groupIdentifier: 'team-b' }, [ada, cleo])
  for (const name of ['team-a', 'team-c', 'team-d']) {
    await aGroup(store, { groupIdentifier: name }, [ada])
  }
  await grantToUser(store, ben, 'authserver:admin-read')
  await aStoredPasskey(store, ben.id)
  const administrators = await aGroup(store, { groupIdentifier: 'operators' }, [cleo])
  await grantToGroup(store, administrators, 'authserver:manage-users')
})

describe('the order', () => {
  test.each([
    ['name', 'asc', ['Ada', 'Ben', 'Cleo', '0@list.example']],
    ['name', 'desc', ['Cleo', 'Ben', 'Ada', '0@list.example']],
    ['email', 'asc', ['0@list.example', 'Cleo', 'Ada', 'Ben']],
    ['createdAt', 'desc', ['Ben', 'Ada', 'Cleo', '0@list.example']],
    ['lastSignInAt', 'desc', ['Cleo', 'Ben', '0@list.example', 'Ada']],
    ['lastSignInAt', 'asc', ['0@list.example', 'Ada', 'Ben', 'Cleo']],
  ])(
    '%s %s: the named before the nameless, never as the longest ago',
    async (sort, order, expected) => {
      expect(await names({ sort, order })).toEqual(expected)
    },
  )

  test('equal entries stand in the order of their ids, so that no page repeats one', async () => {
    for (let i = 0; i < 25; i++) {
      const createdAt = new Date('2026-05-01T00:00:00Z')
      await aUser(store, { givenName: 'Same', email: `s${i}@same.example`, createdAt })
    }
    const pages = await Promise.all(
      ['1', '2', '3'].map((page) =>
        search({ query: 'same.example', sort: 'createdAt', order: 'desc', size: '10', page }),
      ),
    )
    const ids = pages.flatMap(({ users }) => users.map(({ id }) => id))
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b))
    expect(ids).toHaveLength(25)
    const all = await search({ query: 'same.example', sort: 'createdAt', onlyIds: 'true' })
    expect(all).toMatchObject({ users: [], total: 25, ids })
  })
})

describe('what narrows the list', () => {
  test.each([
    [{ enabled: 'false' }, ['Cleo']],
    [{ enabled: 'true' }, ['Ada', 'Ben', '0@list.example']],
    [{ twoFactor: 'true' }, ['Ben']],
    [{ emailVerified: 'false' }, ['Ada']],
    [{ passkey: 'true' }, ['Ben']],
    [{ passkey: 'false' }, ['Ada', 'Cleo', '0@list.example']],
    [{ administrator: 'true' }, ['Ben', 'Cleo']],
    [{ administrator: 'false' }, ['Ada', '0@list.example']],
    [{ neverSignedIn: 'true' }, ['Ada', '0@list.example']],
    [{ signedInSince: '2026-03-10T12:00:00Z' }, ['Ben', 'Cleo']],
    [{ signedInBefore: '2026-03-10T12:00:00.001Z' }, ['Ada', 'Ben', '0@list.example']],
    [{ createdSince: '2026-03-03T13:00:00+01:00', createdBefore: '2026-03-04T12:00:00Z' }, ['Ada']],
    [{ enabled: 'true', administrator: 'true' }, ['Ben']],
    [{ query: 'ben', enabled: 'false' }, []],
  ])('%j', async (query, expected) => {
    const found = await search({ sort: 'name', ...query } as Record<string, string>)
    expect(found.users.map(({ givenName, email }) => givenName || email)).toEqual(expected)
    expect(found.total).toBe(expected.length)
  })

  test('members of a group, holders of a permission in either way, chosen ids', async () => {
    expect(await names({ group: `${group.id}`, sort: 'name' })).toEqual(['Ada', 'Cleo'])
    const read = await permissionId('authserver:admin-read')
    expect(await names({ permission: `${read}` })).toEqual(['Ben'])
    const manage = await permissionId('authserver:manage-users')
    expect(await names({ permission: `${manage}` })).toEqual(['Cleo'])
    expect(await names({ ids: `${cleo.id},${ada.id},999999`, sort: 'name' })).toEqual([
      'Ada',
      'Cleo',
    ])
  })

  test.each(['%', '_', '*', '\\', '(', '['])('%s is a letter like any other', async (query) => {
    expect(await names({ query, sort: 'name' })).toEqual([])
  })
})

describe('details', () => {
  test('creation, last sign-in, second factor, rights and groups of each user', async () => {
    const { users } = await search({ details: 'true', query: 'b@list.example' })
    expect(users).toMatchObject([
      {
        id: ada.id,
        createdAt: '2026-03-03T12:00:00.000Z',
        lastSignInAt: null,
        twoFactor: false,
        administrator: false,
        groups: ['team-a', 'team-b', 'team-c'],
        groupCount: 4,
        locale: '',
        phone: '',
      },
    ])
    const others = await search({ details: 'true', query: 'c@list.example' })
    expect(others.users).toMatchObject([
      {
        lastSignInAt: '2026-03-10T12:00:00.000Z',
        twoFactor: true,
        administrator: true,
        groups: [],
      },
    ])
  })

  test('no secret and nothing else of the record', async () => {
    const { users } = await search({ details: 'true', query: '0@list.example' })
    expect(Object.keys(users[0] ?? {}).toSorted()).toEqual(
      [
        ...['administrator', 'createdAt', 'email', 'emailVerified', 'enabled', 'familyName'],
        ...['givenName', 'groupCount', 'groups', 'id', 'lastSignInAt', 'locale', 'phone'],
        ...['subject', 'twoFactor', 'username'],
      ].toSorted(),
    )
    expect(users[0]?.id).toBe(nameless.id)
  })
})

test.each([
  'enabled=yes',
  'enabled=',
  'sort=subject',
  'sort=createdAt&order=down',
  'createdSince=yesterday',
  'signedInBefore=2026-03-10',
  'createdBefore=0001-01-01T00:00:00%2B14:00',
  'group=x',
  'ids=1,x',
  `ids=${Array.from({ length: 201 }, (_, i) => i).join()}`,
  'onlyIds=1',
])('a value that cannot be read never stands for everything: %s', async (query) => {
  expect(await refusal('GET', `/users/search?${query}`)).toEqual([400, 'VALIDATION_ERROR'])
})
