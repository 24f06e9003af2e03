import { firstOrNull, updatedRows } from '../database/results.ts'
import type { NewRow, Queries, Row, RowChange } from '../database/tables.ts'

/** A server that people may sign in with. */
export type IdentityProviderRecord = Row<'identityProviders'>
export type NewIdentityProvider = NewRow<'identityProviders'>
export type IdentityProviderChange = RowChange<'identityProviders'>

/** In the order of the sign-in page. */
export function list(queries: Queries): Promise<IdentityProviderRecord[]> {
  return queries
    .selectFrom('identityProviders')
    .selectAll()
    .orderBy('position')
    .orderBy('id')
    .execute()
}

export function findById(queries: Queries, id: number): Promise<IdentityProviderRecord | null> {
  return firstOrNull(queries.selectFrom('identityProviders').selectAll().where('id', '=', id))
}

export async function findByAlias(
  queries: Queries,
  alias: string,
): Promise<IdentityProviderRecord | null> {
  // A stranger may send a NUL character in an address, and PostgreSQL would refuse the whole statement.
  if (alias.includes('\0')) return null
  return firstOrNull(queries.selectFrom('identityProviders').selectAll().where('alias', '=', alias))
}

/** Reads a provider and locks it until the transaction ends. */
export function lock(queries: Queries, id: number): Promise<IdentityProviderRecord | null> {
  return firstOrNull(
    queries.selectFrom('identityProviders').selectAll().where('id', '=', id).forUpdate(),
  )
}

/** Reads a provider and locks it until the transaction ends. */
export function hold(queries: Queries, id: number): Promise<IdentityProviderRecord | null> {
  return firstOrNull(
    queries.selectFrom('identityProviders').selectAll().where('id', '=', id).forShare(),
  )
}

/** @throws a unique violation when the alias is taken */
export function insert(
  queries: Queries,
  provider: NewIdentityProvider,
): Promise<IdentityProviderRecord> {
  return queries
    .insertInto('identityProviders')
    .values(provider)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function change(
  queries: Queries,
  id: number,
  columns: IdentityProviderChange,
): Promise<boolean> {
  return (
    (await updatedRows(
      queries.updateTable('identityProviders').set(columns).where('id', '=', id),
    )) === 1
  )
}

export async function remove(queries: Queries, id: number): Promise<void> {
  await queries.deleteFrom('identityProviders').where('id', '=', id).execute()
}

/** The domains of providers, sorted. */
export function domains(queries: Queries): Promise<{ providerId: number; domain: string }[]> {
  return queries
    .selectFrom('identityProviderDomains')
    .select(['providerId', 'domain'])
    .orderBy('domain')
    .execute()
}

/** @throws a unique violation when another provider has one of them */
export async function setDomains(
  queries: Queries,
  providerId: number,
  names: readonly string[],
): Promise<void> {
  await queries.deleteFrom('identityProviderDomains').where('providerId', '=', providerId).execute()
  if (names.length === 0) return
  await queries
    .insertInto('identityProviderDomains')
    .values(names.map((domain) => ({ providerId, domain })))
    .execute()
}
