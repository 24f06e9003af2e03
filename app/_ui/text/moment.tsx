'use client'

import { exactText, type MomentStyle, momentText } from './moment-text.ts'
import { useOwnZone } from './use-own-zone.ts'

interface MomentProps {
  /** RFC 3339. */
  readonly value: string
  readonly style?: MomentStyle
  readonly language: string
  /** The zone of the first HTML, before the browser's own is known. */
  readonly timeZone: string
  /** When the page was made. */
  readonly now: string
  readonly className?: string
}

/** A time in the visitor's zone; without scripts in that of their profile. */
export function Moment(props: MomentProps) {
  const { value, style = 'relative', language, timeZone, now, className } = props
  const zone = useOwnZone(timeZone)
  return (
    <time
      dateTime={value}
      title={exactText(value, language, zone)}
      className={className}
      // The browser's formats may differ from those of the server in a space.
      suppressHydrationWarning
    >
      {momentText(value, { style, language, timeZone: zone, now: new Date(now) })}
    </time>
  )
}
