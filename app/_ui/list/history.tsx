import { Activity } from 'lucide-react'
import Link from 'next/link'
import { openConsole } from '#app/_ui/shell/api.ts'
import { mayRead } from '#app/_ui/shell/rights.ts'
import type { ShownEvent } from '#app/_ui/text/event-sentence.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { EmptyState } from './empty-state.tsx'
import { EventTable } from './event-table.tsx'
import { TableFrame } from './table.tsx'

interface HistoryProps {
  /** Path of the page. */
  readonly path: string
  readonly events: readonly ShownEvent[]
  /** The address of the next page. */
  readonly next: string | undefined
  /** The address of the record's refused requests; absent for records that requests do not name. */
  readonly refusals?: string
}

/** The entries about one record. An entry opens on the page of all activity, if the visitor may see that. */
export async function History({ path, events, next, refusals }: HistoryProps) {
  const t = await pageTexts()
  const { visitor } = await openConsole()
  const isOpen = mayRead(visitor, 'settings')
  return (
    <TableFrame>
      {refusals && (
        <p className="flex justify-end p-3">
          <Link id="refusals-of" href={refusals} prefetch={false} className="ui-link">
            {t('activity.title.refused')}
          </Link>
        </p>
      )}
      {events.length > 0 ? (
        <EventTable
          events={events}
          addressOf={(id) => (isOpen ? `/admin/activity?range=all&entry=${id}` : path)}
        />
      ) : (
        <EmptyState
          icon={Activity}
          title={t('activity.none')}
          text={t('activity.none_text.empty')}
        />
      )}
      {next !== undefined && (
        <div className="flex justify-end p-3">
          <Link href={`${path}?after=${next}`} prefetch={false} className="btn btn-sm">
            {t('activity.older')}
          </Link>
        </div>
      )}
    </TableFrame>
  )
}

/** The place in a history that an address names. */
export function historyQuery({ after }: Readonly<Record<string, string | string[] | undefined>>): {
  after?: string
} {
  return typeof after === 'string' && after.length <= 40 ? { after } : {}
}
