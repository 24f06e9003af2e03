import { epochSeconds } from '#lib/base/time/clock.ts'
import type { Context } from '#lib/context.ts'
import { signJwt } from '../jwt.ts'

/**
 * Signs an ID token with only the claims that a sign-out needs: the session's user, and the client that leaves it.
 * It is issued expired, so no other recipient can take it as proof of a sign-in (RFC 7519, section 4.1.4). The
 * sign-out endpoint accepts an expired hint while its session exists.
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
