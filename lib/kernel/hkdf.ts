import { hkdfSync } from 'node:crypto'

/**
 * Derives a value from the server's key (HKDF with SHA-256, RFC 5869): the same for the same texts, and
 * unknown to whoever lacks the key, however many of the texts they know.
 * @param purpose keeps values of one use apart from those of another
 * @returns 256 bits in 43 characters of base64url, as `randomToken` makes them
 */
export function deriveToken(key: Uint8Array, purpose: string, texts: readonly string[]): string {
  const info = JSON.stringify([purpose, ...texts])
  return Buffer.from(hkdfSync('sha256', key, '', info, 32)).toString('base64url')
}
