import { pageLanguage } from '#lib/http/page.ts'
import { LocalTime } from './local-time.tsx'
import { pageTexts } from './texts.ts'
import { exactText, timeText, timeTitle } from './time-text.ts'

interface TimestampProps {
  /** RFC 3339; null or empty shows a dash. */
  readonly value: string | null | undefined
  /** To the second, where the order of events matters. */
  readonly exact?: boolean
}

/**
 * A time in the visitor's zone, relative for seven days; its tooltip has the exact time, in UTC too. Without scripts the
 * zone is UTC. It does not wrap in a table, which scrolls.
 */
export async function Timestamp({ value, exact = false }: TimestampProps) {
  if (!value) return <span aria-hidden="true">–</span>
  const [t, language] = await Promise.all([pageTexts(), pageLanguage()])
  const date = new Date(value)
  const view = { language, zone: 'UTC', now: new Date() }
  const texts = {
    justNow: t('console.time.just_now'),
    yesterday: (time: string) => t('console.time.yesterday', { time }),
  }
  return (
    <LocalTime
      value={value}
      language={language}
      isExact={exact}
      text={exact ? exactText(date, view) : timeText(date, view, texts)}
      title={timeTitle(date, view)}
    />
  )
}
