import type { Db } from './client.ts'
import { countUpTo } from './database/results.ts'
import type { Queries } from './database/tables.ts'

/** Counts for people who look after the server; large ones stop at a limit. */
export function dashboard(db: Db, queries: Queries) {
  return {
    countUsers: (): Promise<number> => db.user.count(),

    countGroups: (): Promise<number> => db.group.count(),

    countClients: (): Promise<number> => db.client.count(),

    countResources: (): Promise<number> => db.resource.count(),

    /** Sessions last used and started not before these moments. */
    countLiveSessions: (idleSince: Date, startedSince: Date, limit: number): Promise<number> =>
      db.userSession.count({
        where: { lastAccessed: { gte: idleSince }, started: { gte: startedSince } },
        orderBy: { lastAccessed: 'asc' },
        take: limit,
      }),

    /**
     * Audit entries of some events from one moment to before another, along the index of events and moments.
     * A look at the dashboard asks this for fourteen days, which by the client would take longer than the rest
     * of the page; the client would also sort what it found by id before it stops counting.
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
