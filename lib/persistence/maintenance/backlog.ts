import { setImmediate as turn } from 'node:timers/promises'
import { type SelectQueryBuilder, sql } from 'kysely'
import { countUpTo } from '../database/results.ts'
import type { Queries, Tables } from '../database/tables.ts'
import type { ExpiringTable } from './expiring-tables.ts'

/** Times before which rows of a table are expired. */
export interface BacklogLimits {
  readonly now: Date
  readonly grantsEnded: Date
  readonly deviceCodesEnded: Date
  readonly sessionsIdleSince: Date
  readonly sessionsStarted: Date
  /** For mailed links and codes. */
  readonly oneTimeCodesIssued: Date
  /** Null: audit entries are kept for ever. */
  readonly auditLogsWritten: Date | null
}

const one = sql`1`.as('one')

/**
 * Counts expired rows that are still stored, by table; a count of `limit` means that many or more. Every condition has
 * an index. Codes are not counted, because another table decides whether a code is still needed. The counted grants
 * indicate the same backlog.
 */
export async function count(
  queries: Queries,
  before: BacklogLimits,
  limit: number,
): Promise<Record<string, number>> {
  const { now, grantsEnded, sessionsIdleSince, sessionsStarted, oneTimeCodesIssued } = before
  const { auditLogsWritten, deviceCodesEnded } = before
  const counted = counterUpTo(queries, limit)
  const expired = (table: ExpiringTable) =>
    counted(queries.selectFrom(table).select(one).where('expiresAt', '<', now))
  return {
    ceremonies: await expired('interactions'),
    authorize_handovers: await expired('storedAuthorizationRequests'),
    device_authorizations: await counted(
      queries
        .selectFrom('deviceAuthorizations')
        .select(one)
        .where('expiresAt', '<', deviceCodesEnded),
    ),
    former_links: await expired('formerLinks'),
    link_markers: await expired('linkMarkers'),
    provider_requests: await expired('providerRequests'),
    pushed_requests: await expired('pushedRequests'),
    rate_limits: await counted(
      queries.selectFrom('rateLimits').select(one).where('expire', '<', now),
    ),
    refusal_counts: await expired('refusalCounts'),
    removed_passkeys: await expired('removedPasskeys'),
    sign_in_failures: await expired('signInFailures'),
    used_identifiers: await expired('usedIdentifiers'),
    refresh_tokens: await counted(
      queries
        .selectFrom('refreshTokens')
        .select(one)
        .where((eb) => eb.or([eb('expiresAt', '<', now), eb('maxLifetime', '<', now)])),
    ),
    grants: await counted(
      queries.selectFrom('grants').select(one).where('expiresAt', '<', grantsEnded),
    ),
    user_sessions: await counted(
      queries
        .selectFrom('userSessions')
        .select(one)
        .where((eb) =>
          eb.or([eb('lastAccessed', '<', sessionsIdleSince), eb('started', '<', sessionsStarted)]),
        ),
    ),
    pre_registrations: await counted(
      queries
        .selectFrom('preRegistrations')
        .select(one)
        .where('verificationCodeIssuedAt', '<', oneTimeCodesIssued),
    ),
    console_sessions: await expired('consoleSessions'),
    user_devices: await expired('userDevices'),
    audit_logs: auditLogsWritten
      ? await counted(
          queries.selectFrom('auditLogs').select(one).where('createdAt', '<', auditLogsWritten),
        )
      : 0,
  }
}

function counterUpTo(queries: Queries, limit: number) {
  return async <T extends keyof Tables, R>(rows: SelectQueryBuilder<Tables, T, R>) => {
    // SQLite blocks the process for some milliseconds while it counts ten thousand rows. Yielding lets other work run
    // in between.
    await turn()
    return countUpTo(queries, rows, limit)
  }
}
