import { hash, timingSafeEqual } from 'node:crypto'

/** @param data text is hashed as UTF-8 */
export function sha256(data: string | Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hash('sha256', data, 'buffer'))
}

/** The form in which hashes of secrets are stored: lower-case hexadecimal. */
export function sha256Hex(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex')
}

/** Base64url without padding (RFC 7636, `S256`). */
export function sha256Base64url(text: string): string {
  return hash('sha256', text, 'base64url')
}

/** Compares two digests of equal length in constant time. */
export function equalDigests(a: Uint8Array, b: Uint8Array): boolean {
  return timingSafeEqual(a, b)
}

/** Compares two texts in constant time. Comparing their digests hides the length as well. */
export function equalInConstantTime(a: string, b: string): boolean {
  return equalDigests(sha256(a), sha256(b))
}

/** Base64url without padding (RFC 4648, section 5). */
export function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64url')
}
