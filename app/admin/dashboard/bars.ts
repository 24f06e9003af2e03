import type { Hour } from './parts.ts'

/** What one bar of the chart counts. */
export interface Bar {
  /** The beginning of its first hour. */
  readonly start: string
  /** Its day in the zone: YYYY-MM-DD. */
  readonly day: string
  readonly signIns: number
  readonly refused: number
}

/**
 * Puts hours together to bars that begin at midnight of the zone, also on days of 23 and 25 hours.
 * @param hoursOfBar 1, 3 or 24
 */
export function barsOf(hours: readonly Hour[], hoursOfBar: number, zone: string): readonly Bar[] {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  })
  const bars = new Map<string, Bar>()
  for (const { hour, signIns, refused } of hours) {
    const parts = Object.fromEntries(
      format.formatToParts(new Date(hour)).map(({ type, value }) => [type, value]),
    )
    const day = `${parts.year}-${parts.month}-${parts.day}`
    const key = `${day} ${Math.floor(Number(parts.hour) / hoursOfBar)}`
    const known = bars.get(key)
    bars.set(key, {
      start: known?.start ?? hour,
      day,
      signIns: signIns + (known?.signIns ?? 0),
      refused: refused + (known?.refused ?? 0),
    })
  }
  return [...bars.values()]
}

/** The next round number whose half is whole too: 2, 4, 6, 8, 10, 20, 40, … */
export function niceTop(most: number): number {
  const steps = [2, 4, 6, 8, 10]
  const size = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, most))))
  const step = steps.find((one) => one * size >= most) ?? 10
  return step * size
}
