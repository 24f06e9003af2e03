import { dateFormat } from '#lib/i18n/formats.ts'

export interface TimeTexts {
  readonly justNow: string
  readonly yesterday: (time: string) => string
}

export interface TimeView {
  readonly language: string
  /** The visitor's time zone. */
  readonly zone: string
  readonly now: Date
}

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

/** A time for a list: relative for seven days, then the date, with its year when that is another one. */
export function timeText(date: Date, view: TimeView, texts: TimeTexts): string {
  const { language, zone, now } = view
  const age = now.getTime() - date.getTime()
  const ago = new Intl.RelativeTimeFormat(language, { numeric: 'always' })
  // The browser's clock may be a little behind the server's.
  if (Math.abs(age) < minute) return texts.justNow
  if (age >= 0 && age < hour) return ago.format(-Math.floor(age / minute), 'minute')
  const days = dayOf(now, zone) - dayOf(date, zone)
  if (age >= 0 && (days === 0 || age < 12 * hour))
    return ago.format(-Math.floor(age / hour), 'hour')
  if (days === 1) return texts.yesterday(clockTime(date, view))
  if (days > 1 && days < 7) return ago.format(-days, 'day')
  const isThisYear = yearOf(date, zone) === yearOf(now, zone)
  const year = isThisYear ? {} : ({ year: 'numeric' } as const)
  return inZone(view, { day: 'numeric', month: 'short', ...year }).format(date)
}

/** A time to the second, with its zone, for lists whose entries are compared. */
export function exactText(date: Date, view: Omit<TimeView, 'now'>): string {
  return inZone(view, { dateStyle: 'medium', timeStyle: 'long' }).format(date)
}

/** A time in UTC, to the minute. */
export function utcText(date: Date, language: string): string {
  const options = { dateStyle: 'medium', timeStyle: 'short' } as const
  return `${inZone({ language, zone: 'UTC' }, options).format(date)} UTC`
}

/** The exact time in the visitor's zone and in UTC. */
export function timeTitle(date: Date, { language, zone }: Omit<TimeView, 'now'>): string {
  const own = inZone({ language, zone }, { dateStyle: 'long', timeStyle: 'long' }).format(date)
  if (zone === 'UTC') return own
  const utc = dateFormat(language, { timeStyle: 'medium', timeZone: 'UTC' }).format(date)
  return `${own} · ${utc} UTC`
}

function clockTime(date: Date, view: TimeView): string {
  return inZone(view, { timeStyle: 'short' }).format(date)
}

/** The number of a day in a zone. */
function dayOf(date: Date, zone: string): number {
  const [year, month, number] = dateIn(zone).format(date).split('-').map(Number)
  return Date.UTC(year ?? 0, (month ?? 1) - 1, number) / day
}

function yearOf(date: Date, zone: string): string {
  return dateIn(zone).format(date).slice(0, 4)
}

/** Swedish writes dates as ISO 8601 does. */
function dateIn(zone: string): Intl.DateTimeFormat {
  return inZone({ language: 'sv', zone }, { year: 'numeric', month: '2-digit', day: '2-digit' })
}

function inZone(
  { language, zone }: Omit<TimeView, 'now'>,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const all = { ...options, timeZone: zone }
  // A browser has one visitor, and so one zone; the server knows only UTC.
  return dateFormat(language, all)
}
