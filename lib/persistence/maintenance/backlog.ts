import { setImmediate as turn } from 'node:timers/promises'
import { type SelectQueryBuilder, sql } from 'kysely'
import { countUpTo } from '../database/results.ts'
import type { Queries, Tables } from '../database/tables.ts'

/** Times before which rows of a table are expired. */
export interface BacklogLimits {
  readonly now: Date
  readonly grantsEnded: Date
  readonly sessionsIdleSince: Date
  readonly sessionsStarted: Date
  /** For mailed links and codes. */
  readonly oneTimeCodesIssued: Date
  /** Null: audit entries are kept for ever. */
  readonly auditLogsWritten: Date | null
}

/**
 * Counts expired rows that are still stored. Counting stops at a limit, and every condition has an index. Codes are not
 * counted, because another table decides whether a code is still needed. The counted grants indicate the same backlog.
 */
export function backlog(queries: Queries) {
  async function count<T extends keyof Tables, R>(
    rows: SelectQueryBuilder<Tables, T, R>,
    limit: number,
  ): Promise<number> {
    // SQLite blocks the process for some milliseconds while it counts ten thousand rows. Yielding lets other work run
    // in between.
    await turn()
    return countUpTo(queries, rows, limit)
  }
  return {
    /** Counts by table; a count of `limit` means that many or more. */
    async count(before: BacklogLimits, limit: number): Promise<Record<string, number>> {
      const { now, grantsEnded, sessionsIdleSince, sessionsStarted, oneTimeCodesIssued } = before
      const { auditLogsWritten } = before
      const from = <T extends keyof Tables>(table: T) =>
        queries.selectFrom([table]).select(sql`1`.as('one')) as SelectQueryBuilder<
          Tables,
          T,
          object
        >
      return {
        ceremonies: await count(from('interactions').where('expiresAt', '<', now), limit),
        authorize_handovers: await count(
          from('storedAuthorizationRequests').where('expiresAt', '<', now),
          limit,
        ),
        former_links: await count(from('formerLinks').where('expiresAt', '<', now), limit),
        link_markers: await count(from('linkMarkers').where('expiresAt', '<', now), limit),
        rate_limits: await count(from('rateLimits').where('expire', '<', now), limit),
        refusal_counts: await count(from('refusalCounts').where('expiresAt', '<', now), limit),
        sign_in_failures: await count(from('signInFailures').where('expiresAt', '<', now), limit),
        refresh_tokens: await count(
          from('refreshTokens').where((eb) =>
            eb.or([eb('expiresAt', '<', now), eb('maxLifetime', '<', now)]),
          ),
          limit,
        ),
        grants: await count(from('grants').where('expiresAt', '<', grantsEnded), limit),
        user_sessions: await count(
          from('userSessions').where((eb) =>
            eb.or([
              eb('lastAccessed', '<', sessionsIdleSince),
              eb('started', '<', sessionsStarted),
            ]),
          ),
          limit,
        ),
        pre_registrations: await count(
          from('preRegistrations').where('verificationCodeIssuedAt', '<', oneTimeCodesIssued),
          limit,
        ),
        console_sessions: await count(from('consoleSessions').where('expiresAt', '<', now), limit),
        audit_logs: auditLogsWritten
          ? await count(from('auditLogs').where('createdAt', '<', auditLogsWritten), limit)
          : 0,
      }
    },
  }
}
