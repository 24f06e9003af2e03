import { prepared, type ValueOf } from '../database/prepared.ts'
import { exists } from '../database/results.ts'
import type { Queries, Row } from '../database/tables.ts'
import {
  type PermissionRecord,
  readPermission,
  withResource,
} from '../permissions/permission-rows.ts'

export type ClientRecord = Row<'clients'>
export type ClientWithUris = ClientRecord & { redirectUris: Row<'clientRedirectUris'>[] }
export type ClientWithLists = ClientWithUris & { webOrigins: Row<'clientWebOrigins'>[] }

const statusFields = [
  'id',
  'enabled',
  'isPublic',
  'clientSecretEncrypted',
  'tokenEndpointAuthMethod',
  'jwks',
  'jwksUri',
  'authorizationCodeEnabled',
  'resourceOwnerPasswordCredentialsEnabled',
  'deviceGrantEnabled',
] as const

/** A client's means of authentication, and the flows for users that are enabled for it. */
export type ClientStatus = Pick<ClientRecord, (typeof statusFields)[number]>

/** Every client with its lists, ordered by identifier. */
export async function all(queries: Queries): Promise<ClientWithLists[]> {
  // Reads whole tables: a statement with the ids of all clients could have too many values.
  const [found, redirectUris, webOrigins] = await Promise.all([
    clientRows(queries).orderBy('clientIdentifier').orderBy('id').execute(),
    redirectUriRows(queries).execute(),
    queries.selectFrom('clientWebOrigins').selectAll().orderBy('id').execute(),
  ])
  const urisOf = Map.groupBy(redirectUris, ({ clientId }) => clientId)
  const originsOf = Map.groupBy(webOrigins, ({ clientId }) => clientId)
  return found.map((client) => ({
    ...client,
    redirectUris: urisOf.get(client.id) ?? [],
    webOrigins: originsOf.get(client.id) ?? [],
  }))
}

const selectById = prepared((queries, value: ValueOf<{ id: number }>) =>
  clientRows(queries).where('id', '=', value('id')),
)
const selectByIdentifier = prepared((queries, value: ValueOf<{ clientIdentifier: string }>) =>
  clientRows(queries).where('clientIdentifier', '=', value('clientIdentifier')),
)
const selectRedirectUris = prepared((queries, value: ValueOf<{ clientId: number }>) =>
  redirectUriRows(queries).where('clientId', '=', value('clientId')),
)
const selectStatus = prepared((queries, value: ValueOf<{ clientIdentifier: string }>) =>
  queries
    .selectFrom('clients')
    .select(statusFields)
    .where('clientIdentifier', '=', value('clientIdentifier')),
)

/** Exact and case-sensitive on both databases. */
export async function findByIdentifier(
  queries: Queries,
  clientIdentifier: string,
): Promise<ClientWithUris | null> {
  return withUris(queries, await selectByIdentifier.first(queries, { clientIdentifier }))
}

export async function findById(queries: Queries, id: number): Promise<ClientWithUris | null> {
  return withUris(queries, await selectById.first(queries, { id }))
}

/** Without redirect URIs, for callers that do not need them. */
export function findRecordById(queries: Queries, id: number): Promise<ClientRecord | null> {
  return selectById.first(queries, { id })
}

/** Without redirect URIs, for callers that do not need them. */
export function findRecord(
  queries: Queries,
  clientIdentifier: string,
): Promise<ClientRecord | null> {
  return selectByIdentifier.first(queries, { clientIdentifier })
}

/** Properties that must not change while tokens are issued to the client. */
export function findStatus(
  queries: Queries,
  clientIdentifier: string,
): Promise<ClientStatus | null> {
  return selectStatus.first(queries, { clientIdentifier })
}

export function hasLogo(queries: Queries, clientId: number): Promise<boolean> {
  return exists(queries.selectFrom('clientLogos').select('id').where('clientId', '=', clientId))
}

/** True when a client, enabled or not, has registered this origin. */
export function hasWebOrigin(queries: Queries, origin: string): Promise<boolean> {
  return exists(queries.selectFrom('clientWebOrigins').select('id').where('origin', '=', origin))
}

/** Permissions that the client itself holds, ordered by resource and permission. */
export async function heldPermissions(
  queries: Queries,
  clientId: number,
): Promise<PermissionRecord[]> {
  const held = await withResource(queries)
    .innerJoin('clientPermissions', 'clientPermissions.permissionId', 'permissions.id')
    .where('clientPermissions.clientId', '=', clientId)
    .execute()
  return held.flatMap(readPermission).sort((a, b) => a.resourceId - b.resourceId || a.id - b.id)
}

/** Identifiers of the resources whose tokens the client may introspect. */
export async function introspectedResources(queries: Queries, clientId: number): Promise<string[]> {
  const rows = await queries
    .selectFrom('clientIntrospectionResources')
    .innerJoin('resources', 'resources.id', 'clientIntrospectionResources.resourceId')
    .select('resources.resourceIdentifier')
    .where('clientIntrospectionResources.clientId', '=', clientId)
    .execute()
  return rows.map(({ resourceIdentifier }) => resourceIdentifier)
}

/** Hosts of the addresses at which clients receive logout tokens or serve their keys, each once. */
export async function hostsOf(
  queries: Queries,
  column: 'backchannelLogoutUri' | 'jwksUri',
): Promise<string[]> {
  const rows = await queries
    .selectFrom('clients')
    .select(`${column} as uri`)
    .where(column, '<>', '')
    .execute()
  return [...new Set(rows.flatMap(({ uri }) => URL.parse(uri)?.host ?? []))].sort()
}

async function withUris(
  queries: Queries,
  client: ClientRecord | null,
): Promise<ClientWithUris | null> {
  if (!client) return null
  const redirectUris = await selectRedirectUris.all(queries, { clientId: client.id })
  return { ...client, redirectUris }
}

function clientRows(queries: Queries) {
  return queries.selectFrom('clients').selectAll()
}

function redirectUriRows(queries: Queries) {
  return queries.selectFrom('clientRedirectUris').selectAll().orderBy('id')
}
