import { prepared, type ValueOf } from '../database/prepared.ts'
import type { Queries, Row } from '../database/tables.ts'

const write = prepared((queries, value: ValueOf<Row<'clientUses'>>) =>
  queries
    .insertInto('clientUses')
    .values({ clientId: value('clientId'), lastUsedAt: value('lastUsedAt') })
    .onConflict((conflict) =>
      conflict
        .column('clientId')
        .doUpdateSet((eb) => ({ lastUsedAt: eb.ref('excluded.lastUsedAt') }))
        .whereRef('clientUses.lastUsedAt', '<', 'excluded.lastUsedAt'),
    ),
)

/** Records that a client got tokens. */
export async function noteUse(queries: Queries, clientId: number, lastUsedAt: Date): Promise<void> {
  await write.count(queries, { clientId, lastUsedAt })
}
