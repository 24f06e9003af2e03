import type { RandomSource } from '#tests/support/random-source.ts'

/** How long the answers of one kind took, in milliseconds: one a round. */
export type Timings = readonly number[]

/** Two kinds of answers, compared by their medians. */
export interface Comparison {
  /** Median of the first minus median of the second, in milliseconds. */
  readonly difference: number
  /** Chance alone makes a larger difference once in a thousand times, in milliseconds. */
  readonly noise: number
  readonly isWithinNoise: boolean
}

const resamples = 4_000
const certainty = 0.999

/** The value below which a share of the values lies. */
export function quantile(values: Timings, share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  const place = (sorted.length - 1) * share
  const below = sorted[Math.floor(place)] ?? 0
  const above = sorted[Math.ceil(place)] ?? 0
  return below + (above - below) * (place - Math.floor(place))
}

/** The middle value. */
export function median(values: Timings): number {
  return quantile(values, 0.5)
}

/**
 * Compares medians by the bootstrap: rounds are drawn anew again and again, both kinds' answers of a
 * round together, so that a machine that was slow for a while counts for neither.
 */
export function compareMedians(one: Timings, other: Timings, random: RandomSource): Comparison {
  const difference = median(one) - median(other)
  const deviations: number[] = []
  for (let i = 0; i < resamples; i++) {
    const rounds = Array.from(one, () => random.below(one.length))
    const drawn = median(pick(one, rounds)) - median(pick(other, rounds))
    deviations.push(Math.abs(drawn - difference))
  }
  const noise = quantile(deviations, certainty)
  return { difference, noise, isWithinNoise: Math.abs(difference) <= noise }
}

function pick(values: Timings, places: readonly number[]): number[] {
  return places.map((place) => values[place] ?? 0)
}
