import { hkdfSync } from 'node:crypto'

/**
 * Derives a value from the server's key (HKDF with SHA-256, RFC 5869). The same texts give the same value. Without the
 * key, known texts and values do not help to compute another value.
 * @param purpose separates the values of one use from those of another
 * @returns 256 bits in 43 characters of base64url, the form of `randomToken`
 */
export function deriveToken(key: Uint8Array, purpose: string, texts: readonly string[]): string {
  const info = JSON.stringify([purpose, ...texts])
  return Buffer.from(hkdfSync('sha256', key, '', info, 32)).toString('base64url')
}
