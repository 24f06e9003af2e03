import { boolean, object } from 'zod/mini'
import { type LifetimeProblems, lifetimeSeconds, withinLifetime } from '../_parts/lifetime-rules.ts'

export const access = 'tokenExpirationInSeconds'
export const idle = 'refreshTokenOfflineIdleTimeoutInSeconds'
export const lifetime = 'refreshTokenOfflineMaxLifetimeInSeconds'
export const inAccess = 'includeOpenIDConnectClaimsInAccessToken'
export const inId = 'includeOpenIDConnectClaimsInIdToken'

/** The rules of the form, which both the browser and the route file check. */
export function tokenSchema(problems: LifetimeProblems) {
  const seconds = lifetimeSeconds(problems)
  return object({
    [access]: seconds,
    [idle]: seconds,
    [lifetime]: seconds,
    [inAccess]: boolean(),
    [inId]: boolean(),
  }).check(withinLifetime(idle, lifetime, problems))
}
