import { refuse } from '#lib/answers/refusal.ts'

/** Maximum length of a saved list of groups or permissions. */
export const maxListed = 1_000

/**
 * Compares the list that a caller last read with the stored one, as sets: order and duplicates do not matter. Must be
 * called inside the transaction that writes.
 * @param expected absent or null skips the comparison
 * @throws Refusal CONCURRENT_UPDATE when they differ
 */
export function requireExpected<T extends string | number>(
  stored: readonly T[],
  expected: readonly T[] | null | undefined,
): void {
  if (!expected) return
  const now = new Set(stored)
  const then = new Set(expected)
  if (now.size !== then.size || [...then].some((entry) => !now.has(entry))) {
    throw refuse('CONCURRENT_UPDATE')
  }
}

/** Computes the entries that a save adds to a stored list and removes from it. */
export function listChange<T extends string | number>(
  stored: readonly T[],
  wanted: readonly T[],
): { readonly added: readonly T[]; readonly removed: readonly T[] } {
  const now = new Set(stored)
  const then = new Set(wanted)
  return {
    added: [...then].filter((entry) => !now.has(entry)),
    removed: [...now].filter((entry) => !then.has(entry)),
  }
}

/**
 * As `requireExpected`, for a list whose absence means something.
 * @param expected undefined skips the comparison; null equals only a missing list
 * @throws Refusal CONCURRENT_UPDATE when they differ
 */
export function requireExpectedOrNone<T extends string | number>(
  stored: readonly T[] | null,
  expected: readonly T[] | null | undefined,
): void {
  if (expected === undefined) return
  if ((stored === null) !== (expected === null)) throw refuse('CONCURRENT_UPDATE')
  if (stored !== null) requireExpected(stored, expected)
}
