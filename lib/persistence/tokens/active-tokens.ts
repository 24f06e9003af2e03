import { sql } from 'kysely'
import { countUpTo } from '../database/results.ts'
import type { Queries } from '../database/tables.ts'
import type { ParentRecord } from '../maintenance/dependent-tables.ts'
import { type ActiveKind, activeOf, tables } from './active-rows.ts'
import { notOfSession } from './row-conditions.ts'

/** The client or user, and a session whose rows are kept ('': keep none). */
export interface ActiveTokensOf extends ParentRecord {
  readonly exceptOfSession: string
}

/** The id of the newest row of each kind, across all clients and users. */
export type NewestIds = Readonly<Record<ActiveKind, number>>

/** A range of ids in ascending order. */
interface Range {
  readonly after: number
  readonly upTo: number
  readonly limit: number
}

/** The reason of the revocation. A session is deleted, so its reason is not stored. */
interface Reason {
  readonly revokedAt: Date
  readonly revokedReason: string
}

/** Rows that were revoked together; empty when none were left. */
export interface RevokedBatch {
  /** The greatest id; 0 when empty. */
  readonly last: number
  /** Names for audit entries: identifiers of sessions, `jti`s of refresh tokens, ids of the others. */
  readonly names: readonly string[]
}

/** The columns that name rows in audit entries. */
const names = {
  session: 'sessionIdentifier',
  code: 'id',
  refreshToken: 'jti',
  grant: 'id',
} as const

/** Whether a client or user has more than `limit` active rows of one of these kinds. */
export async function exceed(
  queries: Queries,
  owner: ParentRecord,
  among: readonly ActiveKind[],
  limit: number,
): Promise<boolean> {
  for (const kind of among) {
    const rows = activeOf(queries, kind, owner).select('id')
    if ((await countUpTo(queries, rows, limit + 1)) > limit) return true
  }
  return false
}

export async function newest(queries: Queries): Promise<NewestIds> {
  const idOf = async (kind: ActiveKind) => {
    const last = queries.selectFrom(tables[kind]).select('id').orderBy('id', 'desc').limit(1)
    return (await last.executeTakeFirst())?.id ?? 0
  }
  return {
    session: await idOf('session'),
    code: await idOf('code'),
    refreshToken: await idOf('refreshToken'),
    grant: await idOf('grant'),
  }
}

/**
 * Revokes the next rows of a kind; sessions are deleted instead. Skips rows that another transaction has locked
 * (PostgreSQL row locks). For transactions.
 */
export async function revokeBatch(
  queries: Queries,
  kind: ActiveKind,
  { exceptOfSession, ...owner }: ActiveTokensOf,
  { after, upTo, limit }: Range,
  reason: Reason,
): Promise<RevokedBatch> {
  const rows = await activeOf(queries, kind, owner)
    .where('id', '>', after)
    .where('id', '<=', upTo)
    .where(notOfSession(tables[kind], exceptOfSession))
    .select(['id', sql.ref<string | number>(names[kind]).as('name')])
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await revoke(queries, kind, ids, reason)
  return { last: ids.at(-1) ?? 0, names: rows.map(({ name }) => String(name)) }
}

async function revoke(
  queries: Queries,
  kind: ActiveKind,
  ids: readonly number[],
  { revokedAt, revokedReason }: Reason,
): Promise<void> {
  switch (kind) {
    case 'session':
      await queries.deleteFrom('userSessions').where('id', 'in', ids).execute()
      break
    case 'code':
      await queries
        .updateTable('codes')
        .set({ revoked: true, revokedReason })
        .where('id', 'in', ids)
        .execute()
      break
    case 'refreshToken':
      await queries
        .updateTable('refreshTokens')
        .set({ revoked: true, revokedAt, revokedReason })
        .where('id', 'in', ids)
        .execute()
      break
    case 'grant':
      await queries
        .updateTable('grants')
        .set({ revokedAt, revokedReason })
        .where('id', 'in', ids)
        .execute()
      break
    default:
      kind satisfies never
  }
}
