import { lockRows } from '../database/results.ts'
import type { AdminSource } from '../database/sources.ts'
import type { NewRecord, Queries, RowChange } from '../database/tables.ts'
import { removeTokensOf } from '../maintenance/removal.ts'
import type { ClientRecord, ClientWithLists } from './clients.ts'
import { withLists } from './with-lists.ts'

export function findWithLists({ db }: AdminSource, id: number): Promise<ClientWithLists | null> {
  return db.client.findUnique({ where: { id }, include: withLists })
}

/**
 * Reads a client and locks it against changes until the transaction ends (PostgreSQL row lock; on SQLite
 * transactions run one at a time). Sign-ins and tokens of the client are not blocked: inserting rows that refer to
 * the client does not wait for this lock.
 */
export async function lock(admin: AdminSource, id: number): Promise<ClientWithLists | null> {
  await lockRows(admin.queries, rowOf(admin.queries, id).forNoKeyUpdate())
  return findWithLists(admin, id)
}

/** A client to insert, with its lists. */
export type NewClient = Omit<NewRecord<'clients'>, 'clientSecretEncrypted'> & {
  readonly redirectUris?: readonly string[]
  readonly webOrigins?: readonly string[]
  /** The permissions that it holds itself. */
  readonly permissionIds?: readonly number[]
}

/** @param sealSecret seals the secret for the row with this id; null for a public client */
export async function insert(
  { db }: AdminSource,
  { redirectUris = [], webOrigins = [], permissionIds = [], ...columns }: NewClient,
  sealSecret: ((id: number) => Uint8Array<ArrayBuffer>) | null,
): Promise<ClientRecord> {
  const row = await db.client.create({
    data: {
      ...columns,
      redirectUris: { create: redirectUris.map((uri) => ({ uri })) },
      webOrigins: { create: webOrigins.map((origin) => ({ origin })) },
      permissions: { create: permissionIds.map((permissionId) => ({ permissionId })) },
    },
  })
  if (!sealSecret) return row
  const clientSecretEncrypted = sealSecret(row.id)
  return db.client.update({ where: { id: row.id }, data: { clientSecretEncrypted } })
}

export function update(
  { db }: AdminSource,
  id: number,
  change: RowChange<'clients'>,
): Promise<ClientWithLists> {
  return db.client.update({ where: { id }, data: change, include: withLists })
}

/**
 * Makes a confidential client public: removes its secret or keys and disables the features that need one. True for the one
 * caller that found it confidential.
 */
export async function makePublic({ db }: AdminSource, id: number): Promise<boolean> {
  const { count } = await db.client.updateMany({
    where: { id, isPublic: false },
    data: {
      isPublic: true,
      clientSecretEncrypted: null,
      clientCredentialsEnabled: false,
      pkceRequired: true,
      tokenEndpointAuthMethod: 'client_secret',
      jwks: '',
      jwksUri: '',
    },
  })
  return count === 1
}

/**
 * Removes a client with all its dependents; true for the caller that did. The client's row is removed last, in the
 * order of `Store`: other transactions lock a dependent first and then refer to the client.
 * @param mayGo asked at the end, when no other transaction can refer to the client. If it may not go, the caller must
 * roll back
 */
export async function remove(
  { db, queries }: AdminSource,
  id: number,
  mayGo?: () => Promise<boolean>,
): Promise<boolean> {
  await lockRows(queries, rowOf(queries, id).forNoKeyUpdate())
  // Deleting a session also deletes its references to clients, before or after its codes. The lock keeps such
  // deletions from interleaving with this one.
  const sessions = queries
    .selectFrom('userSessions')
    .select('id')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('userSessionClients')
        .select('userSessionClients.userSessionId')
        .where('userSessionClients.clientId', '=', id),
    )
  await lockRows(queries, sessions.orderBy('id').forKeyShare())
  await queries.deleteFrom('interactions').where('clientId', '=', id).execute()
  await removeTokensOf(queries, 'client', id)
  if (mayGo) {
    await lockRows(queries, rowOf(queries, id).forUpdate())
    if (!(await mayGo())) return false
  }
  const { count } = await db.client.deleteMany({ where: { id, isSystemLevelClient: false } })
  return count === 1
}

function rowOf(queries: Queries, id: number) {
  return queries.selectFrom('clients').select('id').where('id', '=', id)
}

/** Client IDs and display names by id. */
export async function namesOf(
  { db }: AdminSource,
  ids: readonly number[],
): Promise<ReadonlyMap<number, { clientIdentifier: string; displayName: string }>> {
  const found = await db.client.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, clientIdentifier: true, displayName: true },
  })
  return new Map(found.map(({ id, ...names }) => [id, names]))
}
