import { sql } from 'kysely'
import { countUpTo } from '../database/results.ts'
import type { Queries } from '../database/tables.ts'
import type { ParentRecord } from '../maintenance/dependents.ts'
import { grantOfSession } from './grants.ts'

/** Kinds of rows that are revoked together with their client or user. */
export type ActiveKind = 'session' | 'code' | 'refreshToken' | 'grant'

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

interface Kind {
  /** Typed as the table of codes: all four tables have the columns used here, apart from `name`. */
  readonly table: 'userSessions' | 'codes' | 'refreshTokens' | 'grants'
  readonly name: 'sessionIdentifier' | 'id' | 'jti'
}

const kinds: Readonly<Record<ActiveKind, Kind>> = {
  session: { table: 'userSessions', name: 'sessionIdentifier' },
  code: { table: 'codes', name: 'id' },
  refreshToken: { table: 'refreshTokens', name: 'jti' },
  grant: { table: 'grants', name: 'id' },
}

/** Active sessions, codes, refresh tokens and grants, for owners with too many rows for one statement. */
export function activeTokens(queries: Queries) {
  const rowsOf = (kind: ActiveKind) => queries.selectFrom(kinds[kind].table as 'codes')
  const liveOf = (kind: ActiveKind, { kind: owner, id }: ParentRecord) => {
    const theirs = rowsOf(kind).where(owner === 'client' ? 'clientId' : 'userId', '=', id)
    switch (kind) {
      case 'session':
        return theirs
      case 'grant':
        return theirs.where(sql<boolean>`revoked_at is null`)
      case 'code':
      case 'refreshToken':
        // Literal conditions match the partial indexes.
        return theirs.where(sql<boolean>`not revoked`)
      default:
        return kind satisfies never
    }
  }
  return {
    /** Whether a client or user has more than `limit` active rows of one of these kinds. */
    async exceed(
      owner: ParentRecord,
      among: readonly ActiveKind[],
      limit: number,
    ): Promise<boolean> {
      for (const kind of among) {
        const rows = liveOf(kind, owner).select('id')
        if ((await countUpTo(queries, rows, limit + 1)) > limit) return true
      }
      return false
    },

    async newest(): Promise<NewestIds> {
      const idOf = async (kind: ActiveKind) =>
        (await rowsOf(kind).select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? 0
      return {
        session: await idOf('session'),
        code: await idOf('code'),
        refreshToken: await idOf('refreshToken'),
        grant: await idOf('grant'),
      }
    },

    /**
     * Revokes the next rows of a kind; sessions are deleted instead. Skips rows that another transaction has locked
     * (PostgreSQL row locks). For transactions.
     */
    async revokeBatch(
      kind: ActiveKind,
      { exceptOfSession, ...owner }: ActiveTokensOf,
      { after, upTo, limit }: Range,
      reason: Reason,
    ): Promise<RevokedBatch> {
      let next = liveOf(kind, owner).where('id', '>', after).where('id', '<=', upTo)
      if (exceptOfSession !== '') {
        next =
          kind === 'refreshToken'
            ? next.where((eb) => eb.not(grantOfSession(eb, exceptOfSession)))
            : next.where('sessionIdentifier', '<>', exceptOfSession)
      }
      const rows = await next
        .select(['id', sql.ref<string | number>(kinds[kind].name).as('name')])
        .orderBy('id')
        .limit(limit)
        .forUpdate()
        .skipLocked()
        .execute()
      const ids = rows.map(({ id }) => id)
      if (ids.length > 0) await end(queries, kind, ids, reason)
      return { last: ids.at(-1) ?? 0, names: rows.map(({ name }) => String(name)) }
    },
  }
}

async function end(
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
