import { addSeconds } from '#lib/kernel/clock.ts'
import type { Limits } from '#lib/persistence/limits.ts'
import type { SettingsRecord, Store } from '#lib/persistence/store.ts'

/** What a cleaning step works with. */
export interface Retention {
  readonly now: Date
  readonly settings: SettingsRecord
  readonly store: Store
  readonly limits: Limits
}

/** One kind of rows that time makes useless. */
export interface RetentionStep {
  readonly name: string
  /** Removes at most `limit` rows; fewer than `limit` means that none are left. */
  remove(retention: Retention, limit: number): Promise<number>
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** Rows in one delete, and deletes in one run of a step: a run holds the database only briefly. */
const batchSize = 1_000
const maxBatches = 100

/** Rows that visitors nobody knows can cause: removed soon after their end. */
export const shortLivedSteps: readonly RetentionStep[] = [
  {
    name: 'ceremonies',
    remove: ({ store, now }, limit) => store.ceremonies.removeExpired(now, limit),
  },
  {
    name: 'link_markers',
    remove: ({ store, now }, limit) => store.linkMarkers.removeExpired(now, limit),
  },
  { name: 'rate_limits', remove: ({ limits, now }, limit) => limits.removeExpired(now, limit) },
]

/**
 * Everything else, in the order in which rows hold each other: a code is kept while a refresh token
 * of it could still be presented (that is how a replay is noticed), a grant while a token or code of
 * it is left.
 */
export const longLivedSteps: readonly RetentionStep[] = [
  {
    name: 'refresh_tokens',
    remove: ({ store, now }, limit) => store.refreshTokens.removeExpired(now, limit),
  },
  {
    // Five minutes: a spent code without a refresh token may also be a redemption in progress.
    name: 'codes',
    remove: ({ store, now }, limit) =>
      store.codes.removeFinished(addSeconds(now, -5 * minute), addSeconds(now, -day), limit),
  },
  {
    name: 'grants',
    remove: ({ store, now }, limit) => store.grants.removeExpired(now, limit),
  },
  { name: 'user_sessions', remove: removeSessions },
  {
    // A day: no link or code is valid for longer.
    name: 'one_time_codes',
    remove: ({ store, now }, limit) =>
      store.oneTimeCodes.removeExpired(addSeconds(now, -day), now, limit),
  },
  {
    name: 'console_sessions',
    remove: ({ store, now }, limit) => store.consoleSessions.removeExpired(now, limit),
  },
  { name: 'audit_logs', remove: removeAuditEntries },
]

/**
 * Runs one step to its end, in bounded batches.
 * @param goOn asked before each batch: false when the process stops or somebody else took over
 * @returns how many rows were removed
 */
export async function runStep(
  step: RetentionStep,
  retention: Retention,
  goOn: () => boolean = () => true,
): Promise<number> {
  let total = 0
  for (let batch = 0; batch < maxBatches && goOn(); batch++) {
    const removed = await step.remove(retention, batchSize)
    total += removed
    if (removed < batchSize) break
  }
  return total
}

function removeSessions({ store, settings, now }: Retention, limit: number): Promise<number> {
  return store.sessions.removeExpired(
    addSeconds(now, -settings.userSessionIdleTimeoutInSeconds),
    addSeconds(now, -settings.userSessionMaxLifetimeInSeconds),
    limit,
  )
}

/** A retention of 0 days keeps entries for ever. */
async function removeAuditEntries(
  { store, settings, now }: Retention,
  limit: number,
): Promise<number> {
  const days = settings.auditLogRetentionDays
  return days === 0 ? 0 : store.auditLog.removeOlderThan(addSeconds(now, -days * day), limit)
}
