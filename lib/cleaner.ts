import { setTimeout as wait } from 'node:timers/promises'
import {
  longLivedSteps,
  type RetentionStep,
  runStep,
  shortLivedSteps,
  type Throttle,
} from './domain/retention.ts'
import { addSeconds } from './kernel/clock.ts'
import { isFromFuture } from './kernel/clock-skew.ts'
import type { Log } from './kernel/log.ts'
import { randomUuid } from './kernel/random.ts'
import type { Limits } from './persistence/limits.ts'
import type { Store } from './persistence/store.ts'

/** What the cleaner needs of the process. */
export interface CleanerRuntime {
  readonly store: Store
  readonly limits: Limits
  readonly log: Log
  readonly clock: () => Date
}

/** A running cleaner. */
export interface Cleaner {
  /** Ends it: the batch in progress is finished, no other begins, the lease is given back. */
  stop(): Promise<void>
}

interface CleanerTimes {
  /** Until the first pass; by default 10 to 40 seconds, so that processes do not start in step. */
  readonly firstDelayMillis?: number
  readonly intervalMillis?: number
  /** Waits between two batches. */
  readonly sleep?: (millis: number) => Promise<unknown>
}

const leaseName = 'retention'
/** Longer than any step: a holder that died is replaced after this. */
const leaseSeconds = 10 * 60
const intervalMillis = 5 * 60 * 1000
/** How often the rows that only time ends are looked for. */
const longPassSeconds = 12 * 60 * 60

/**
 * Starts the cleaner of this process: every five minutes it tries to get the lease that one process at a time can
 * hold, and removes what has expired. A step that fails is logged and the next one runs.
 */
export function startCleaner(runtime: CleanerRuntime, times: CleanerTimes = {}): Cleaner {
  const holder = randomUuid()
  let stopping = false
  let timer: NodeJS.Timeout | undefined
  let pass = Promise.resolve()
  const shouldContinue = () => !stopping
  const throttle = { shouldContinue, sleep: times.sleep ?? wait }
  const schedule = (delayMillis: number) => {
    timer = setTimeout(() => {
      pass = runPass(runtime, holder, throttle).then(() => {
        if (shouldContinue()) schedule(times.intervalMillis ?? intervalMillis)
      })
    }, delayMillis)
    timer.unref()
  }
  schedule(times.firstDelayMillis ?? 10_000 + Math.random() * 30_000)
  return {
    async stop() {
      stopping = true
      clearTimeout(timer)
      await pass
    },
  }
}

/**
 * One pass: the short-lived rows always, the others when twelve hours have gone by since somebody
 * last came to their end. Where a step removed as much as one run may, the next pass goes on. Never
 * throws.
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
    log.error({ err: error }, 'a pass of the cleaner failed')
  }
}

/** An end that a clock which was ahead noted says nothing: the next pass would wait until that time. */
function isLongPassDue(lastEnd: Date | null, now: Date): boolean {
  if (lastEnd === null || isFromFuture(lastEnd, now)) return true
  return lastEnd <= addSeconds(now, -longPassSeconds)
}

/** @returns false when there is more to do: a step did not finish, it was stopped, or lost the lease */
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
      if (removed > 0) log.info({ step: step.name, removed }, 'expired rows removed')
      isFinished &&= result.isFinished
    } catch (error) {
      log.error({ err: error, step: step.name }, 'a step of the cleaner failed')
    }
  }
  return isFinished && throttle.shouldContinue()
}

function takeLease({ store, clock }: CleanerRuntime, holder: string): Promise<boolean> {
  const now = clock()
  return store.leases.take(leaseName, holder, now, addSeconds(now, leaseSeconds))
}
