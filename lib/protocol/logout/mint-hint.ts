import type { Context } from '#lib/context.ts'
import { epochSeconds } from '#lib/kernel/clock.ts'
import { signJwt } from '../jwt.ts'

/** How long the hint takes a browser to the sign-out endpoint, in seconds. */
const hintSeconds = 60

/**
 * Signs an ID token that says no more than a sign-out needs (account-and-browser §1.4): whose session it
 * is, and which client leaves it.
 */
export function mintLogoutHint(
  ctx: Context,
  about: {
    readonly subject: string
    readonly clientIdentifier: string
    readonly sessionIdentifier: string
  },
): Promise<string> {
  const now = epochSeconds(ctx.now)
  return signJwt(ctx, 'JWT', {
    iss: ctx.settings.issuer,
    sub: about.subject,
    aud: about.clientIdentifier,
    iat: now,
    exp: now + hintSeconds,
    sid: about.sessionIdentifier,
  })
}
