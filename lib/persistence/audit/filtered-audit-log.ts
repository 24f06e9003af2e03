import { type SelectQueryBuilder, sql } from 'kysely'
import { firstOrNull } from '../database/results.ts'
import type { AdminSource } from '../database/sources.ts'
import type { Queries, Tables } from '../database/tables.ts'
import type { AuditLogRecord } from './audit-log.ts'

/** An absent field matches every entry. */
export interface EntryFilter {
  /** Entries of these events; absent: of every event. */
  readonly events?: readonly string[] | undefined
  readonly userId?: number | undefined
  readonly clientId?: number | undefined
  readonly groupId?: number | undefined
  readonly resourceId?: number | undefined
  readonly actor?: string | undefined
  readonly ipAddress?: string | undefined
  readonly requestId?: string | undefined
  readonly from?: Date | undefined
  readonly before?: Date | undefined
}

/** The place of an entry in the order of the list. */
export interface EntryPlace {
  readonly createdAt: Date
  readonly id: number
}

type Entries = SelectQueryBuilder<Tables, 'auditLogs', object>

/** Each of these columns has an index with time and id. */
const narrowing = [
  'userId',
  'clientId',
  'groupId',
  'resourceId',
  'actor',
  'ipAddress',
  'requestId',
] as const

/**
 * Entries, the newest first.
 * @param after only older ones than this place
 */
export async function listFiltered(
  admin: AdminSource,
  filter: EntryFilter,
  after: EntryPlace | undefined,
  limit: number,
): Promise<AuditLogRecord[]> {
  const { events } = filter
  if (events?.length === 0) return []
  const { queries } = admin
  const isNarrow = narrowing.some((name) => filter[name] !== undefined)
  if (isNarrow || events === undefined) {
    const entries = newestFirst(matching(queries, filter, after), limit).selectAll()
    return (events ? entries.where(alongAnotherIndex, 'in', [...events]) : entries).execute()
  }
  const ids = await idsOfEvents(admin, events, { filter, after, limit })
  if (ids.length === 0) return []
  return newestFirst(queries.selectFrom('auditLogs').where('id', 'in', ids), limit)
    .selectAll()
    .execute()
}

/** Like `listFiltered`, for a walk through all entries: it reads a long list of events along the time. */
export function walkFiltered(
  admin: AdminSource,
  filter: EntryFilter,
  after: EntryPlace | undefined,
  limit: number,
): Promise<AuditLogRecord[]> {
  const { events = [] } = filter
  if (events.length <= fewEvents) return listFiltered(admin, filter, after, limit)
  const query = newestFirst(matching(admin.queries, filter, after), limit).selectAll()
  return query.where(alongAnotherIndex, 'in', [...events]).execute()
}

/**
 * The event of an entry, as an expression that no index has. PostgreSQL would otherwise read all entries of a long list
 * of events, although an index gives the newest entries of a user, or of all, in their order.
 */
const alongAnotherIndex = sql<string>`"audit_event" || ''`

/** Number of events that are read from the index of each one. */
const fewEvents = 8

/** The number of entries. */
export async function countFiltered(
  { queries }: Pick<AdminSource, 'queries'>,
  filter: EntryFilter & { readonly auditEvent?: string },
): Promise<number> {
  const { auditEvent, events = auditEvent === undefined ? undefined : [auditEvent] } = filter
  if (events?.length === 0) return 0
  let query = matching(queries, filter, undefined)
  if (events) query = query.where('auditEvent', 'in', [...events])
  const { total } = await query
    .select((eb) => eb.fn.countAll<number | bigint>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** A slice of the list. */
interface EntryPage {
  readonly filter: EntryFilter
  readonly after: EntryPlace | undefined
  readonly limit: number
}

/**
 * The newest entries of several events. Each event has a part of one index in the order of the list, and a rare event
 * among a million others is found as quickly as a frequent one.
 */
async function idsOfEvents(
  admin: AdminSource,
  events: readonly string[],
  page: EntryPage,
): Promise<number[]> {
  const newest = admin.provider === 'postgresql' ? newestOfEach : newestTogether
  const found = await newest(admin.queries, events, page)
    .select('entries.id')
    .orderBy('entries.createdAt', 'desc')
    .orderBy('entries.id', 'desc')
    .limit(page.limit)
    .execute()
  return found.map(({ id }) => id)
}

type NewestEntries = SelectQueryBuilder<
  { entries: { id: number; createdAt: Date } },
  'entries',
  object
>

/** One statement for each event, in a union: SQLite knows no lateral join. */
function newestTogether(
  queries: Queries,
  [first, ...others]: readonly string[],
  { filter, after, limit }: EntryPage,
): NewestEntries {
  const ofEvent = (event = '') =>
    queries
      .selectFrom(
        newestFirst(matching(queries, filter, after).where('auditEvent', '=', event), limit)
          .select(['id', 'createdAt'])
          .as('newest'),
      )
      .select(['newest.id', 'newest.createdAt'])
  let all = ofEvent(first)
  for (const event of others) all = all.unionAll(ofEvent(event))
  return queries.selectFrom(all.as('entries'))
}

/** The same for PostgreSQL, which plans each statement of a union by itself, but a lateral join once. */
function newestOfEach(
  queries: Queries,
  events: readonly string[],
  { filter, after, limit }: EntryPage,
): NewestEntries {
  const wanted = sql<{
    event: string
  }>`(VALUES ${sql.join(events.map((event) => sql`(${event})`))})`
  return queries.selectFrom(wanted.as<'wanted'>(sql`"wanted"("event")`)).innerJoinLateral(
    newestFirst(
      matching(queries, filter, after).where('auditEvent', '=', sql.ref<string>('wanted.event')),
      limit,
    )
      .select(['id', 'createdAt'])
      .as('entries'),
    (join) => join.onTrue(),
  )
}

function matching(queries: Queries, filter: EntryFilter, after: EntryPlace | undefined): Entries {
  let query: Entries = queries.selectFrom('auditLogs')
  for (const name of narrowing) {
    const value = filter[name]
    if (value !== undefined) query = query.where(name, '=', value)
  }
  // The partial indexes hold only entries that name a user.
  if (filter.actor !== undefined) query = query.where('actor', '<>', '')
  if (filter.ipAddress !== undefined) query = query.where('ipAddress', '<>', '')
  if (filter.from) query = query.where('createdAt', '>=', filter.from)
  if (filter.before) query = query.where('createdAt', '<', filter.before)
  if (!after) return query
  const { createdAt, id } = after
  return query
    .where('createdAt', '<=', createdAt)
    .where((eb) => eb.or([eb('createdAt', '<', createdAt), eb('id', '<', id)]))
}

function newestFirst<Row>(
  query: SelectQueryBuilder<Tables, 'auditLogs', Row>,
  limit: number,
): SelectQueryBuilder<Tables, 'auditLogs', Row> {
  return query.orderBy('createdAt', 'desc').orderBy('id', 'desc').limit(limit)
}

export function find({ queries }: AdminSource, id: number): Promise<AuditLogRecord | null> {
  return firstOrNull(queries.selectFrom('auditLogs').selectAll().where('id', '=', id))
}
