import { decodeJwt } from 'jose'
import type { Context } from '#lib/context.ts'
import { protocolFeatures } from '#lib/domain/settings/protocol-features.ts'
import { currentNonce, readNonce } from './nonce.ts'

/**
 * The header with the nonce that the next proof needs, when the one of this request is about to end (RFC 9449 section
 * 8.2). None without a proof.
 * @param dpop the DPoP header as sent
 */
export function nextNonce(ctx: Context, dpop: string | undefined): Record<string, string> {
  if (dpop === undefined || !protocolFeatures(ctx).dpop) return {}
  const known = readNonce(ctx, nonceIn(dpop))
  return known && !known.isCurrent ? { 'DPoP-Nonce': currentNonce(ctx) } : {}
}

function nonceIn(proof: string): string {
  try {
    const { nonce } = decodeJwt(proof)
    return typeof nonce === 'string' ? nonce : ''
  } catch {
    return ''
  }
}
