import type { Outcome } from '#lib/answers/outcome.ts'
import type { Context } from '#lib/context.ts'
import { passkeyOrigins } from '#lib/domain/passkeys/origins.ts'
import { signInFeatures } from '#lib/domain/sign-in/sign-in-features.ts'
import { featureOff } from './feature-off.ts'

/**
 * `GET /.well-known/webauthn`: the origins that may use passkeys of this host (WebAuthn Level 3 section 5.11). Answered
 * only if the console has an origin of its own.
 */
export async function relatedOrigins(ctx: Context): Promise<Outcome> {
  const origins = passkeyOrigins(ctx.config)
  if (!signInFeatures(ctx).passkeys || origins.length < 2) return featureOff
  const headers = { 'Cache-Control': 'public, max-age=3600' }
  return { kind: 'json', status: 200, body: { origins }, headers }
}
