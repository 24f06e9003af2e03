'use client'

import { Fragment, type ReactNode } from 'react'
import { useOwnZone } from '#app/_ui/text/use-own-zone.ts'
import { type DayView, namedDays } from './named-days.ts'

interface DaysProps extends Omit<DayView, 'now'> {
  readonly entries: readonly {
    readonly id: number
    readonly createdAt: string
    /** The entry in a list. */
    readonly row: ReactNode
  }[]
  /** When the page was made. */
  readonly now: string
}

/** Entries day by day, in the same zone as their times. */
export function Days({ entries, timeZone, now, ...view }: DaysProps) {
  const zone = useOwnZone(timeZone)
  const days = namedDays(entries, { ...view, timeZone: zone, now: new Date(now) })
  return days.map(({ day, name, entries: ofDay }) => (
    <section key={day} className="ui-panel mb-4">
      <div className="ui-panel-head pb-1">
        <h2 className="font-medium! text-muted text-sm!" suppressHydrationWarning>
          {name}
        </h2>
      </div>
      <ul className="ui-feed pb-1.5">
        {ofDay.map(({ id, row }) => (
          <Fragment key={id}>{row}</Fragment>
        ))}
      </ul>
    </section>
  ))
}
