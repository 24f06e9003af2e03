import type { RandomSource } from '#tests/support/random-source.ts'

/** Durations of one kind of answer in milliseconds, one per round. */
export type Timings = readonly number[]

export interface Comparison {
  /** Median of the first minus median of the second, in milliseconds. */
  readonly difference: number
  /** Chance alone exceeds this difference once in a thousand times, in milliseconds. */
  readonly noise: number
  readonly isWithinNoise: boolean
}

const resamples = 4_000
const certainty = 0.999

/** The value below which this share of the values lies. */
export function quantile(values: Timings, share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  const place = (sorted.length - 1) * share
  const below = sorted[Math.floor(place)] ?? 0
  const above = sorted[Math.ceil(place)] ?? 0
  return below + (above - below) * (place - Math.floor(place))
}

export function median(values: Timings): number {
  return quantile(values, 0.5)
}

/**
 * Compares medians by the bootstrap. It resamples rounds with both kinds' answers together, so that a slow
 * period of the machine affects both kinds equally.
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
