import type { Parameters } from '#lib/base/text/parameters.ts'
import type { Context } from '#lib/context.ts'
import { protocolFeatures } from '#lib/domain/settings/protocol-features.ts'

/** SHA-256 in base64url: 43 characters. */
const thumbprint = /^[\w-]{43}$/

/**
 * The thumbprint of the key that the tokens of an authorization request will be bound to (`dpop_jkt`, RFC 9449 section
 * 10), as sent; undefined without one. While proofs are off the parameter is ignored like an unknown one.
 */
export function sentKey(ctx: Context, parameters: Parameters): string | undefined {
  return protocolFeatures(ctx).dpop ? parameters.value('dpop_jkt') : undefined
}

export function isThumbprint(text: string): boolean {
  return thumbprint.test(text)
}
