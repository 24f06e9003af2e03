import type { AdminSource } from '../database/sources.ts'
import { removeByIds } from '../maintenance/removal.ts'
import { skipBefore } from '../search/paging.ts'
import type { AuditLogRecord } from './audit-log.ts'
import { countFiltered } from './filtered-audit-log.ts'

/** An absent field matches every entry. */
export interface AuditLogFilter {
  readonly auditEvent?: string
  readonly requestId?: string
}

/** Not by Prisma, whose count reads a subquery: SQLite then takes a hundred times as long. */
export function count(admin: AdminSource, filter: AuditLogFilter): Promise<number> {
  return countFiltered(admin, filter)
}

/**
 * A page of entries, newest first.
 * @param page from 1
 */
export function list(
  { db }: AdminSource,
  filter: AuditLogFilter,
  page: number,
  size: number,
): Promise<AuditLogRecord[]> {
  return db.auditLog.findMany({
    where: filter,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    skip: skipBefore(page, size),
    take: size,
  })
}

/** Removes at most `limit` entries older than `before`; returns the number removed. */
export async function removeOlderThan(
  { db }: AdminSource,
  before: Date,
  limit: number,
): Promise<number> {
  const rows = await db.auditLog.findMany({
    where: { createdAt: { lt: before } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: limit,
    select: { id: true },
  })
  return removeByIds(db.auditLog, rows)
}

/**
 * Entries of some events about one person, newest first.
 * @param before the id of an entry: only older ones; absent: from the newest
 */
export function listOfPerson(
  { db }: AdminSource,
  userId: number,
  events: readonly string[],
  before: number | undefined,
  limit: number,
): Promise<AuditLogRecord[]> {
  return db.auditLog.findMany({
    where: {
      userId,
      auditEvent: { in: [...events] },
      ...(before === undefined ? {} : { id: { lt: before } }),
    },
    orderBy: { id: 'desc' },
    take: limit,
  })
}

/** Entries of one event about a client since a moment, newest first. */
export function listOfClient(
  { db }: AdminSource,
  clientId: number,
  auditEvent: string,
  since: Date,
  limit: number,
): Promise<AuditLogRecord[]> {
  return db.auditLog.findMany({
    where: { clientId, auditEvent, createdAt: { gte: since } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit,
  })
}
