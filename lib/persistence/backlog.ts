import { setImmediate as turn } from 'node:timers/promises'
import type { Value } from './connection.ts'
import type { Direct } from './direct.ts'

/** Moments before which rows of a table have had their time. */
export interface BacklogLimits {
  readonly now: Date
  readonly grantsEnded: Date
  readonly sessionsIdleSince: Date
  readonly sessionsStarted: Date
  /** Of links and codes that were mailed. */
  readonly oneTimeCodesIssued: Date
  /** Null: audit entries are kept for ever. */
  readonly auditLogsWritten: Date | null
}

/**
 * Rows that have had their time and are still there. Counting stops at a limit, and every condition
 * has an index. Codes are not counted: whether one is still needed stands in another table; the
 * grants that they belong to tell as much.
 */
export function backlog(sql: Direct) {
  async function count(rows: string, limit: number, ...values: Value[]): Promise<number> {
    // SQLite counts ten thousand rows in some milliseconds and holds the process: others go between.
    await turn()
    return sql.count(`FROM ${rows}`, limit, ...values)
  }
  return {
    /** By table; `limit` stands for that many and more. */
    async count(before: BacklogLimits, limit: number): Promise<Record<string, number>> {
      const { now, sessionsIdleSince, sessionsStarted, auditLogsWritten } = before
      return {
        ceremonies: await count('ceremonies WHERE expires_at < ?', limit, now),
        authorize_handovers: await count('authorize_handovers WHERE expires_at < ?', limit, now),
        former_links: await count('former_links WHERE expires_at < ?', limit, now),
        link_markers: await count('link_markers WHERE expires_at < ?', limit, now),
        rate_limits: await count('rate_limits WHERE expire < ?', limit, now),
        refusal_counts: await count('refusal_counts WHERE expires_at < ?', limit, now),
        sign_in_failures: await count('sign_in_failures WHERE expires_at < ?', limit, now),
        refresh_tokens: await count(
          'refresh_tokens WHERE expires_at < ? OR max_lifetime < ?',
          limit,
          ...[now, now],
        ),
        grants: await count('grants WHERE expires_at < ?', limit, before.grantsEnded),
        user_sessions: await count(
          'user_sessions WHERE last_accessed < ? OR started < ?',
          limit,
          ...[sessionsIdleSince, sessionsStarted],
        ),
        pre_registrations: await count(
          'pre_registrations WHERE verification_code_issued_at < ?',
          limit,
          before.oneTimeCodesIssued,
        ),
        console_sessions: await count('console_sessions WHERE expires_at < ?', limit, now),
        audit_logs: auditLogsWritten
          ? await count('audit_logs WHERE created_at < ?', limit, auditLogsWritten)
          : 0,
      }
    },
  }
}
