import type { Db } from '../client.ts'
import { firstOrNull } from '../database/results.ts'
import type { Queries } from '../database/tables.ts'
import type { Prisma, UserConsent } from '../generated/sqlite/client.ts'

export type ConsentRecord = UserConsent

const withClient = { client: { select: { clientIdentifier: true, description: true } } } as const

/** A consent with the client's data for lists. */
export type ConsentOfClient = Prisma.UserConsentGetPayload<{ include: typeof withClient }>

/** Approved scopes, one row per user and client. */
export function consents(queries: Queries) {
  return {
    find: (userId: number, clientId: number): Promise<ConsentRecord | null> =>
      firstOrNull(
        queries
          .selectFrom('userConsents')
          .selectAll()
          .where('userId', '=', userId)
          .where('clientId', '=', clientId),
      ),
  }
}

/** The same with what administrative work asks by the Prisma client. */
export function adminConsents(db: Db, queries: Queries) {
  const base = consents(queries)
  return {
    ...base,

    findById: (id: number): Promise<ConsentRecord | null> =>
      db.userConsent.findUnique({ where: { id } }),

    /** Oldest first. */
    listOfUser: (userId: number): Promise<ConsentOfClient[]> =>
      db.userConsent.findMany({ where: { userId }, include: withClient, orderBy: { id: 'asc' } }),

    /**
     * Consents to a client of all users who hold one of the permissions, directly or through a group; ordered by user.
     */
    listOfHolders: (
      clientId: number,
      permissionIds: readonly number[],
    ): Promise<ConsentRecord[]> => {
      const holding = { some: { permissionId: { in: [...permissionIds] } } }
      const holds = [
        { permissions: holding },
        { groups: { some: { group: { permissions: holding } } } },
      ]
      const where = { clientId, user: { OR: holds } }
      return db.userConsent.findMany({ where, orderBy: { userId: 'asc' } })
    },

    /** True for the caller that removed it. */
    remove: async (id: number): Promise<boolean> =>
      (await db.userConsent.deleteMany({ where: { id } })).count === 1,

    /** Stores the approved scopes in place of earlier ones. */
    save: (userId: number, clientId: number, scope: string, grantedAt: Date) =>
      db.userConsent.upsert({
        where: { userId_clientId: { userId, clientId } },
        create: { userId, clientId, scope, grantedAt },
        update: { scope, grantedAt },
      }),
  }
}
