import type { Context } from '#lib/context.ts'
import type { OutboundFailure } from '#lib/outbound/outcomes.ts'
import { sendOutbound } from '#lib/outbound/request.ts'
import type { ClientRecord } from '#lib/persistence/store.ts'
import { mintLogoutToken } from './logout-token.ts'

/** A receiver's answer, or the reason for its absence. */
export interface Delivery {
  readonly outcome: 'answered' | OutboundFailure
  /** 0 without an answer. */
  readonly status: number
  /** Seconds of `Retry-After`; null without it. */
  readonly retryAfterSeconds: number | null
}

/**
 * Sends a fresh logout token to the client's address (OpenID Connect Back-Channel Logout 1.0 section 2.5). The status
 * of the answer decides; its body is not read.
 */
export async function deliverLogoutToken(
  ctx: Context,
  { clientIdentifier, backchannelLogoutUri }: ClientRecord,
  about: { readonly subject: string; readonly sessionIdentifier: string },
): Promise<Delivery> {
  const token = await mintLogoutToken(ctx, { clientIdentifier, ...about })
  const answer = await sendOutbound(ctx, {
    purpose: 'backchannel_logout',
    method: 'POST',
    url: backchannelLogoutUri,
    accept: 'application/json',
    form: [['logout_token', token]],
    policy: 'administered',
    allowsHttp: true,
    body: 'ignored',
  })
  if (answer.outcome !== 'answered') {
    return { outcome: answer.outcome, status: 0, retryAfterSeconds: null }
  }
  const { status, headers } = answer
  return { outcome: 'answered', status, retryAfterSeconds: secondsOf(headers['retry-after']) }
}

function secondsOf(retryAfter: string | undefined): number | null {
  return /^\d{1,9}$/.test(retryAfter ?? '') ? Number(retryAfter) : null
}
