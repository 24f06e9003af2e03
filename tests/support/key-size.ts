import { recommendedBits } from '#lib/domain/keys/key-pair.ts'

/** The fewest bits that RS256 may have (RFC 7518 section 3.3). They are made and sign several times as fast. */
const fewestBits = 2048

/** For tests that are not about the size of keys: hundreds are made, and thousands of tokens signed. */
export function makeKeysSmall(): void {
  setKeyBits(fewestBits)
}

/** For a test about the size of keys: they are the server's. */
export function makeKeysReal(): void {
  setKeyBits(recommendedBits)
}

/** Puts the size where `singleton('signing-key-bits', …)` looks for it. */
function setKeyBits(bits: number): void {
  const slots = globalThis as unknown as Record<symbol, number>
  slots[Symbol.for('authserver.signing-key-bits')] = bits
}
