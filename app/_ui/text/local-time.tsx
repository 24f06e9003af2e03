'use client'

import { useScripts } from '#app/_ui/form/use-scripts.ts'
import { exactText, timeText, timeTitle } from './time-text.ts'
import { useTexts } from './use-texts.ts'

interface LocalTimeProps {
  /** RFC 3339. */
  readonly value: string
  readonly language: string
  readonly isExact: boolean
  /** Shown without scripts: the time in UTC. */
  readonly text: string
}

/** A time in the visitor's zone, relative for seven days. */
export function LocalTime({ value, language, isExact, text }: LocalTimeProps) {
  const textIn = useTimeText(language, isExact)
  const local = useScripts() ? textIn(new Date(value)) : { text, title: text }
  return (
    <time dateTime={value} title={local.title} className="tabular-nums [td_&]:whitespace-nowrap">
      {local.text}
    </time>
  )
}

function useTimeText(language: string, isExact: boolean) {
  const t = useTexts()
  const texts = {
    justNow: t('console.time.just_now'),
    yesterday: (time: string) => t('console.time.yesterday', { time }),
  }
  return (date: Date) => {
    const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
    const view = { language, zone, now: new Date() }
    return {
      text: isExact ? exactText(date, view) : timeText(date, view, texts),
      title: timeTitle(date, view),
    }
  }
}
