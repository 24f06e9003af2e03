import { prepared, type ValueOf } from '../database/prepared.ts'
import type { Queries, Row, RowChange } from '../database/tables.ts'

export type ClientRegistrationRecord = Row<'clientRegistrations'>
export type RegistrationKind = 'dynamic' | 'metadata_document'
export type Approval = 'approved' | 'pending' | 'refused'

const selectOfClient = prepared((queries, value: ValueOf<{ clientId: number }>) =>
  queries.selectFrom('clientRegistrations').selectAll().where('clientId', '=', value('clientId')),
)

/** Null for a client that was made by hand, or by a release without registrations. */
export function findOfClient(
  queries: Queries,
  clientId: number,
): Promise<ClientRegistrationRecord | null> {
  return selectOfClient.first(queries, { clientId })
}

/** Changes a registration, if the client still has one. */
export async function change(
  queries: Queries,
  clientId: number,
  change: RowChange<'clientRegistrations'>,
): Promise<void> {
  await queries
    .updateTable('clientRegistrations')
    .set(change)
    .where('clientId', '=', clientId)
    .execute()
}

/** Records that a user has consented to the client once. */
export async function noteConsent(queries: Queries, clientId: number): Promise<void> {
  await queries
    .updateTable('clientRegistrations')
    .set({ everConsented: true })
    .where('clientId', '=', clientId)
    .where('everConsented', '=', false)
    .execute()
}

/** Clients that came by a document and wait for an administrator; counted up to `limit`. */
export async function countPendingDocuments(queries: Queries, limit: number): Promise<number> {
  const some = await queries
    .selectFrom('clientRegistrations')
    .select('id')
    .where('kind', '=', 'metadata_document')
    .where('approval', '=', 'pending')
    .limit(limit)
    .execute()
  return some.length
}

/** Whether a client waits for an administrator. */
export async function isAnyPending(queries: Queries): Promise<boolean> {
  const found = await queries
    .selectFrom('clientRegistrations')
    .select('id')
    .where('approval', '=', 'pending')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export interface DescribedIdentity {
  readonly clientIdentifier: string
  /** The outcome of the last attempt to read the document; '' after a good one. */
  readonly lastFailure: string
}

/** Every client that came by its metadata document. */
export function documentClients(queries: Queries): Promise<DescribedIdentity[]> {
  return queries
    .selectFrom('clientRegistrations')
    .innerJoin('clients', 'clients.id', 'clientRegistrations.clientId')
    .select(['clients.clientIdentifier', 'clientRegistrations.lastFailure'])
    .where('clientRegistrations.kind', '=', 'metadata_document')
    .orderBy('clientRegistrations.id')
    .execute()
}

export interface RegistrationCount {
  readonly kind: string
  readonly approval: string
  readonly count: number
}

/** How many clients registered themselves, by kind and approval. */
export async function counts(queries: Queries): Promise<RegistrationCount[]> {
  const rows = await queries
    .selectFrom('clientRegistrations')
    .select(['kind', 'approval', (eb) => eb.fn.countAll<number | bigint>().as('count')])
    .groupBy(['kind', 'approval'])
    .execute()
  return rows.map(({ kind, approval, count }) => ({ kind, approval, count: Number(count) }))
}
