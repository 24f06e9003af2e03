import { pageLanguage } from '#lib/http/page.ts'
import { LocalTime } from './local-time.tsx'
import { exactText, utcText } from './time-text.ts'

interface TimestampProps {
  /** RFC 3339; null or empty shows a dash. */
  readonly value: string | null | undefined
  /** To the second, where the order of events matters. */
  readonly exact?: boolean
}

/**
 * A time in the visitor's zone, relative for seven days; its tooltip has the exact time, in UTC too. Without scripts it
 * is in UTC. It does not wrap in a table, which scrolls.
 */
export async function Timestamp({ value, exact = false }: TimestampProps) {
  if (!value) return <span aria-hidden="true">–</span>
  const language = await pageLanguage()
  const date = new Date(value)
  const text = exact ? exactText(date, { language, zone: 'UTC' }) : utcText(date, language)
  return <LocalTime value={value} language={language} isExact={exact} text={text} />
}
