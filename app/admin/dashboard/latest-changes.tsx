import Link from 'next/link'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { openConsole } from '#app/_ui/shell/api.ts'
import { EventSentence } from '#app/_ui/text/event-sentence.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { Timestamp } from '#app/_ui/text/timestamp.tsx'

const shown = 5

/** What administrators changed last. */
export async function LatestChanges() {
  const t = await pageTexts()
  const { api } = await openConsole()
  const { events } = await api.listEvents({ query: { category: 'changes', limit: shown } })
  return (
    <Panel
      id="latest-changes"
      title={t('dashboard.changes.title')}
      flush
      actions={
        <Link href="/admin/activity" prefetch={false} className="ui-link text-sm">
          {t('activity.tab.all')}
        </Link>
      }
    >
      {events.length === 0 ? (
        <p className="px-5 pb-4 text-muted text-sm">{t('dashboard.changes.none')}</p>
      ) : (
        <ul className="ui-rows">
          {events.map((entry) => (
            <li key={entry.id} className="relative">
              <Link
                href={`/admin/activity?range=all&entry=${entry.id}`}
                prefetch={false}
                className="min-w-0 grow [overflow-wrap:anywhere]"
              >
                <EventSentence entry={entry} />
              </Link>
              <span className="shrink-0 text-muted text-sm">
                <Timestamp value={entry.createdAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
