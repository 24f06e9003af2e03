import { refuse } from '#lib/kernel/errors.ts'

/** The most entries that a list of groups or permissions may have when it is saved. */
export const maxListed = 1_000

/**
 * Compares the list that a caller read last with what is stored, as sets: order and repeats do not
 * matter. Called inside the transaction that writes.
 * @param expected absent or null: no comparison was asked for
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

/** What a save adds to and removes from a stored list. */
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
