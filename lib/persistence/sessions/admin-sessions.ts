import type { AdminSource } from '../database/sources.ts'
import { removeByIds } from '../maintenance/removal.ts'
import type { UserRecord } from '../users/users.ts'
import type { SessionRecord } from './sessions.ts'
import { rememberUntold } from './untold-sign-ins.ts'

const withOwner = { user: { select: { otpConfigGeneration: true } } } as const

/** A session with the owner's generation of two-factor settings, which shows whether they changed. */
export type SessionWithOwner = SessionRecord & {
  readonly user: Pick<UserRecord, 'otpConfigGeneration'>
}

export function findById({ db }: AdminSource, id: number): Promise<SessionRecord | null> {
  return db.userSession.findUnique({ where: { id } })
}

export function findWithOwner(
  { db }: AdminSource,
  sessionIdentifier: string,
): Promise<SessionWithOwner | null> {
  return db.userSession.findUnique({ where: { sessionIdentifier }, include: withOwner })
}

/** Removes the client from the session: true when it was on it. */
export async function removeClient(
  { db }: AdminSource,
  userSessionId: number,
  clientId: number,
): Promise<boolean> {
  return (await db.userSessionClient.deleteMany({ where: { userSessionId, clientId } })).count === 1
}

export async function hasClient(
  { db }: AdminSource,
  userSessionId: number,
  clientId: number,
): Promise<boolean> {
  return (await db.userSessionClient.count({ where: { userSessionId, clientId } })) > 0
}

export function countClients({ db }: AdminSource, userSessionId: number): Promise<number> {
  return db.userSessionClient.count({ where: { userSessionId } })
}

/**
 * Removes at most `limit` sessions past their idle or maximum time; returns the number removed.
 * @param untoldAt remembers their clients with this time, because they were not notified; null: does not
 */
export async function removeExpired(
  { db, queries }: AdminSource,
  { idleBefore, startedBefore }: { readonly idleBefore: Date; readonly startedBefore: Date },
  untoldAt: Date | null,
  limit: number,
): Promise<number> {
  const select = { id: true } as const
  const rows = await db.userSession.findMany({
    where: { lastAccessed: { lt: idleBefore } },
    orderBy: { lastAccessed: 'asc' },
    take: limit,
    select,
  })
  if (rows.length < limit) {
    const others = await db.userSession.findMany({
      where: { started: { lt: startedBefore }, lastAccessed: { gte: idleBefore } },
      orderBy: { started: 'asc' },
      take: limit - rows.length,
      select,
    })
    rows.push(...others)
  }
  if (untoldAt) {
    await rememberUntold(
      queries,
      rows.map(({ id }) => id),
      untoldAt,
    )
  }
  return removeByIds(db.userSession, rows)
}
