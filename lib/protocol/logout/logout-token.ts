import { randomUuid } from '#lib/base/crypto/random.ts'
import { epochSeconds } from '#lib/base/time/clock.ts'
import type { Context } from '#lib/context.ts'
import { signJwt } from '../jwt.ts'
import { signingKey } from '../keys.ts'

const lifetimeSeconds = 120

/**
 * Signs a logout token (OpenID Connect Back-Channel Logout 1.0 section 2.4). It never has a `nonce`, and none of this
 * server's endpoints takes it for another token, because each checks `typ`.
 * @param about.sessionIdentifier '' for all sessions of the user at the client
 */
export async function mintLogoutToken(
  ctx: Context,
  about: {
    readonly clientIdentifier: string
    readonly subject: string
    readonly sessionIdentifier: string
  },
): Promise<string> {
  const now = epochSeconds(ctx.now)
  const claims = {
    iss: ctx.settings.issuer,
    aud: about.clientIdentifier,
    sub: about.subject,
    ...(about.sessionIdentifier === '' ? {} : { sid: about.sessionIdentifier }),
    iat: now,
    exp: now + lifetimeSeconds,
    jti: randomUuid(),
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  }
  return signJwt(ctx, 'logout+jwt', claims, await signingKey(ctx))
}
