'use client'

import { useScripts } from '#app/_ui/form/use-scripts.ts'
import { exactText, timeText, timeTitle } from './time-text.ts'
import { useTexts } from './use-texts.ts'

interface LocalTimeProps {
  /** RFC 3339. */
  readonly value: string
  readonly language: string
  readonly isExact: boolean
  /** Shown without scripts: in UTC. */
  readonly text: string
  readonly title: string
}

/** A time in the visitor's zone. */
export function LocalTime({ value, language, isExact, text, title }: LocalTimeProps) {
  const t = useTexts()
  const hasScripts = useScripts()
  const date = new Date(value)
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const texts = {
    justNow: t('console.time.just_now'),
    yesterday: (time: string) => t('console.time.yesterday', { time }),
  }
  const view = { language, zone, now: new Date() }
  const local = isExact ? exactText(date, view) : timeText(date, view, texts)
  return (
    <time
      dateTime={value}
      title={hasScripts ? timeTitle(date, view) : title}
      className="tabular-nums [td_&]:whitespace-nowrap"
    >
      {hasScripts ? local : text}
    </time>
  )
}
