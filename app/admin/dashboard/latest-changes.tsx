import Link from 'next/link'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { EventRows } from '#app/_ui/list/event-rows.tsx'
import { openConsole } from '#app/_ui/shell/api.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'

const shown = 5

/** The latest changes by administrators. */
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
        <EventRows events={events} />
      )}
    </Panel>
  )
}
