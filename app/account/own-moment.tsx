import { cache } from 'react'
import { openConsole, ownAccount } from '#app/_ui/shell/api.ts'
import { Moment } from '#app/_ui/text/moment.tsx'
import type { MomentStyle } from '#app/_ui/text/moment-text.ts'

/** The visitor's zone by their profile, the page's language, and the moment at which the page is made. */
export const ownClock = cache(async () => {
  const { language, visitor } = await openConsole()
  const { zoneInfo } = await ownAccount()
  return { language, timeZone: isZone(zoneInfo) ? zoneInfo : 'UTC', now: visitor.now }
})

interface OwnMomentProps {
  readonly value: string
  readonly style?: MomentStyle
  readonly className?: string
}

/** A time on an account page. */
export async function OwnMoment(props: OwnMomentProps) {
  const { now, ...clock } = await ownClock()
  return <Moment {...props} {...clock} now={now.toISOString()} />
}

function isZone(name: string): boolean {
  if (name === '') return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
