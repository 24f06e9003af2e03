import { firstOrNull } from '../database/results.ts'
import type { Queries, Row, RowChange } from '../database/tables.ts'

/** The data last read from a provider, and its last failure. */
export type ProviderStateRecord = Row<'identityProviderStates'>

export function findState(queries: Queries, id: number): Promise<ProviderStateRecord | null> {
  return firstOrNull(
    queries.selectFrom('identityProviderStates').selectAll().where('providerId', '=', id),
  )
}

export function listStates(queries: Queries): Promise<ProviderStateRecord[]> {
  return queries.selectFrom('identityProviderStates').selectAll().execute()
}

/** Stores the data; nothing happens when the provider is gone. */
export async function keepState(
  queries: Queries,
  providerId: number,
  change: Omit<RowChange<'identityProviderStates'>, 'providerId'>,
): Promise<void> {
  await queries
    .insertInto('identityProviderStates')
    .columns(['providerId'])
    .expression((eb) =>
      eb.selectFrom('identityProviders').select('id').where('id', '=', providerId),
    )
    .onConflict((conflict) => conflict.column('providerId').doNothing())
    .execute()
  await queries
    .updateTable('identityProviderStates')
    .set(change)
    .where('providerId', '=', providerId)
    .execute()
}

/** Removes the data, because the provider is another one now. */
export async function forgetState(queries: Queries, providerId: number): Promise<void> {
  await queries.deleteFrom('identityProviderStates').where('providerId', '=', providerId).execute()
}

/** Counts a sign-in whose claims did not name the groups. */
export async function noteMissingGroups(
  queries: Queries,
  providerId: number,
  { at, why }: { readonly at: Date; readonly why: string },
): Promise<void> {
  await keepState(queries, providerId, { groupsMissingAt: at, groupsMissingWhy: why })
  await queries
    .updateTable('identityProviderStates')
    .set((eb) => ({ groupsMissing: eb('groupsMissing', '+', 1) }))
    .where('providerId', '=', providerId)
    .execute()
}

/** Resets the count, because the provider was changed. */
export async function forgetMissingGroups(queries: Queries, providerId: number): Promise<void> {
  await queries
    .updateTable('identityProviderStates')
    .set({ groupsMissing: 0, groupsMissingAt: null, groupsMissingWhy: '' })
    .where('providerId', '=', providerId)
    .execute()
}
