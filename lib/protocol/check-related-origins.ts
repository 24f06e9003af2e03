import type { Context } from '#lib/context.ts'
import { originsOutside } from '#lib/domain/passkeys/origins.ts'
import { relyingPartyId, signInFeatures } from '#lib/domain/sign-in/sign-in-features.ts'
import { sendOutbound } from '#lib/outbound/request.ts'

/**
 * What browsers find at the domain of passkeys. `ok`: it names this server. `unreachable`: it does not answer.
 * `unusable`: it answers with something else. `origin_missing`: it names others.
 */
export type RelatedOriginsState = 'ok' | 'unreachable' | 'unusable' | 'origin_missing'

/** The longest file in bytes. */
const maxBytes = 256 * 1024

/** The address at which a domain says which other origins use its passkeys. */
export function relatedOriginsAddress(domain: string): string {
  return `https://${domain}/.well-known/webauthn`
}

/**
 * Asks the domain of passkeys whether it names the origins of this server, as browsers ask it (WebAuthn Level 3 section
 * 5.11.1). A fault of the other side is a state, never thrown.
 * @returns null where no other server has to name any, or passkeys are not in effect
 */
export async function checkRelatedOrigins(ctx: Context): Promise<RelatedOriginsState | null> {
  const origins = originsOutside(ctx)
  if (!signInFeatures(ctx).passkeys || origins.length === 0) return null
  const answer = await sendOutbound(ctx, {
    purpose: 'related_origins',
    method: 'GET',
    url: relatedOriginsAddress(relyingPartyId(ctx)),
    accept: 'application/json',
    policy: 'administered',
    allowsHttp: false,
    body: maxBytes,
  })
  if (answer.outcome === 'too_large') return 'unusable'
  if (answer.outcome !== 'answered') return 'unreachable'
  const type = (answer.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase()
  if (answer.status !== 200 || type !== 'application/json') return 'unusable'
  const named = originsIn(answer.body.toString('utf8'))
  if (!named) return 'unusable'
  return origins.every((origin) => named.has(origin)) ? 'ok' : 'origin_missing'
}

/** The origins that a file names; entries that are no addresses are passed over, as browsers do. Null: it has no list. */
function originsIn(text: string): ReadonlySet<string> | null {
  try {
    const { origins }: { origins?: unknown } = JSON.parse(text) ?? {}
    if (!Array.isArray(origins) || !origins.every((item) => typeof item === 'string')) return null
    return new Set(origins.flatMap((item) => URL.parse(item)?.origin ?? []))
  } catch {
    return null
  }
}
