import type { Db, Provider } from './client.ts'
import type { Direct } from './direct.ts'
import {
  type Client,
  type ClientRedirectUri,
  type ClientWebOrigin,
  Prisma,
} from './generated/sqlite/client.ts'
import { inOrderOf, skipBefore } from './paging.ts'
import { type PermissionRecord, permissionsWithResource } from './permissions.ts'
import { removeTokensOf } from './removal.ts'
import { containsText, isSearchable } from './text-search.ts'

export type ClientRecord = Client
export type ClientWithUris = Client & { redirectUris: ClientRedirectUri[] }
export type ClientWithLists = ClientWithUris & { webOrigins: ClientWebOrigin[] }

const standing = [
  'id',
  'enabled',
  'isPublic',
  'clientSecretEncrypted',
  'authorizationCodeEnabled',
  'resourceOwnerPasswordCredentialsEnabled',
] as const

/** By what a client authenticates, and which flows for people are on for it. */
export type ClientStanding = Pick<ClientRecord, (typeof standing)[number]>

const withLists = {
  redirectUris: { orderBy: { id: 'asc' } },
  webOrigins: { orderBy: { id: 'asc' } },
} as const

/** Which clients a search is for. */
interface Sought {
  /** A part of the identifier, the display name or the description. */
  readonly query: string
  /** Null for any. */
  readonly identifiers: readonly string[] | null
}

/** Registered clients with what belongs to them. */
export function clients(db: Db, provider: Provider, sql: Direct) {
  const matching = ({ query, identifiers }: Sought): Prisma.Sql => {
    const columns = ['"client_identifier"', '"display_name"', '"description"']
    const contains = containsText(provider, columns, query)
    if (!identifiers) return contains
    const possible = identifiers.filter(isSearchable)
    if (possible.length === 0) return Prisma.sql`FALSE`
    return Prisma.sql`"client_identifier" IN (${Prisma.join(possible)}) AND ${contains}`
  }
  /** The client that a condition meets, with its redirect URIs. */
  const findWithUris = async (
    condition: string,
    value: string | number,
  ): Promise<ClientWithUris | null> => {
    const found = await sql.joined(
      ['Client', 'ClientRedirectUri'],
      `FROM "clients" LEFT JOIN "client_redirect_uris"
        ON "client_redirect_uris"."client_id" = "clients"."id" WHERE ${condition}
        ORDER BY "client_redirect_uris"."id"`,
      value,
    )
    const client = found[0]?.[0]
    return client ? { ...client, redirectUris: found.flatMap(([, uri]) => uri ?? []) } : null
  }
  const findWithLists = (id: number): Promise<ClientWithLists | null> =>
    db.client.findUnique({ where: { id }, include: withLists })
  const lockRow = async (id: number): Promise<void> => {
    if (provider === 'postgresql') {
      await db.$queryRaw`SELECT "id" FROM "clients" WHERE "id" = ${id} FOR NO KEY UPDATE`
    }
  }
  return {
    /** The client with its redirect URIs and web origins. */
    findWithLists,

    /** Every client with its lists, ordered by identifier. */
    async all(): Promise<ClientWithLists[]> {
      // Whole tables: asked for by the ids of all clients, they would be a statement of too many values.
      const [found, redirectUris, webOrigins] = await Promise.all([
        sql.all('Client', 'ORDER BY "client_identifier", "id"'),
        sql.all('ClientRedirectUri', 'ORDER BY "id"'),
        sql.all('ClientWebOrigin', 'ORDER BY "id"'),
      ])
      const urisOf = Map.groupBy(redirectUris, ({ clientId }) => clientId)
      const originsOf = Map.groupBy(webOrigins, ({ clientId }) => clientId)
      return found.map((client) => ({
        ...client,
        redirectUris: urisOf.get(client.id) ?? [],
        webOrigins: originsOf.get(client.id) ?? [],
      }))
    },

    /** One page of those that are sought, ordered by identifier. */
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
     * Reads a client and keeps others from changing it until the transaction ends (PostgreSQL row
     * lock; on SQLite a transaction is alone anyway). Sign-ins and tokens of the client go on: they
     * refer to its row and do not wait for this lock.
     */
    async lock(id: number): Promise<ClientWithLists | null> {
      await lockRow(id)
      return findWithLists(id)
    },

    /**
     * Takes a confidential client's secret and what needs one: true for the one caller that found it
     * confidential.
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
     * Removes a client with all that belongs to it: true for the caller that did. Its own row goes last, in the order
     * of `Store.transaction`: whoever signs in or redeems something holds that before referring to the client.
     */
    async remove(id: number): Promise<boolean> {
      await lockRow(id)
      if (provider === 'postgresql') {
        // A session that ends takes its clients with it, some before its codes and some after.
        await sql.run(
          `SELECT COUNT(*) FROM (SELECT 1 FROM "user_sessions" WHERE "id" IN
            (SELECT "user_session_id" FROM "user_session_clients" WHERE "client_id" = ?)
            ORDER BY "id" FOR KEY SHARE) AS "held"`,
          id,
        )
      }
      await sql.run('DELETE FROM "ceremonies" WHERE "client_id" = ?', id)
      await removeTokensOf(provider, sql, 'client', id)
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

    /** Exact and case-sensitive on both databases. */
    findByIdentifier: (clientIdentifier: string): Promise<ClientWithUris | null> =>
      findWithUris('"clients"."client_identifier" = ?', clientIdentifier),

    /** The only client that registered this redirect URI; null when there is none or another one. */
    async findByRedirectUri(uri: string): Promise<ClientRecord | null> {
      const where = { redirectUris: { some: { uri } } }
      const [first, ...others] = await db.client.findMany({ where, take: 2 })
      return first && others.length === 0 ? first : null
    },

    findById: (id: number): Promise<ClientWithUris | null> =>
      findWithUris('"clients"."id" = ?', id),

    /** The client alone, for callers that need no redirect URIs. */
    findRecord: (clientIdentifier: string): Promise<ClientRecord | null> =>
      sql.one('Client', 'WHERE "client_identifier" = ?', clientIdentifier),

    /** What has to stand still when tokens are handed out to the client. */
    async findStanding(clientIdentifier: string): Promise<ClientStanding | null> {
      const pieces = [['Client', ...standing]] as const
      const from = 'FROM "clients" WHERE "client_identifier" = ?'
      const [found = null] = (await sql.oneJoined(pieces, from, clientIdentifier)) ?? []
      return found
    },

    /**
     * @param sealSecret seals the secret for the row that has this id; null for a public client
     */
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

    hasLogo: (clientId: number): Promise<boolean> =>
      sql.has('FROM "client_logos" WHERE "client_id" = ?', clientId),

    /** True when some client, enabled or not, registered this origin. */
    hasWebOrigin: (origin: string): Promise<boolean> =>
      sql.has('FROM "client_web_origins" WHERE "origin" = ?', origin),

    /** What the client itself may do, ordered by resource and permission. */
    async heldPermissions(clientId: number): Promise<PermissionRecord[]> {
      const held = await permissionsWithResource(
        sql,
        `JOIN "client_permissions" ON "client_permissions"."permission_id" = "permissions"."id"
          WHERE "client_permissions"."client_id" = ?`,
        clientId,
      )
      return held.sort((a, b) => a.resourceId - b.resourceId || a.id - b.id)
    },
  }
}
