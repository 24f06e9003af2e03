import { addSeconds } from '#lib/kernel/clock.ts'
import type { SettingsRecord, Store } from '#lib/persistence/store.ts'

const day = 24 * 60 * 60

/**
 * Rows that the background worker has yet to remove (`retention.ts` has the same moments).
 * @param limit where counting a table stops
 * @returns by table
 */
export async function countBacklog(
  store: Store,
  settings: SettingsRecord,
  now: Date,
  limit: number,
): Promise<Readonly<Record<string, number>>> {
  const { auditLogRetentionDays } = settings
  return store.backlog.count(
    {
      now,
      grantsEnded: addSeconds(now, -day),
      sessionsIdleSince: addSeconds(now, -settings.userSessionIdleTimeoutInSeconds),
      sessionsStarted: addSeconds(now, -settings.userSessionMaxLifetimeInSeconds),
      preRegistrationsIssued: addSeconds(now, -day),
      auditLogsWritten:
        auditLogRetentionDays === 0 ? null : addSeconds(now, -auditLogRetentionDays * day),
    },
    limit,
  )
}
