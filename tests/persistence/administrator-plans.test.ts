import type { CompiledQuery } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { enabledHolders } from '#lib/persistence/permissions/enabled-holders.ts'
import { testContext } from '#tests/support/context.ts'
import { testProvider } from '#tests/support/databases.ts'
import { openSeededDatabase } from '#tests/support/file-database.ts'
import { aGroup, aUser } from '#tests/support/people.ts'

/* Every deletion and demotion checks that an administrator remains. The check must not scan the users. */

await testContext()
const { client, database, store } = await openSeededDatabase()
const userCount = 5_000

beforeAll(async () => {
  const user = await aUser(store)
  const {
    id: _,
    subject: __,
    ...row
  } = await client.user.findUniqueOrThrow({
    where: { id: user.id },
  })
  const rows = Array.from({ length: userCount }, (_, i) => ({
    ...row,
    subject: crypto.randomUUID(),
    username: `many-${i}`,
    usernameKey: `many-${i}`,
    email: `many-${i}@example.org`,
  }))
  for (let i = 0; i < rows.length; i += 200) {
    await client.user.createMany({ data: rows.slice(i, i + 200) })
  }
  const group = await aGroup(store)
  const members = await client.user.findMany({ select: { id: true }, take: 1_000 })
  for (let i = 0; i < members.length; i += 200) {
    const data = members.slice(i, i + 200).map(({ id }) => ({ userId: id, groupId: group.id }))
    await client.userGroup.createMany({ data })
  }
  // A permission that the whole group holds, as all users hold the one to manage their account.
  const everybody = await store.permissions.find('authserver', 'manage-account')
  if (!everybody) throw new Error('The permission is not there.')
  const holder = { kind: 'group', id: group.id } as const
  await store.permissionGrants.add(holder, [everybody.id], new Date())
  await client.$executeRawUnsafe('ANALYZE')
}, 180_000)

async function planOf({ sql, parameters }: CompiledQuery): Promise<string> {
  const explain = testProvider() === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN'
  const quoted = parameters.map((value) => `${value}`)
  const statement = sql.replaceAll(/\+?\?|\$\d/g, () => quoted.shift() ?? '')
  const rows = await client.$queryRawUnsafe<Record<string, unknown>[]>(`${explain} ${statement}`)
  return rows.map((row) => String(row.detail ?? row['QUERY PLAN'])).join('\n')
}

test.each(['manage', 'manage-account', 'manage-users', 'a-permission-that-nobody-holds'])(
  'whether an enabled user holds %s is found without a walk through the users',
  async (permission) => {
    const [id = 0] = await store.permissions.idsOf('authserver', [permission])
    for (const holders of enabledHolders(database.queries, id)) {
      const plan = await planOf(holders.compile())
      expect(plan).not.toMatch(/SCAN "?users"?( |$)|Seq Scan on "?users"?( |$)/m)
      expect(plan).not.toMatch(/Hash Join.*users/)
    }
  },
)

test('it is true for a holder by a group and for one of their own, and false for none', async () => {
  const { hasEnabledHolder } = store.permissions
  expect(await hasEnabledHolder('authserver', 'manage')).toBe(true)
  expect(await hasEnabledHolder('authserver', 'manage-account')).toBe(true)
  expect(await hasEnabledHolder('authserver', 'nothing')).toBe(false)
  expect(await hasEnabledHolder('nothing', 'manage')).toBe(false)
})
