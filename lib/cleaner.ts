import { setTimeout as wait } from 'node:timers/promises'
import { randomUuid } from '#lib/base/crypto/random.ts'
import type { Log } from '#lib/base/log/log.ts'
import { addSeconds } from '#lib/base/time/clock.ts'
import { isFromFuture } from '#lib/base/time/clock-skew.ts'
import {
  longLivedSteps,
  type RetentionStep,
  runStep,
  shortLivedSteps,
  type Throttle,
} from './domain/retention/retention.ts'
import type { Limits } from './persistence/limits/limits.ts'
import type { Store } from './persistence/store.ts'

export interface CleanerRuntime {
  readonly store: Store
  readonly limits: Limits
  readonly log: Log
  readonly clock: () => Date
}

export interface Cleaner {
  /** Stops the cleaner: the batch in progress finishes, no further batch starts, and the lease is released. */
  stop(): Promise<void>
}

interface CleanerTimes {
  /** Delay before the first pass. By default a random 10 to 40 seconds, so that processes do not start in step. */
  readonly firstDelayMs?: number
  readonly intervalMs?: number
  /** Waits between two batches. */
  readonly sleep?: (millis: number) => Promise<unknown>
}

const leaseName = 'retention'
/** Longer than any step takes. A lease older than this belongs to a dead process and is taken over. */
const leaseSeconds = 10 * 60
const intervalMs = 5 * 60 * 1000
/** Interval between passes over the long-lived rows. */
const longPassSeconds = 12 * 60 * 60

/**
 * Starts the cleaner of this process. Every five minutes it tries to acquire the lease, which one process at a time
 * can hold, and removes expired rows. A failed step is logged, and the next step runs.
 */
export function startCleaner(runtime: CleanerRuntime, times: CleanerTimes = {}): Cleaner {
  const holder = randomUuid()
  let stopping = false
  let timer: NodeJS.Timeout | undefined
  let pass = Promise.resolve()
  const shouldContinue = () => !stopping
  const throttle = { shouldContinue, sleep: times.sleep ?? wait }
  const schedule = (delayMs: number) => {
    timer = setTimeout(() => {
      pass = runPass(runtime, holder, throttle).then(() => {
        if (shouldContinue()) schedule(times.intervalMs ?? intervalMs)
      })
    }, delayMs)
    timer.unref()
  }
  schedule(times.firstDelayMs ?? 10_000 + Math.random() * 30_000)
  return {
    async stop() {
      stopping = true
      clearTimeout(timer)
      await pass
    },
  }
}

/**
 * One pass: always the short-lived rows, and the long-lived rows every twelve hours. Where a step reached its
 * limit, the next pass continues. Never throws.
 */
async function runPass(runtime: CleanerRuntime, holder: string, throttle: Throttle): Promise<void> {
  const { store, log, clock } = runtime
  try {
    if (!(await takeLease(runtime, holder))) return
    await runSteps(runtime, holder, shortLivedSteps, throttle)
    const settings = await store.settings.find()
    if (settings && isLongPassDue(settings.lastCleanupAt, clock())) {
      const finished = await runSteps(runtime, holder, longLivedSteps, throttle)
      if (finished) await store.settings.update({ lastCleanupAt: clock() })
    }
    await store.leases.release(leaseName, holder)
  } catch (error) {
    log.error({ err: error }, 'cleaner pass failed')
  }
}

/**
 * A timestamp from the future (a clock that was ahead) is ignored: the next long pass would otherwise wait until
 * then.
 */
function isLongPassDue(lastEnd: Date | null, now: Date): boolean {
  if (lastEnd === null || isFromFuture(lastEnd, now)) return true
  return lastEnd <= addSeconds(now, -longPassSeconds)
}

/** @returns false when work remains: a step failed or did not finish, the cleaner was stopped, or it lost the lease */
async function runSteps(
  runtime: CleanerRuntime,
  holder: string,
  steps: readonly RetentionStep[],
  throttle: Throttle,
): Promise<boolean> {
  const { store, limits, log, clock } = runtime
  let isFinished = true
  for (const step of steps) {
    if (!throttle.shouldContinue() || !(await takeLease(runtime, holder))) return false
    try {
      const settings = await store.settings.find()
      if (!settings) return false
      const result = await runStep(step, { store, limits, settings, now: clock() }, throttle)
      const { removed } = result
      if (removed > 0) log.info({ step: step.name, removed }, 'removed expired rows')
      isFinished &&= result.isFinished
    } catch (error) {
      log.error({ err: error, step: step.name }, 'cleaner step failed')
      isFinished = false
    }
  }
  return isFinished && throttle.shouldContinue()
}

function takeLease({ store, clock }: CleanerRuntime, holder: string): Promise<boolean> {
  const now = clock()
  return store.leases.take(leaseName, holder, now, addSeconds(now, leaseSeconds))
}
