import { pageLanguage } from '#lib/http/page.ts'
import { dateFormat } from '#lib/i18n/formats.ts'

interface TimestampProps {
  /** RFC 3339; null or empty shows a dash. */
  readonly value: string | null | undefined
  /** Shows seconds, where the order of events matters. */
  readonly exact?: boolean
}

/**
 * A time in UTC, formatted for the page's language; its tooltip has the exact value. It does not wrap in a table, which
 * scrolls.
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
