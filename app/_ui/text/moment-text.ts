/** How a time is written: since when, at which hour of a known day, or which day. */
export type MomentStyle = 'relative' | 'time' | 'day'

interface MomentOptions {
  readonly style: MomentStyle
  readonly language: string
  /** IANA name of the zone. */
  readonly timeZone: string
  readonly now: Date
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * A time as people say it: “18 minutes ago”, “yesterday”, “3 days ago”; after a week the date, with the year when it
 * is another one.
 */
export function momentText(value: string, options: MomentOptions): string {
  const { style, language, timeZone, now } = options
  const date = new Date(value)
  if (style === 'time') {
    return new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone }).format(date)
  }
  const age = Math.max(0, now.getTime() - date.getTime())
  if (style === 'day' || age >= 7 * day) return dayText(date, options)
  const since = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  if (age < minute) return since.format(0, 'second')
  if (age < hour) return since.format(-Math.floor(age / minute), 'minute')
  if (age < day) return since.format(-Math.floor(age / hour), 'hour')
  return since.format(-daysBetween(date, now, timeZone), 'day')
}

/** The calendar day of a time in a zone, which sorts: “2026-03-14”. */
export function calendarDay(date: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone }).format(date)
}

/** The calendar day before another one. 24 hours before a time may be the same day, or two days before. */
export function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 24 * hour).toISOString().slice(0, 10)
}

/** The exact time with its zone, and in UTC. */
export function exactText(value: string, language: string, timeZone: string): string {
  const date = new Date(value)
  const format = (zone: string) =>
    new Intl.DateTimeFormat(language, {
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      timeZone: zone,
      timeZoneName: 'short',
    }).format(date)
  return timeZone === 'UTC' ? format('UTC') : `${format(timeZone)} (${format('UTC')})`
}

function dayText(date: Date, { language, timeZone, now }: MomentOptions): string {
  const year = (time: Date) => calendarDay(time, timeZone).slice(0, 4)
  return new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'long',
    ...(year(date) === year(now) ? {} : { year: 'numeric' }),
    timeZone,
  }).format(date)
}

function daysBetween(from: Date, to: Date, timeZone: string): number {
  const start = (time: Date) => Date.parse(`${calendarDay(time, timeZone)}T00:00:00Z`)
  return Math.max(1, Math.round((start(to) - start(from)) / day))
}
