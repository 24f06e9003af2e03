import { sha256Base64url } from '#lib/base/crypto/hash.ts'
import type { Context } from '#lib/context.ts'

/** Minimum interval after a failed fetch of the document of a client that is not stored. */
const oneFailure = { name: 'cimd_url', points: 1, windowSeconds: 60 }

export async function noteFailedFetch({ limits }: Context, url: string): Promise<void> {
  await limits.spend(oneFailure, sha256Base64url(url))
}

export function hasJustFailed({ limits }: Context, url: string): Promise<boolean> {
  return limits.isSpent(oneFailure, sha256Base64url(url))
}
