import { isStorableMoment } from '#lib/base/time/storable-moment.ts'

/** True for a day of the calendar in the years 1 to 9999: `2026-03-14`. */
export function isDay(text: string): boolean {
  const midnight = new Date(`${text}T00:00:00Z`)
  // `Date` takes 30 February for a day of March.
  return isStorableMoment(midnight) && midnight.toISOString().startsWith(`${text}T`)
}

/** True for a time zone that this server knows. */
export function isZone(text: string): boolean {
  return startOfDay('2026-01-01', text) !== null
}

/** The first moment of a calendar day (`2026-03-14`) in a zone; null for no day, no zone, or a time outside the years 1 to 9999. */
export function startOfDay(day: string, timeZone: string): Date | null {
  if (!isDay(day)) return null
  const midnight = Date.parse(`${day}T00:00:00Z`)
  try {
    // The second step counts where the first guess is on the other side of a change of the clocks.
    const guess = midnight - offsetAt(midnight, timeZone)
    const near = midnight - offsetAt(guess, timeZone)
    const offset = offsetAt(near, timeZone)
    // Where the clocks skip midnight, the day begins as they change.
    const start = new Date(near + offset < midnight ? midnight - offset : near)
    return isStorableMoment(start) ? start : null
  } catch {
    return null
  }
}

/** The first moment of the next day: days of 23 and 25 hours end where the next begins. */
export function endOfDay(day: string, timeZone: string): Date | null {
  if (!isDay(day)) return null
  const midnight = Date.parse(`${day}T00:00:00Z`)
  return startOfDay(new Date(midnight + 86_400_000).toISOString().slice(0, 10), timeZone)
}

/** What a zone is ahead of UTC, in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  const local = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(moment)
  return Date.parse(`${local.replace(' ', 'T')}Z`) - Math.floor(moment / 1_000) * 1_000
}
