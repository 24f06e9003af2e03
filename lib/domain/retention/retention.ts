import { setTimeout as wait } from 'node:timers/promises'
import { inBatches } from '#lib/base/concurrency/in-batches.ts'
import { addSeconds, daySeconds } from '#lib/base/time/clock.ts'
import type { Limits } from '#lib/persistence/limits/limits.ts'
import type { BacklogLimits } from '#lib/persistence/maintenance/backlog.ts'
import type { SettingsRecord, Store } from '#lib/persistence/store.ts'
import { untoldDays } from '../clients/logout-notifications.ts'
import { noteRedirectUriUses } from '../clients/redirect-uri-uses.ts'
import { removeUnusedClients } from '../clients/unused-clients.ts'
import { countFinishedHours } from '../dashboard/sign-in-hours.ts'
import { activeSince } from '../sessions/session-limits.ts'
import { boundOpenSignIns } from '../sign-in/open-sign-ins.ts'

/** The arguments of a cleaning step. */
export interface Retention {
  readonly now: Date
  readonly settings: SettingsRecord
  readonly store: Store
  readonly limits: Limits
}

/** The removal of one kind of expired rows. */
export interface RetentionStep {
  readonly name: string
  /** Removes at most `limit` rows; a smaller result means that none are left. */
  remove(retention: Retention, limit: number): Promise<number>
}

/**
 * The times before which rows have expired. The cleaner removes older rows, and reports the ones not yet removed as its
 * backlog.
 */
export function retentionCutoffs({
  settings,
  now,
}: Pick<Retention, 'settings' | 'now'>): BacklogLimits {
  const { auditLogRetentionDays } = settings
  const { idleSince, startedSince } = activeSince({ settings, now }, null)
  return {
    now,
    // One day: after it no code of the grant is unspent, and no redemption is in progress.
    grantsEnded: addSeconds(now, -daySeconds),
    // One hour, for a device that still asks.
    deviceCodesEnded: addSeconds(now, -3_600),
    sessionsIdleSince: idleSince,
    sessionsStarted: startedSince,
    // One day: no link or code is valid for longer.
    oneTimeCodesIssued: addSeconds(now, -daySeconds),
    auditLogsWritten:
      auditLogRetentionDays === 0 ? null : addSeconds(now, -auditLogRetentionDays * daySeconds),
  }
}

/**
 * Rows per delete statement. The number is small because a statement blocks the whole process on SQLite; requests are
 * answered again after a few milliseconds.
 */
const batchSize = 50
/** Maximum number of rows, and of batches, in one run of a step. */
const maxRows = 100_000
const maxBatches = maxRows / batchSize
/** Maximum duration of a run, in milliseconds; the cleaner's lease is twice as long. */
const maxMs = 5 * 60 * 1000
/**
 * After each batch the cleaner sleeps nine times as long as the batch took, to use a tenth of the CPU and the disk.
 * Bounds in milliseconds apply, because on a busy server a batch mostly waits.
 */
const sleepFactor = 9
const minSleepMs = 10
const maxSleepMs = 100

/** Rows that anonymous visitors can cause; removed soon after they expire. */
export const shortLivedSteps: readonly RetentionStep[] = [
  {
    // Removes nothing. Folds the search texts of older users; until then, accents matter in a search for them.
    name: 'user_texts',
    remove: ({ store }, limit) => store.adminTransaction((tx) => tx.userIndex.foldBatch(limit)),
  },
  {
    name: 'ceremonies',
    remove: ({ store, now }, limit) => store.interactions.removeExpired(now, limit),
  },
  {
    // Removes nothing. Notes which redirect URIs are in use, before their codes are removed.
    name: 'redirect_uri_uses',
    remove: ({ store, now }) => noteRedirectUriUses(store, now).then(() => 0),
  },
  {
    // Removes nothing of the audit log. Counts its hours for the dashboard.
    name: 'sign_in_hours',
    remove: ({ store, settings, now }) => countFinishedHours(store, settings, now).then(() => 0),
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
    name: 'provider_requests',
    remove: ({ store, now }, limit) => store.providerRequests.removeExpired(now, limit),
  },
  {
    name: 'former_links',
    remove: ({ store, now }, limit) => store.formerLinks.removeExpired(now, limit),
  },
  {
    name: 'device_authorizations',
    remove: (retention, limit) =>
      retention.store.deviceAuthorizations.removeExpired(
        retentionCutoffs(retention).deviceCodesEnded,
        limit,
      ),
  },
  {
    name: 'pushed_requests',
    remove: ({ store, now }, limit) => store.pushedRequests.removeExpired(now, limit),
  },
  {
    name: 'used_identifiers',
    remove: ({ store, now }, limit) => store.usedIdentifiers.removeExpired(now, limit),
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
  {
    // Switched off, all of them go.
    name: 'refusal_records',
    remove: ({ store, settings }, limit) =>
      store.refusalRecords.removeBeyond(
        settings.refusalRecordsEnabled ? maxRefusalRecords : 0,
        limit,
      ),
  },
]

/** Key sets of clients that were not used for so long are forgotten. */
const unusedKeySetDays = 30

/** How long the console shows logout notifications that failed. */
const failedDays = 7

/** Strangers cause refusals, so their number is bounded as well as their age. */
const maxRefusalRecords = 20_000

/** A redemption takes far less time than this, in seconds. During it the code has no refresh token yet. */
const redemptionSeconds = 5 * 60

/**
 * All other steps, in the order of references between rows. A code is kept while one of its refresh tokens could still
 * be presented, because that reveals a replay. A grant is kept while either exists.
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
        // Codes spent earlier were examined by one of the two previous passes, which run every twelve hours.
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
      return retention.store.sessions.removeExpired(
        { idleBefore: sessionsIdleSince, startedBefore: sessionsStarted },
        retention.settings.backchannelLogoutEnabled ? retention.now : null,
        limit,
      )
    },
  },
  {
    name: 'untold_sign_ins',
    remove: ({ store, now }, limit) =>
      store.logoutNotifications.removeUntoldBefore(
        addSeconds(now, -untoldDays * daySeconds),
        limit,
      ),
  },
  {
    name: 'logout_notifications',
    remove: ({ store, now }, limit) =>
      store.logoutNotifications.removeFailedBefore(
        addSeconds(now, -failedDays * daySeconds),
        limit,
      ),
  },
  {
    name: 'remote_key_sets',
    remove: ({ store, now }, limit) =>
      store.remoteKeySets.removeUnused(addSeconds(now, -unusedKeySetDays * daySeconds), limit),
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
    name: 'unused_clients',
    remove: removeUnusedClients,
  },
  {
    name: 'removed_passkeys',
    remove: ({ store, now }, limit) => store.removedPasskeys.removeExpired(now, limit),
  },
  {
    name: 'user_devices',
    remove: ({ store, now }, limit) => store.userDevices.removeExpired(now, limit),
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
    name: 'old_refusal_records',
    remove: ({ store, settings, now }, limit) =>
      store.refusalRecords.removeOlderThan(
        addSeconds(now, -settings.refusalRecordDays * daySeconds),
        limit,
      ),
  },
  {
    // Merges pieces of a search index instead of removing rows; reports a full batch while there is more to merge.
    name: 'user_index',
    remove: async ({ store }, limit) =>
      (await store.adminTransaction((tx) => tx.userIndex.mergeBatch())) ? limit : 0,
  },
]

/** Decides how long a run continues, and how it sleeps. */
export interface Throttle {
  /** Called before each batch; false when the process stops or another process took over. */
  shouldContinue(): boolean
  sleep(millis: number): Promise<unknown>
}

export interface StepResult {
  readonly removed: number
  /** False when the step was stopped or reached the maximum of a run. */
  readonly isFinished: boolean
}

/** Runs one step in bounded batches, with a pause after each. */
export async function runStep(
  step: RetentionStep,
  retention: Retention,
  { shouldContinue, sleep }: Throttle = { shouldContinue: () => true, sleep: wait },
): Promise<StepResult> {
  const end = performance.now() + maxMs
  let batches = 0
  const { count, isFinished } = await inBatches(
    batchSize,
    (limit) => step.remove(retention, limit),
    {
      shouldContinue: () => batches++ < maxBatches && performance.now() < end && shouldContinue(),
      pause: (millis) => sleep(Math.min(Math.max(minSleepMs, sleepFactor * millis), maxSleepMs)),
    },
  )
  return { removed: count, isFinished }
}
