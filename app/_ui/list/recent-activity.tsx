import Link from 'next/link'
import { Panel } from '#app/_ui/layout/panel.tsx'
import type { ShownEvent } from '#app/_ui/text/event-sentence.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { EventRows } from './event-rows.tsx'

/** Entries that the panel shows. */
export const recentEntries = 4

interface RecentActivityProps {
  readonly events: readonly ShownEvent[]
  /** The page with all of them. */
  readonly history: string
  readonly isOfApplication?: boolean
}

/** The latest entries about a record, with a link to all of them. */
export async function RecentActivity({ events, history, isOfApplication }: RecentActivityProps) {
  const t = await pageTexts()
  return (
    <Panel
      id="recent-activity"
      title={t('own.overview.recent')}
      flush
      actions={
        <Link href={history} prefetch={false} className="text-link text-sm">
          {t('activity.tab.all')}
        </Link>
      }
    >
      {events.length > 0 ? (
        <EventRows events={events} {...(isOfApplication && { isOfApplication })} />
      ) : (
        <p className="px-5 pb-4 text-muted text-sm">{t('activity.none')}</p>
      )}
    </Panel>
  )
}
