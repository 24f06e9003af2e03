import { calendarDay, dayBefore, momentText } from '#app/_ui/text/moment-text.ts'

/** Where and when days are named, and in which words. */
export interface DayView {
  readonly language: string
  /** IANA name of the zone. */
  readonly timeZone: string
  readonly now: Date
  readonly texts: { readonly today: string; readonly yesterday: string }
}

interface Dated {
  readonly createdAt: string
}

/** Entries by the calendar days of a zone, in their order, with the names of the days. */
export function namedDays<Entry extends Dated>(
  entries: readonly Entry[],
  { texts, ...clock }: DayView,
): readonly { readonly day: string; readonly name: string; readonly entries: readonly Entry[] }[] {
  const today = calendarDay(clock.now, clock.timeZone)
  const names = new Map([
    [today, texts.today],
    [dayBefore(today), texts.yesterday],
  ])
  const dayOf = ({ createdAt }: Dated) => calendarDay(new Date(createdAt), clock.timeZone)
  return [...Map.groupBy(entries, dayOf)].map(([day, ofDay]) => {
    const first = ofDay[0]?.createdAt ?? day
    return {
      day,
      name: names.get(day) ?? momentText(first, { ...clock, style: 'day' }),
      entries: ofDay,
    }
  })
}
