import { beforeAll, describe, expect, test } from 'vitest'
import { randomUuid } from '#lib/base/crypto/random.ts'
import { type ApiToken, apiClient, call } from '#tests/support/api.ts'
import { testProvider } from '#tests/support/databases.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { aGroup, aResource, aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { type Statement, statementsOf, watchStatements } from '#tests/support/statements.ts'

/* The cost of a change to one user or group must not grow with their number. */

watchStatements()
const { client, store } = await fileDatabase()
const userCount = 5_000
/** Tables that grow with the users. The others are empty here, and PostgreSQL scans small tables. */
const large = 'users|user_texts|user_groups|user_permissions'

let token: ApiToken
let group: { id: number }
let permission: { id: number }

beforeAll(async () => {
  const {
    id: _,
    subject: __,
    ...row
  } = await client.user.findUniqueOrThrow({
    where: { id: (await aUser(store)).id },
  })
  group = await aGroup(store)
  const resource = await aResource(store, 'plans', ['one', 'two'])
  permission = resource.permissions[0] ?? { id: 0 }
  const everybody = await store.permissions.find('authserver', 'manage-account')
  const rows = Array.from({ length: userCount }, (_, i) => ({
    ...row,
    subject: randomUuid(),
    username: `many-${i}`,
    usernameKey: `many-${i}`,
    email: `many-${i}@example.org`,
  }))
  for (let i = 0; i < rows.length; i += 200) {
    const data = rows.slice(i, i + 200)
    await client.user.createMany({ data })
  }
  const users = await client.user.findMany({
    where: { username: { startsWith: 'many-' } },
    select: { id: true },
  })
  for (let i = 0; i < users.length; i += 200) {
    const some = users.slice(i, i + 200)
    const permissionId = everybody?.id ?? 0
    await client.userPermission.createMany({
      data: some.map(({ id }) => ({ userId: id, permissionId })),
    })
    const { id: groupId } = i === 0 ? group : await aGroup(store)
    await client.userGroup.createMany({ data: some.map(({ id }) => ({ userId: id, groupId })) })
  }
  await client.$executeRawUnsafe(testProvider() === 'sqlite' ? 'ANALYZE' : 'VACUUM (ANALYZE)')
})

async function planOf({ sql, values }: Statement): Promise<string> {
  const isSqlite = testProvider() === 'sqlite'
  const explained = `${isSqlite ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN'} ${sql}`
  const places = isSqlite ? [...sql.matchAll(/\?/g)].map(() => null) : values
  const rows = await client.$queryRawUnsafe<Record<string, unknown>[]>(explained, ...places)
  return rows.map((line) => String(line.detail ?? line['QUERY PLAN'])).join('\n')
}

async function expectNoScan(work: () => Promise<unknown>): Promise<void> {
  const statements = await statementsOf(work, /^\s*(select|insert|update|delete|with)\b/i)
  expect(statements.length).toBeGreaterThan(3)
  const scan = testProvider() === 'sqlite' ? `SCAN "?(${large})\\b` : `Seq Scan on "?(${large})\\b`
  for (const statement of statements) {
    const plan = await planOf(statement)
    expect(plan, statement.sql).not.toMatch(new RegExp(scan))
  }
}

async function aMember(): Promise<number> {
  const user = await aUser(store)
  await store.memberships.add(user.id, [group.id], new Date())
  return user.id
}

const changes: [
  title: string,
  ask: () => Promise<[method: string, path: string, body?: object]>,
][] = [
  ['deleting a user', async () => ['DELETE', `/users/${await aMember()}`]],
  [
    'disabling a user',
    async () => ['PUT', `/users/${await aMember()}/enabled`, { enabled: false }],
  ],
  [
    'saving the permissions of a user',
    async () => [
      'PUT',
      `/users/${await aMember()}/permissions`,
      { permissionIds: [permission.id] },
    ],
  ],
  [
    'saving the groups of a user',
    async () => ['PUT', `/users/${await aMember()}/groups`, { groupIds: [] }],
  ],
  [
    'taking a member out of a group',
    async () => ['DELETE', `/groups/${group.id}/members/${await aMember()}`],
  ],
  [
    'saving the permissions of a group',
    async () => ['PUT', `/groups/${group.id}/permissions`, { permissionIds: [permission.id] }],
  ],
  ['deleting a group', async () => ['DELETE', `/groups/${(await aGroup(store)).id}`]],
]

describe('no table that grows with the people is read from end to end by', () => {
  test.each(changes)('%s', async (_, ask) => {
    const asked = await ask()
    await expectNoScan(async () => {
      // A new server has no prepared statements, so every statement is visible.
      token = await apiClient(await server(), ['manage'])
      const { status } = await call(token, ...asked)
      expect(status).toBe(200)
    })
  })
})

test('whatever refers to a row that is removed is found by an index', async () => {
  const missing: string[] = []
  for (const [table, column] of await references()) {
    const first = await firstColumnsOfIndexes(table)
    if (!first.includes(column)) missing.push(`${table}.${column}`)
  }
  expect(missing).toEqual([])
})

async function references(): Promise<[table: string, column: string][]> {
  const rows = await client.$queryRawUnsafe<{ table: string; column: string }[]>(
    testProvider() === 'sqlite'
      ? `SELECT m.name AS "table", f."from" AS "column" FROM sqlite_master m
          JOIN pragma_foreign_key_list(m.name) f WHERE m.type = 'table'`
      : `SELECT c.conrelid::regclass::text AS "table", a.attname::text AS "column"
          FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
          WHERE c.contype = 'f'`,
  )
  expect(rows.length).toBeGreaterThan(20)
  return rows.map(({ table, column }) => [table, column])
}

async function firstColumnsOfIndexes(table: string): Promise<string[]> {
  const rows = await client.$queryRawUnsafe<{ column: string }[]>(
    testProvider() === 'sqlite'
      ? `SELECT i.name AS "column" FROM pragma_index_list('${table}') l
          JOIN pragma_index_info(l.name) i WHERE i.seqno = 0 AND l.partial = 0
          UNION SELECT name FROM pragma_table_info('${table}') WHERE pk = 1`
      : `SELECT a.attname::text AS "column" FROM pg_index i
          JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
          WHERE i.indrelid = '${table}'::regclass AND i.indpred IS NULL`,
  )
  return rows.map(({ column }) => column)
}
