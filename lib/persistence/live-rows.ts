import type { Owner } from './belongings.ts'
import type { Db, Provider } from './client.ts'
import type { Direct } from './direct.ts'
import { grantOfSession } from './grants.ts'

/** What ends with its client or its user. */
export type LiveKind = 'session' | 'code' | 'refreshToken' | 'grant'

/** Whose rows are meant, and the session that keeps what it has ('': none does). */
export interface LiveOf extends Owner {
  readonly exceptOfSession: string
}

/** For each kind the id of the newest row of all. */
export type Newest = Readonly<Record<LiveKind, number>>

/** Which rows of a kind, in the order of their ids. */
interface Range {
  readonly after: number
  readonly upTo: number
  readonly limit: number
}

/** Why they end. A session is removed: nothing keeps its reason. */
interface Reason {
  readonly revokedAt: Date
  readonly revokedReason: string
}

/** Rows that ended together: none when there are no more. */
export interface EndedRows {
  /** The greatest of their ids; 0 without any. */
  readonly last: number
  /** What audit entries call them: identifiers of sessions, `jti`s of refresh tokens; else their ids. */
  readonly names: readonly string[]
}

interface Kind {
  readonly model: 'UserSession' | 'Code' | 'RefreshToken' | 'Grant'
  readonly table: string
  readonly name: string
  /** Condition of those that have not ended. */
  readonly live: string
  /** Condition of those that are not of a session. */
  readonly notOfSession: string
}

const notOfSession = '"session_identifier" <> ?'
const kinds: Readonly<Record<LiveKind, Kind>> = {
  session: {
    model: 'UserSession',
    table: 'user_sessions',
    name: 'sessionIdentifier',
    live: 'TRUE',
    notOfSession,
  },
  code: { model: 'Code', table: 'codes', name: 'id', live: 'NOT "revoked"', notOfSession },
  refreshToken: {
    model: 'RefreshToken',
    table: 'refresh_tokens',
    name: 'jti',
    live: 'NOT "revoked"',
    notOfSession: `NOT (${grantOfSession})`,
  },
  grant: {
    model: 'Grant',
    table: 'grants',
    name: 'id',
    live: '"revoked_at" IS NULL',
    notOfSession,
  },
}

/** Sessions, codes, refresh tokens and grants that have not ended, where there may be too many to end them together. */
export function liveRows(db: Db, provider: Provider, sql: Direct) {
  return {
    /** Whether a client or a user has more than so many of one of these kinds. */
    async exceed(owner: Owner, among: readonly LiveKind[], limit: number): Promise<boolean> {
      for (const { table, live } of among.map((kind) => kinds[kind])) {
        const from = `FROM "${table}" WHERE "${owner.kind}_id" = ? AND ${live}`
        if ((await sql.count(from, limit + 1, owner.id)) > limit) return true
      }
      return false
    },

    async newest(): Promise<Newest> {
      const idOf = async ({ model }: Kind) =>
        (await sql.some(model, ['id'], 'ORDER BY "id" DESC LIMIT 1'))[0]?.id ?? 0
      return {
        session: await idOf(kinds.session),
        code: await idOf(kinds.code),
        refreshToken: await idOf(kinds.refreshToken),
        grant: await idOf(kinds.grant),
      }
    },

    /**
     * Ends the next rows of a kind: sessions are removed, the others revoked. One that somebody has locked is passed
     * over (PostgreSQL row locks). For transactions.
     */
    async endSome(
      kind: LiveKind,
      { kind: owner, id, exceptOfSession }: LiveOf,
      { after, upTo, limit }: Range,
      reason: Reason,
    ): Promise<EndedRows> {
      const { model, name, live, notOfSession } = kinds[kind]
      const isAnySession = exceptOfSession === ''
      const rows: readonly Readonly<Record<string, unknown>>[] = await sql.some(
        model,
        ['id', name as 'id'],
        `WHERE "${owner}_id" = ? AND ${live} AND "id" > ? AND "id" <= ?
          ${isAnySession ? '' : `AND ${notOfSession}`} ORDER BY "id" LIMIT ?
          ${provider === 'postgresql' ? 'FOR UPDATE SKIP LOCKED' : ''}`,
        ...[id, after, upTo, ...(isAnySession ? [] : [exceptOfSession]), limit],
      )
      const ids = rows.map((row) => Number(row.id))
      if (ids.length > 0) await end(db, kind, ids, reason)
      return { last: ids.at(-1) ?? 0, names: rows.map((row) => String(row[name])) }
    },
  }
}

async function end(
  db: Db,
  kind: LiveKind,
  ids: number[],
  { revokedAt, revokedReason }: Reason,
): Promise<void> {
  const where = { id: { in: ids } }
  switch (kind) {
    case 'session':
      await db.userSession.deleteMany({ where })
      break
    case 'code':
      await db.code.updateMany({ where, data: { revoked: true, revokedReason } })
      break
    case 'refreshToken':
      await db.refreshToken.updateMany({ where, data: { revoked: true, revokedAt, revokedReason } })
      break
    case 'grant':
      await db.grant.updateMany({ where, data: { revokedAt, revokedReason } })
      break
    default:
      kind satisfies never
  }
}
