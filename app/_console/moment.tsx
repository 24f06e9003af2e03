import { pageLanguage } from '#lib/http/page.ts'

interface MomentProps {
  /** RFC 3339; null or empty shows a dash. */
  readonly value: string | null | undefined
}

/** A moment in the visitor's language; the exact one, in UTC, is told on demand. */
export async function Moment({ value }: MomentProps) {
  if (!value) return <span aria-hidden="true">–</span>
  const language = await pageLanguage()
  const date = new Date(value)
  const format = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  return (
    <time dateTime={value} title={`${value}`} className="whitespace-nowrap tabular-nums">
      {format.format(date)} UTC
    </time>
  )
}
