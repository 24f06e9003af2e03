import { describe, expect, test } from 'vitest'
import { openQueries } from '#lib/persistence/database/queries.ts'
import { grantOfSession } from '#lib/persistence/tokens/row-conditions.ts'
import { testContext } from '#tests/support/context.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { aStoredGrant } from '#tests/support/granted.ts'
import { aClient, aUser } from '#tests/support/people.ts'

const { store } = await testContext()
const { client, provider } = await fileDatabase()

describe('the codes of a session', () => {
  test('are revoked all or the unspent ones, and none of another session', async () => {
    const [user, oauthClient] = [await aUser(store), await aClient(store)]
    const grantIn = (sessionIdentifier: string, used: boolean) =>
      aStoredGrant(store, user, oauthClient, { sessionIdentifier, used })
    const unspent = await grantIn('one', false)
    const spent = await grantIn('one', true)
    const other = await grantIn('two', false)
    const revoked = () =>
      Promise.all(
        [unspent, spent, other].map(
          async ({ code }) => (await store.codes.findByHash(code.codeHash))?.revoked,
        ),
      )
    expect(await store.codes.revokeOfSession('one', 'test', 'unspent')).toBe(1)
    expect(await revoked()).toEqual([true, false, false])
    expect(await store.codes.revokeOfSession('one', 'test', 'all')).toBe(1)
    expect(await revoked()).toEqual([true, true, false])
  })
})

if (provider === 'sqlite') {
  test.each([
    ['codes', 'codes'],
    ['refreshTokens', 'refresh_tokens'],
  ] as const)('%s of a session are found along indexes', async (field, table) => {
    const { connection } = client.$database
    const { sql, parameters } = openQueries(provider, connection)
      .updateTable(field as 'codes')
      .set({ revoked: true })
      .where(grantOfSession('a session'))
      .compile()
    const plan = await connection.rows(`EXPLAIN QUERY PLAN ${sql}`, parameters as string[])
    const steps = plan.map((row) => row.at(-1))
    expect(steps).toContainEqual(expect.stringContaining(`${table}_grant_id_idx`))
    expect(steps).not.toContainEqual(expect.stringContaining('SCAN'))
  })
}
