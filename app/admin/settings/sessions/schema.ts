import { object } from 'zod/mini'
import { type LifetimeProblems, lifetimeSeconds, withinLifetime } from '../_parts/lifetime-rules.ts'

export const idle = 'userSessionIdleTimeoutInSeconds'
export const lifetime = 'userSessionMaxLifetimeInSeconds'

/** The rules of the form, which both the browser and the route file check. */
export function sessionSchema(problems: LifetimeProblems) {
  const seconds = lifetimeSeconds(problems)
  return object({ [idle]: seconds, [lifetime]: seconds }).check(
    withinLifetime(idle, lifetime, problems),
  )
}
