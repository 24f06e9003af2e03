import { setTimeout as wait } from 'node:timers/promises'
import { addSeconds, daySeconds } from '#lib/kernel/clock.ts'
import type { BacklogLimits } from '#lib/persistence/backlog.ts'
import type { Limits } from '#lib/persistence/limits.ts'
import type { SettingsRecord, Store } from '#lib/persistence/store.ts'
import { boundOpenSignIns } from './open-sign-ins.ts'
import { liveSince } from './session-limits.ts'

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

/**
 * The moments before which rows have had their time. The cleaner removes such rows; those it has yet to
 * remove are counted as its backlog.
 */
export function retentionCutoffs({
  settings,
  now,
}: Pick<Retention, 'settings' | 'now'>): BacklogLimits {
  const { auditLogRetentionDays } = settings
  const { idleSince, startedSince } = liveSince({ settings, now }, null)
  return {
    now,
    // A day: no code of it can be unspent for longer, and no redemption is in progress.
    grantsEnded: addSeconds(now, -daySeconds),
    sessionsIdleSince: idleSince,
    sessionsStarted: startedSince,
    // A day: no link or code is valid for longer.
    oneTimeCodesIssued: addSeconds(now, -daySeconds),
    auditLogsWritten:
      auditLogRetentionDays === 0 ? null : addSeconds(now, -auditLogRetentionDays * daySeconds),
  }
}

/**
 * Rows in one delete: so few that SQLite, where a statement holds the whole process, answers requests
 * again after some milliseconds.
 */
const batchSize = 50
/** Rows that a run of a step removes at most, and the batches it takes for them. */
const maxRows = 100_000
const maxBatches = maxRows / batchSize
/** Time after which a run ends in any case, in milliseconds: the cleaner's lease is twice as long. */
const maxMillis = 5 * 60 * 1000
/**
 * After a batch the cleaner rests nine times as long as the batch took, so that it takes a tenth of the processors and
 * of the disk; within bounds in milliseconds, since on a busy server a batch is mostly waiting.
 */
const sleepFactor = 9
const minSleepMillis = 10
const maxSleepMillis = 100

/** Rows that visitors nobody knows can cause: removed soon after their end. */
export const shortLivedSteps: readonly RetentionStep[] = [
  {
    // Removes nothing: until the texts of users from before are folded, their accents count in searches.
    name: 'user_texts',
    remove: ({ store }, limit) => store.transaction((tx) => tx.userIndex.foldBatch(limit)),
  },
  {
    name: 'ceremonies',
    remove: ({ store, now }, limit) => store.interactions.removeExpired(now, limit),
  },
  {
    name: 'open_sign_ins',
    remove: ({ store }) => boundOpenSignIns(store).then(() => 0),
  },
  {
    name: 'link_markers',
    remove: ({ store, now }, limit) => store.linkMarkers.removeExpired(now, limit),
  },
  {
    name: 'former_links',
    remove: ({ store, now }, limit) => store.formerLinks.removeExpired(now, limit),
  },
  { name: 'rate_limits', remove: ({ limits, now }, limit) => limits.removeExpired(now, limit) },
  {
    name: 'sign_in_failures',
    remove: ({ store, now }, limit) => store.signInFailures.removeExpired(now, limit),
  },
  {
    name: 'refusal_counts',
    remove: ({ store, now }, limit) => store.refusalCounts.removeExpired(now, limit),
  },
]

/** A redemption is over long before, in seconds: until then its code has no refresh token yet. */
const redemptionSeconds = 5 * 60

/**
 * Everything else, in the order in which rows hold each other: a code is kept while a refresh token of
 * it could still be presented (that is how a replay is noticed), and a grant while either is.
 */
export const longLivedSteps: readonly RetentionStep[] = [
  {
    name: 'refresh_tokens',
    remove: ({ store, now }, limit) =>
      store.refreshTokens.removeExpired(now, addSeconds(now, -redemptionSeconds), limit),
  },
  {
    name: 'codes',
    remove({ store, now }, limit) {
      const moments = {
        before: addSeconds(now, -redemptionSeconds),
        unusedBefore: addSeconds(now, -daySeconds),
        // Those before were looked at by the pass of twelve hours ago, or by the one before that.
        spentSince: addSeconds(now, -2 * daySeconds),
      }
      return store.codes.removeFinished(moments, limit)
    },
  },
  {
    name: 'grants',
    remove: (retention, limit) =>
      retention.store.grants.removeEnded(retentionCutoffs(retention).grantsEnded, limit),
  },
  {
    name: 'user_sessions',
    remove(retention, limit) {
      const { sessionsIdleSince, sessionsStarted } = retentionCutoffs(retention)
      return retention.store.sessions.removeExpired(sessionsIdleSince, sessionsStarted, limit)
    },
  },
  {
    name: 'one_time_codes',
    remove(retention, limit) {
      const { oneTimeCodesIssued, now } = retentionCutoffs(retention)
      return retention.store.oneTimeCodes.removeExpired(oneTimeCodesIssued, now, limit)
    },
  },
  {
    name: 'console_sessions',
    remove: ({ store, now }, limit) => store.consoleSessions.removeExpired(now, limit),
  },
  {
    name: 'audit_logs',
    async remove(retention, limit) {
      const { auditLogsWritten } = retentionCutoffs(retention)
      return auditLogsWritten
        ? retention.store.auditLog.removeOlderThan(auditLogsWritten, limit)
        : 0
    },
  },
  {
    // Removes no rows but the pieces of an index: as if each time as many as it may.
    name: 'user_index',
    remove: async ({ store }, limit) =>
      (await store.briefTransaction((tx) => tx.userIndex.mergeBatch())) ? limit : 0,
  },
]

/** Until when a run goes on, and how it rests. */
export interface Throttle {
  /** Asked before each batch: false when the process stops or somebody else took over. */
  shouldContinue(): boolean
  /** Waits for so many milliseconds. */
  sleep(millis: number): Promise<unknown>
}

/** What a run of a step came to. */
export interface StepResult {
  readonly removed: number
  /** False when there is more to do: it was stopped, or had removed as much as a run may. */
  readonly isFinished: boolean
}

/** Runs one step in bounded batches, with a rest after each of them. */
export async function runStep(
  step: RetentionStep,
  retention: Retention,
  { shouldContinue, sleep }: Throttle = { shouldContinue: () => true, sleep: wait },
): Promise<StepResult> {
  const end = performance.now() + maxMillis
  let removed = 0
  for (let batch = 0; batch < maxBatches && performance.now() < end && shouldContinue(); batch++) {
    const begun = performance.now()
    const count = await step.remove(retention, batchSize)
    removed += count
    if (count < batchSize) return { removed, isFinished: true }
    const sleepMillis = sleepFactor * (performance.now() - begun)
    await sleep(Math.min(Math.max(minSleepMillis, sleepMillis), maxSleepMillis))
  }
  return { removed, isFinished: false }
}
