import { sha256Hex } from '#lib/base/crypto/hash.ts'
import type { AnyContext } from '#lib/context.ts'

/** What may be used once. */
export type SingleUse = 'client_assertion' | 'dpop'

/**
 * Spends something that may be used once, whichever process is asked.
 * @param parts what tells it from others of its kind
 * @param until it need not be refused as used after this moment
 * @returns false when it was used before
 */
export function spendOnce(
  { store }: AnyContext,
  kind: SingleUse,
  parts: readonly string[],
  until: Date,
): Promise<boolean> {
  return store.usedIdentifiers.add(sha256Hex([kind, ...parts].join('\0')), until)
}
