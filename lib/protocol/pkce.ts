import { equalInConstantTime, sha256Base64url } from '#lib/base/crypto/hash.ts'

const allowed = /^[A-Za-z0-9\-._~]{43,128}$/

/** True for 43 to 128 unreserved characters: RFC 7636 sections 4.1 and 4.2 define both values so. */
export function isPkceValue(value: string): boolean {
  return allowed.test(value)
}

/** True when the challenge is the verifier's SHA-256 digest (RFC 7636 section 4.6, S256). */
export function matchesChallenge(verifier: string, challenge: string): boolean {
  return equalInConstantTime(sha256Base64url(verifier), challenge)
}
