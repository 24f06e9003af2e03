import { pageLanguage } from '#lib/http/page.ts'
import { dateFormat } from '#lib/i18n/formats.ts'

interface TimestampProps {
  /** RFC 3339; null or empty shows a dash. */
  readonly value: string | null | undefined
  /** To the second: where the order of moments matters. */
  readonly exact?: boolean
}

/**
 * A moment in the visitor's language; the exact one, in UTC, is told on demand. In a table, which
 * scrolls by itself, it keeps to one line.
 */
export async function Timestamp({ value, exact = false }: TimestampProps) {
  if (!value) return <span aria-hidden="true">–</span>
  const language = await pageLanguage()
  const date = new Date(value)
  const format = dateFormat(language, {
    dateStyle: 'medium',
    timeStyle: exact ? 'medium' : 'short',
    timeZone: 'UTC',
  })
  return (
    <time dateTime={value} title={`${value}`} className="tabular-nums [td_&]:whitespace-nowrap">
      {format.format(date)} UTC
    </time>
  )
}
