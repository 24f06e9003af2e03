import { deletedRows } from '../database/results.ts'
import type { Queries } from '../database/tables.ts'

/** A client, and the `sid` of the earlier session that it was signed in to. */
export interface InheritedClient {
  readonly sessionIdentifier: string
  readonly clientId: number
}

/** The clients that know a session or one of its predecessors, latest first. */
export async function inheritableClients(
  queries: Queries,
  { id, sessionIdentifier }: { readonly id: number; readonly sessionIdentifier: string },
  limit: number,
): Promise<InheritedClient[]> {
  const own = await queries
    .selectFrom('userSessionClients')
    .select('clientId')
    .where('userSessionId', '=', id)
    .orderBy('lastAccessed', 'desc')
    .limit(limit)
    .execute()
  const earlier = await queries
    .selectFrom('inheritedSessionClients')
    .select(['sessionIdentifier', 'clientId'])
    .where('userSessionId', '=', id)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  const known = own.map(({ clientId }) => ({ sessionIdentifier, clientId }))
  return [...known, ...earlier].slice(0, limit)
}

/** Gives a new session the clients of the sessions that it replaces. */
export async function inheritClients(
  queries: Queries,
  sessionIdentifier: string,
  clients: readonly InheritedClient[],
  createdAt: Date,
): Promise<void> {
  if (clients.length === 0) return
  const session = await queries
    .selectFrom('userSessions')
    .select('id')
    .where('sessionIdentifier', '=', sessionIdentifier)
    .executeTakeFirst()
  if (!session) return
  const rows = clients.map((client) => ({ ...client, userSessionId: session.id, createdAt }))
  await queries
    .insertInto('inheritedSessionClients')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Removes a client with the `sid` of an earlier session from the session that inherited it; true when it was there. */
export async function removeInheritedClient(
  queries: Queries,
  { sessionIdentifier, clientId }: InheritedClient,
): Promise<boolean> {
  const theirs = queries
    .deleteFrom('inheritedSessionClients')
    .where('sessionIdentifier', '=', sessionIdentifier)
    .where('clientId', '=', clientId)
  return (await deletedRows(theirs)) > 0
}
