import type { Db } from './client.ts'
import type { Client, ClientRedirectUri, Prisma } from './generated/sqlite/client.ts'

export type ClientRecord = Client
export type ClientWithUris = Client & { redirectUris: ClientRedirectUri[] }

/** Registered clients with what belongs to them. */
export function clients(db: Db) {
  return {
    /** Exact and case-sensitive on both databases. */
    findByIdentifier: (clientIdentifier: string): Promise<ClientWithUris | null> =>
      db.client.findUnique({
        where: { clientIdentifier },
        include: { redirectUris: { orderBy: { id: 'asc' } } },
      }),

    findById: (id: number): Promise<ClientWithUris | null> =>
      db.client.findUnique({
        where: { id },
        include: { redirectUris: { orderBy: { id: 'asc' } } },
      }),

    /** The client alone, for callers that need no redirect URIs. */
    findRecord: (clientIdentifier: string): Promise<ClientRecord | null> =>
      db.client.findUnique({ where: { clientIdentifier } }),

    insert: (client: Prisma.ClientCreateInput) => db.client.create({ data: client }),

    update: (id: number, change: Prisma.ClientUncheckedUpdateInput) =>
      db.client.update({ where: { id }, data: change }),

    hasLogo: async (clientId: number): Promise<boolean> =>
      (await db.clientLogo.count({ where: { clientId } })) > 0,

    /** True when some client, enabled or not, registered this origin. */
    hasWebOrigin: async (origin: string): Promise<boolean> =>
      (await db.clientWebOrigin.findFirst({ where: { origin }, select: { id: true } })) !== null,

    grantPermission: (clientId: number, permissionId: number) =>
      db.clientPermission.create({ data: { clientId, permissionId } }),

    /** What the client itself may do, ordered by resource and permission. */
    heldPermissions: (clientId: number) =>
      db.permission.findMany({
        where: { clients: { some: { clientId } } },
        include: { resource: true },
        orderBy: [{ resourceId: 'asc' }, { id: 'asc' }],
      }),
  }
}
