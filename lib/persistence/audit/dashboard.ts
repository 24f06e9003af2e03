import type { Db } from '../client.ts'
import { countUpTo } from '../database/results.ts'
import type { Queries } from '../database/tables.ts'

/** Counts for administrators; large ones stop at a limit. */
export function dashboard(db: Db, queries: Queries) {
  return {
    countUsers: (): Promise<number> => db.user.count(),

    countGroups: (): Promise<number> => db.group.count(),

    countClients: (): Promise<number> => db.client.count(),

    countResources: (): Promise<number> => db.resource.count(),

    /** Sessions last used since `idleSince` and started since `startedSince`. */
    countLiveSessions: (idleSince: Date, startedSince: Date, limit: number): Promise<number> =>
      db.userSession.count({
        where: { lastAccessed: { gte: idleSince }, started: { gte: startedSince } },
        orderBy: { lastAccessed: 'asc' },
        take: limit,
      }),

    /**
     * Counts audit entries of some events from one time to before another, along the index of events and times. The
     * dashboard needs fourteen such counts. Prisma's count would take longer than the rest of the page, and would sort
     * by id before it stops at the limit.
     */
    countEvents: (
      events: readonly string[],
      from: Date,
      before: Date,
      limit: number,
    ): Promise<number> =>
      countUpTo(
        queries,
        queries
          .selectFrom('auditLogs')
          .select('id')
          .where('auditEvent', 'in', events)
          .where('createdAt', '>=', from)
          .where('createdAt', '<', before),
        limit,
      ),
  }
}
