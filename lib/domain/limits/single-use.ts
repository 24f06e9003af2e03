import { sha256Hex } from '#lib/base/crypto/hash.ts'
import type { AnyContext } from '#lib/context.ts'

/** The kinds of values that work once. */
export type SingleUse = 'client_assertion' | 'dpop'

/**
 * Spends a value that works once, across all processes.
 * @param parts identify the value among others of its kind
 * @param until the time after which the value is refused for another reason
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
