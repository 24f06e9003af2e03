import type { Context } from '#lib/context.ts'
import { epochSeconds } from '#lib/kernel/clock.ts'
import { signJwt } from '../jwt.ts'

/**
 * Signs an ID token that says no more than a sign-out needs: whose session it is, and which client leaves it. It has
 * expired when it is made: the sign-out endpoint takes an expired hint while its session exists, and nobody else may
 * take it for proof that its user signed in (RFC 7519, section 4.1.4).
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
    exp: now,
    sid: about.sessionIdentifier,
  })
}
