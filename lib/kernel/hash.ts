import { hash, timingSafeEqual } from 'node:crypto'

/** The SHA-256 digest of bytes, or of text as UTF-8. */
export function sha256(data: string | Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hash('sha256', data, 'buffer'))
}

/** The SHA-256 digest of bytes or text in lower-case hexadecimal, as hashes of secrets are stored. */
export function sha256Hex(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex')
}

/** The SHA-256 digest of text in base64url without padding (RFC 7636, `S256`). */
export function sha256Base64url(text: string): string {
  return hash('sha256', text, 'base64url')
}

/** Compares two digests of one kind in a time that tells nothing about where they differ. */
export function equalDigests(a: Uint8Array, b: Uint8Array): boolean {
  return timingSafeEqual(a, b)
}

/**
 * Compares two texts in a time that tells nothing about where they differ: their digests are
 * compared, so not even the length shows.
 */
export function equalInConstantTime(a: string, b: string): boolean {
  return equalDigests(sha256(a), sha256(b))
}

/** Base64url without padding (RFC 4648, section 5). */
export function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64url')
}
