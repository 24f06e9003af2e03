import { addSeconds, daySeconds } from '#lib/base/time/clock.ts'
import type { Delivery } from './deliver.ts'

const minute = 60
const hour = 60 * minute
/** Pauses after the first attempts, in seconds; the last one repeats. */
const pauses = [5, 30, 2 * minute, 10 * minute, 30 * minute, hour, 3 * hour, 6 * hour]
/** The longest `Retry-After` that is followed, in seconds. */
const maxRetryAfter = hour
/** Statuses that say "later" (RFC 9110 section 15, RFC 6585 section 4, RFC 8470 section 5.2). */
const retryableStatuses: ReadonlySet<number> = new Set([408, 425, 429])
/**
 * Limit of an attempt. After it, a notification whose process died is due again. Longer than sixteen attempts at one host
 * that does not answer, which has two at a time: another process would send what still waits here.
 */
const claimSeconds = 60

/** When a notification that is taken now is due again if its process dies. */
export function claimedUntil(now: Date): Date {
  return addSeconds(now, claimSeconds)
}

interface Plan {
  readonly attempts: number
  readonly giveUpAt: Date
}

/**
 * True for a notification that has failed without another attempt, because its time is over. A notification without any
 * attempt waits a day longer, because the server may have been off. Every notification ends, so a receiver that never
 * answers does not let the table grow.
 */
export function isOver(now: Date, { attempts, giveUpAt }: Plan): boolean {
  return now > (attempts === 0 ? addSeconds(giveUpAt, daySeconds) : giveUpAt)
}

/**
 * Decides what follows an attempt: `delivered` after any 2xx, the time of the next attempt, or `failed` when another
 * one would not help or would come too late.
 * @param random 0 to 1: moves the pause by up to 20 percent, so that receivers do not get requests in step
 */
export function afterAttempt(
  now: Date,
  { attempts, giveUpAt }: Plan,
  delivery: Delivery,
  random = Math.random(),
): 'delivered' | 'failed' | Date {
  const { status, retryAfterSeconds } = delivery
  if (status >= 200 && status < 300) return 'delivered'
  if (!isRetryable(delivery)) return 'failed'
  const pause = pauses[Math.min(attempts, pauses.length) - 1] ?? 0
  const asked = Math.min(retryAfterSeconds ?? 0, maxRetryAfter)
  const next = addSeconds(now, Math.max(pause * (0.8 + random * 0.4), asked))
  return next > giveUpAt ? 'failed' : next
}

function isRetryable({ outcome, status }: Delivery): boolean {
  if (outcome === 'refused_address') return false
  return status === 0 || status >= 500 || retryableStatuses.has(status)
}
