import { refuse } from '#lib/answers/refusal.ts'
import { singleton } from '#lib/base/concurrency/singleton.ts'
import { countBreachedPasswordCheck } from '#lib/base/log/metrics.ts'
import { normalizePassword } from '#lib/base/text/typed.ts'
import type { Context } from '#lib/context.ts'
import { signInFeatures } from '../sign-in/sign-in-features.ts'

/** Interval between two records of one outage, in milliseconds. */
const quietMs = 60_000

/**
 * Refuses a password that is among those of known breaches (NIST SP 800-63B-4 section 3.1.1.2). Without an answer the
 * password is accepted, so that an outage of another server locks no user out.
 * @throws Refusal validator.password.breached
 */
export async function requireUnbreached(ctx: Context, typed: string): Promise<void> {
  const { breachSource } = signInFeatures(ctx)
  if (!breachSource) return
  const verdict = await ctx.lookUpBreached(ctx, breachSource, normalizePassword(typed))
  countBreachedPasswordCheck(verdict)
  if (verdict === 'unavailable') logOutage(ctx)
  if (verdict === 'breached') throw refuse('validator.password.breached')
}

function logOutage({ log, requestId }: Context): void {
  const told = singleton('breached-passwords', () => ({ at: Number.NEGATIVE_INFINITY }))
  const now = performance.now()
  if (now - told.at < quietMs) return
  told.at = now
  log.warn({ requestId }, 'new passwords are not looked up among breached ones: no usable answer')
}
