import { deletedRows } from '../database/results.ts'
import type { Queries } from '../database/tables.ts'

/** Stores the clients of sessions that end unnoticed, once for each user and client, if they have an address. */
export async function rememberUntold(
  queries: Queries,
  sessionIds: readonly number[],
  createdAt: Date,
): Promise<void> {
  if (sessionIds.length === 0) return
  const rows: { readonly userId: number; readonly clientId: number }[] = []
  for (const table of ['userSessionClients', 'inheritedSessionClients'] as const) {
    const found = await queries
      .selectFrom(table)
      .innerJoin('userSessions', 'userSessions.id', `${table}.userSessionId`)
      .innerJoin('clients', 'clients.id', `${table}.clientId`)
      .select(['userSessions.userId', 'clients.id as clientId'])
      .distinct()
      .where('userSessions.id', 'in', [...sessionIds])
      .where('clients.backchannelLogoutUri', '<>', '')
      .execute()
    rows.push(...found)
  }
  const once = new Map(rows.map((row) => [`${row.userId} ${row.clientId}`, { ...row, createdAt }]))
  if (once.size === 0) return
  await queries
    .insertInto('untoldSignIns')
    .values([...once.values()])
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'clientId'])
        .doUpdateSet((eb) => ({ ...{ createdAt }, userId: eb.ref('excluded.userId') })),
    )
    .execute()
}

export async function removeUntoldOf(queries: Queries, userId: number): Promise<void> {
  await queries.deleteFrom('untoldSignIns').where('userId', '=', userId).execute()
}

/** Removes at most `limit` rows from before a time; returns the number removed. */
export function removeUntoldBefore(queries: Queries, before: Date, limit: number): Promise<number> {
  const oldest = queries
    .selectFrom('untoldSignIns')
    .select('id')
    .where('createdAt', '<=', before)
    .orderBy('createdAt')
    .limit(limit)
  return deletedRows(queries.deleteFrom('untoldSignIns').where('id', 'in', oldest))
}
