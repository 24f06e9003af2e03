import type { Db, Provider } from '../client.ts'
import { exists, firstOrNull, lockRows } from '../database/results.ts'
import type { Queries } from '../database/tables.ts'
import {
  type Client,
  type ClientRedirectUri,
  type ClientWebOrigin,
  Prisma,
} from '../generated/sqlite/client.ts'
import { removeTokensOf } from '../maintenance/removal.ts'
import { type PermissionRecord, readPermission, withResource } from '../permissions/permissions.ts'
import { inOrderOf, skipBefore } from '../search/paging.ts'
import { containsText, isSearchable } from '../search/text-search.ts'

export type ClientRecord = Client
export type ClientWithUris = Client & { redirectUris: ClientRedirectUri[] }
export type ClientWithLists = ClientWithUris & { webOrigins: ClientWebOrigin[] }

const statusFields = [
  'id',
  'enabled',
  'isPublic',
  'clientSecretEncrypted',
  'authorizationCodeEnabled',
  'resourceOwnerPasswordCredentialsEnabled',
] as const

/** A client's means of authentication, and the flows for users that are enabled for it. */
export type ClientStatus = Pick<ClientRecord, (typeof statusFields)[number]>

const withLists = {
  redirectUris: { orderBy: { id: 'asc' } },
  webOrigins: { orderBy: { id: 'asc' } },
} as const

/** Criteria of a search. */
interface Sought {
  /** A part of the identifier, the display name or the description. */
  readonly query: string
  /** Null for any. */
  readonly identifiers: readonly string[] | null
}

/** Registered clients with their redirect URIs, web origins and permissions. */
export function clients(queries: Queries) {
  const clientRows = () => queries.selectFrom('clients').selectAll()
  const redirectUriRows = () => queries.selectFrom('clientRedirectUris').selectAll().orderBy('id')
  /** The client with this value, and its redirect URIs. */
  const findWithUris = async (
    column: 'id' | 'clientIdentifier',
    value: string | number,
  ): Promise<ClientWithUris | null> => {
    const client = await firstOrNull(clientRows().where(column, '=', value))
    if (!client) return null
    const redirectUris = await redirectUriRows().where('clientId', '=', client.id).execute()
    return { ...client, redirectUris }
  }
  return {
    /** Every client with its lists, ordered by identifier. */
    async all(): Promise<ClientWithLists[]> {
      // Reads whole tables: a statement with the ids of all clients could have too many values.
      const [found, redirectUris, webOrigins] = await Promise.all([
        clientRows().orderBy('clientIdentifier').orderBy('id').execute(),
        redirectUriRows().execute(),
        queries.selectFrom('clientWebOrigins').selectAll().orderBy('id').execute(),
      ])
      const urisOf = Map.groupBy(redirectUris, ({ clientId }) => clientId)
      const originsOf = Map.groupBy(webOrigins, ({ clientId }) => clientId)
      return found.map((client) => ({
        ...client,
        redirectUris: urisOf.get(client.id) ?? [],
        webOrigins: originsOf.get(client.id) ?? [],
      }))
    },

    /** Exact and case-sensitive on both databases. */
    findByIdentifier: (clientIdentifier: string): Promise<ClientWithUris | null> =>
      findWithUris('clientIdentifier', clientIdentifier),

    findById: (id: number): Promise<ClientWithUris | null> => findWithUris('id', id),

    /** Without redirect URIs, for callers that do not need them. */
    findRecord: (clientIdentifier: string): Promise<ClientRecord | null> =>
      firstOrNull(clientRows().where('clientIdentifier', '=', clientIdentifier)),

    /** Properties that must not change while tokens are issued to the client. */
    findStatus: (clientIdentifier: string): Promise<ClientStatus | null> =>
      firstOrNull(
        queries
          .selectFrom('clients')
          .select(statusFields)
          .where('clientIdentifier', '=', clientIdentifier),
      ),

    hasLogo: (clientId: number): Promise<boolean> =>
      exists(queries.selectFrom('clientLogos').select('id').where('clientId', '=', clientId)),

    /** True when a client, enabled or not, has registered this origin. */
    hasWebOrigin: (origin: string): Promise<boolean> =>
      exists(queries.selectFrom('clientWebOrigins').select('id').where('origin', '=', origin)),

    /** Permissions that the client itself holds, ordered by resource and permission. */
    async heldPermissions(clientId: number): Promise<PermissionRecord[]> {
      const held = await withResource(queries)
        .innerJoin('clientPermissions', 'clientPermissions.permissionId', 'permissions.id')
        .where('clientPermissions.clientId', '=', clientId)
        .execute()
      return held.flatMap(readPermission).sort((a, b) => a.resourceId - b.resourceId || a.id - b.id)
    },
  }
}

/** The same with what administrative work asks by the Prisma client. */
export function adminClients(db: Db, provider: Provider, queries: Queries) {
  const base = clients(queries)
  const matching = ({ query, identifiers }: Sought): Prisma.Sql => {
    const columns = ['"client_identifier"', '"display_name"', '"description"']
    const contains = containsText(provider, columns, query)
    if (!identifiers) return contains
    const possible = identifiers.filter(isSearchable)
    if (possible.length === 0) return Prisma.sql`FALSE`
    return Prisma.sql`"client_identifier" IN (${Prisma.join(possible)}) AND ${contains}`
  }
  const findWithLists = (id: number): Promise<ClientWithLists | null> =>
    db.client.findUnique({ where: { id }, include: withLists })
  const lockRow = async (id: number): Promise<void> => {
    if (provider === 'postgresql') {
      await db.$queryRaw`SELECT "id" FROM "clients" WHERE "id" = ${id} FOR NO KEY UPDATE`
    }
  }
  return {
    ...base,
    findWithLists,

    /** One page of the matching clients, ordered by identifier. */
    async search(sought: Sought, page: number, size: number): Promise<ClientWithLists[]> {
      const rows = await db.$queryRaw<{ id: number | bigint }[]>`
        SELECT "id" FROM "clients" WHERE ${matching(sought)}
        ORDER BY "client_identifier", "id" LIMIT ${size} OFFSET ${skipBefore(page, size)}`
      const ids = rows.map((row) => Number(row.id))
      const found = await db.client.findMany({ where: { id: { in: ids } }, include: withLists })
      return inOrderOf(ids, found)
    },

    async countMatching(sought: Sought): Promise<number> {
      const rows = await db.$queryRaw<{ total: number | bigint }[]>`
        SELECT COUNT(*) AS "total" FROM "clients" WHERE ${matching(sought)}`
      return Number(rows[0]?.total ?? 0)
    },

    /**
     * Reads a client and locks it against changes until the transaction ends (PostgreSQL row lock; on SQLite
     * transactions run one at a time). Sign-ins and tokens of the client are not blocked: inserting rows that refer to
     * the client does not wait for this lock.
     */
    async lock(id: number): Promise<ClientWithLists | null> {
      await lockRow(id)
      return findWithLists(id)
    },

    /**
     * Makes a confidential client public: removes its secret and disables the features that need one. True for the one
     * caller that found it confidential.
     */
    async makePublic(id: number): Promise<boolean> {
      const { count } = await db.client.updateMany({
        where: { id, isPublic: false },
        data: {
          isPublic: true,
          clientSecretEncrypted: null,
          clientCredentialsEnabled: false,
          pkceRequired: true,
        },
      })
      return count === 1
    },

    /**
     * Removes a client with all its dependents; true for the caller that did. The client's row is removed last, in the
     * order of `Store`: other transactions lock a dependent first and then refer to the client.
     */
    async remove(id: number): Promise<boolean> {
      await lockRow(id)
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
      return (await db.client.deleteMany({ where: { id, isSystemLevelClient: false } })).count === 1
    },

    addRedirectUris: (clientId: number, uris: readonly string[]) =>
      db.clientRedirectUri.createMany({ data: uris.map((uri) => ({ clientId, uri })) }),

    removeRedirectUris: (clientId: number, uris: readonly string[]) =>
      db.clientRedirectUri.deleteMany({ where: { clientId, uri: { in: [...uris] } } }),

    addWebOrigins: (clientId: number, origins: readonly string[]) =>
      db.clientWebOrigin.createMany({ data: origins.map((origin) => ({ clientId, origin })) }),

    removeWebOrigins: (clientId: number, origins: readonly string[]) =>
      db.clientWebOrigin.deleteMany({ where: { clientId, origin: { in: [...origins] } } }),

    /** The client that registered this redirect URI; null unless there is exactly one. */
    async findByRedirectUri(uri: string): Promise<ClientRecord | null> {
      const where = { redirectUris: { some: { uri } } }
      const [first, ...others] = await db.client.findMany({ where, take: 2 })
      return first && others.length === 0 ? first : null
    },

    /** @param sealSecret seals the secret for the row with this id; null for a public client */
    async insert(
      client: Omit<Prisma.ClientCreateInput, 'clientSecretEncrypted'>,
      sealSecret: ((id: number) => Uint8Array<ArrayBuffer>) | null,
    ): Promise<ClientRecord> {
      const row = await db.client.create({ data: client })
      if (!sealSecret) return row
      const clientSecretEncrypted = sealSecret(row.id)
      return db.client.update({ where: { id: row.id }, data: { clientSecretEncrypted } })
    },

    update: (id: number, change: Prisma.ClientUncheckedUpdateInput): Promise<ClientWithLists> =>
      db.client.update({ where: { id }, data: change, include: withLists }),
  }
}
