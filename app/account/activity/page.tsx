import { Activity } from 'lucide-react'
import Link from 'next/link'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { EmptyState } from '#app/_ui/list/empty-state.tsx'
import { openConsole } from '#app/_ui/shell/api.ts'
import { PageHeader } from '#app/_ui/shell/page-header.tsx'
import type { ActivityEntry } from '#app/_ui/text/activity-sentence.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { FeedEntry } from '../_parts/activity-feed.tsx'
import { ownClock } from '../own-moment.tsx'
import { Days } from './days.tsx'

const path = '/account/activity'

interface ActivityPageProps {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>
}

/** The entries about the visitor's account, day by day. */
export default async function ActivityPage({ searchParams }: ActivityPageProps) {
  const t = await pageTexts()
  const { api } = await openConsole()
  const { before } = await searchParams
  const query = typeof before === 'string' ? { before, size: '50' } : { size: '50' }
  const { entries, next, kept, retentionDays } = await api.listOwnActivity({ query })
  const title = t('own.activity.title')
  const intro =
    retentionDays > 0
      ? t('own.activity.intro', { days: retentionDays })
      : t('own.activity.intro_forever')
  return (
    <>
      <PageHeader title={title} intro={intro} />
      {!kept && (
        <Notice kind="info" className="mb-5">
          {t('own.activity.not_kept')}
        </Notice>
      )}
      {entries.length === 0 ? (
        <Panel>
          <EmptyState
            icon={Activity}
            title={t('own.activity.none')}
            text={t('own.activity.none_text')}
          />
        </Panel>
      ) : (
        <EntriesByDay entries={entries} />
      )}
      <nav aria-label={title} className="flex gap-2 empty:hidden">
        {before !== undefined && (
          <Link href={path} prefetch={false} className="btn btn-sm">
            {t('own.activity.newest')}
          </Link>
        )}
        {next !== undefined && (
          <Link href={`${path}?before=${next}`} prefetch={false} className="btn btn-sm">
            {t('own.activity.older')}
          </Link>
        )}
      </nav>
    </>
  )
}

async function EntriesByDay({ entries }: { readonly entries: readonly ActivityEntry[] }) {
  const t = await pageTexts()
  const { now, ...clock } = await ownClock()
  return (
    <Days
      {...clock}
      now={now.toISOString()}
      texts={{ today: t('own.activity.today'), yesterday: t('own.activity.yesterday') }}
      entries={entries.map((entry) => ({
        id: entry.id,
        createdAt: entry.createdAt,
        row: <FeedEntry entry={entry} time="time" />,
      }))}
    />
  )
}
