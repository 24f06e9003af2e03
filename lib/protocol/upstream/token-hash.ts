import { createHash } from 'node:crypto'
import { decodeProtectedHeader } from 'jose'
import { ProviderFailure } from './failure.ts'

/**
 * Refuses an access token that the ID token beside it does not belong to (OpenID Connect Core 1.0 section 3.1.3.8). The
 * ID token need not say anything about it.
 * @param atHash the claim `at_hash` of the ID token, whose signature is verified
 * @throws ProviderFailure
 */
export function requireOwnAccessToken(idToken: string, accessToken: string, atHash: unknown): void {
  if (atHash === undefined) return
  const { alg = '' } = decodeProtectedHeader(idToken)
  const digest = ['EdDSA', 'Ed25519'].includes(alg) ? 'sha512' : 'sha256'
  const hash = createHash(digest).update(accessToken, 'ascii').digest()
  if (hash.subarray(0, hash.length / 2).toString('base64url') !== atHash) {
    throw new ProviderFailure('invalid', 'access_token_hash')
  }
}
