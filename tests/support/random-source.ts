/** Random choices that a seed repeats. */
export interface RandomSource {
  /** A whole number from 0 to `limit` - 1. */
  below(limit: number): number
  pick<T>(list: readonly T[]): T
  /** True in this percentage of calls. */
  percent(share: number): boolean
  /** At most `most` distinct elements of the list. */
  some<T>(list: readonly T[], most: number): T[]
}

/** The mulberry32 generator: the same numbers for the same seed. */
export function randomSource(seed: number): RandomSource {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    pick<T>(list: readonly T[]): T {
      const index = below(list.length)
      if (list.length === 0) throw new Error('There is nothing to pick from.')
      return list[index] as T
    },
    percent: (share) => next() * 100 < share,
    some<T>(list: readonly T[], most: number): T[] {
      const rest = [...list]
      const wanted = below(Math.min(most, list.length) + 1)
      return Array.from({ length: wanted }, () => rest.splice(below(rest.length), 1)).flat()
    },
  }
}
