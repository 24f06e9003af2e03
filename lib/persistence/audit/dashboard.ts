import { countUpTo } from '../database/results.ts'
import type { AdminSource } from '../database/sources.ts'
import type { ActiveSince } from '../sessions/active-session-rows.ts'

// Counts for administrators; large ones stop at a limit.

export function countUsers({ db }: AdminSource): Promise<number> {
  return db.user.count()
}

/**
 * Users who were created, or who last signed in, from one moment to before another.
 * @param limit counting stops here
 */
export function countUsersIn(
  { queries }: AdminSource,
  moment: 'createdAt' | 'lastSignInAt',
  from: Date,
  before: Date,
  limit: number,
): Promise<number> {
  const found = queries
    .selectFrom('users')
    .select('id')
    .where(moment, '>=', from)
    .where(moment, '<', before)
  return countUpTo(queries, found, limit)
}

export function countGroups({ db }: AdminSource): Promise<number> {
  return db.group.count()
}

export function countClients({ db }: AdminSource): Promise<number> {
  return db.client.count()
}

export function countResources({ db }: AdminSource): Promise<number> {
  return db.resource.count()
}

export function countActiveSessions(
  { db }: AdminSource,
  { idleSince, startedSince }: ActiveSince,
  limit: number,
): Promise<number> {
  return db.userSession.count({
    where: { lastAccessed: { gte: idleSince }, started: { gte: startedSince } },
    orderBy: { lastAccessed: 'asc' },
    take: limit,
  })
}

/**
 * Counts audit entries of some events from one time to before another, along the index of events and times. The
 * dashboard needs fourteen such counts. Prisma's count would take longer than the rest of the page, and would sort
 * by id before it stops at the limit.
 */
export function countEvents(
  { queries }: AdminSource,
  events: readonly string[],
  from: Date,
  before: Date,
  limit: number,
): Promise<number> {
  return countUpTo(
    queries,
    queries
      .selectFrom('auditLogs')
      .select('id')
      .where('auditEvent', 'in', events)
      .where('createdAt', '>=', from)
      .where('createdAt', '<', before),
    limit,
  )
}
