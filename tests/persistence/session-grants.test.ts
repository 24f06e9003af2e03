import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { grantOfSession } from '#lib/persistence/tokens/row-conditions.ts'
import { testContext } from '#tests/support/context.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { aStoredGrant } from '#tests/support/granted.ts'
import { aClient, aUser } from '#tests/support/people.ts'

const { store } = await testContext()
const { database, provider } = await fileDatabase()

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
    const update = database.queries
      .updateTable(field as 'codes')
      .set({ revoked: true })
      .where(grantOfSession('a session'))
      // Without it, Kysely returns a count in place of the plan.
      .returning('id')
    const plan = await update.explain<{ detail: string }>(undefined, sql`QUERY PLAN`)
    const steps = plan.map(({ detail }) => detail)
    expect(steps).toContainEqual(expect.stringContaining(`${table}_grant_id_idx`))
    expect(steps).not.toContainEqual(expect.stringContaining('SCAN'))
  })
}
