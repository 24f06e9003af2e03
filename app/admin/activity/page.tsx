import { Activity, SearchX } from 'lucide-react'
import Link from 'next/link'
import { EmptyState } from '#app/_ui/list/empty-state.tsx'
import { EventTable } from '#app/_ui/list/event-table.tsx'
import { TableFrame } from '#app/_ui/list/table.tsx'
import { openConsole } from '#app/_ui/shell/api.ts'
import { ownPerson } from '#app/_ui/shell/own-person.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { ActivityHeader } from './_parts/activity-tabs.tsx'
import { besideOf } from './_parts/beside.ts'
import { Entry } from './_parts/entry.tsx'
import { activityAddress, type Filter, filterIn, isReadableFilter } from './_parts/filter.ts'
import { FilterBar } from './_parts/filter-bar.tsx'
import { LiveList } from './_parts/live-list.tsx'
import { type FilterProblem, findEvents } from './_parts/query.ts'

interface ActivityPageProps {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>
}

/** A filter that cannot be read shows nothing: it must not stand for everything. */
const unreadable = { events: [], problem: 'unreadable', next: undefined } as const

/** The activity of the server; filter, place and entry are in the address. */
export default async function ActivityPage({ searchParams }: ActivityPageProps) {
  const t = await pageTexts()
  const parameters = await searchParams
  const { api, visitor } = await openConsole()
  // An administrator may lack the scope for their own account.
  const zoneInfo = (await ownPerson())?.user.zoneInfo
  const isReadable = isReadableFilter(parameters)
  const read = filterIn(isReadable ? parameters : { ...parameters, live: '' })
  const filter = { ...read, zone: read.from || read.to ? read.zone || zoneInfo || 'UTC' : '' }
  const [{ auditLogRetentionDays: days }, found, open] = await Promise.all([
    api.getAuditLogSettings(),
    isReadable ? findEvents(api, filter, visitor.now) : unreadable,
    openEntry(parameters.entry),
  ])
  const intro = days > 0 ? t('activity.intro', { days }) : t('activity.intro_forever')
  const list = (
    <div className="min-w-0">
      <FilterBar filter={filter} zone={filter.zone || zoneInfo || 'UTC'} isReadable={isReadable} />
      <LiveList filter={filter} ids={found.events.map(({ id }) => id)} openId={open?.event.id} />
      <TableFrame>
        {found.events.length > 0 ? (
          <EventTable
            events={found.events}
            openId={open?.event.id}
            addressOf={(id) => activityAddress(filter, { entry: String(id) })}
          />
        ) : (
          <Nothing problem={found.problem} />
        )}
        <Foot filter={filter} next={found.next} />
      </TableFrame>
    </div>
  )
  return (
    <>
      <ActivityHeader here="all" intro={intro} />
      {open ? (
        <div className="ui-with-drawer gap-6">
          {list}
          <Entry
            entry={open.event}
            ofRequest={open.ofRequest}
            closeAddress={activityAddress(filter)}
            beside={besideOf(open.event.id, found.events, (id) =>
              activityAddress(filter, { entry: String(id) }),
            )}
          />
        </div>
      ) : (
        list
      )}
    </>
  )
}

async function openEntry(entry: string | string[] | undefined) {
  if (typeof entry !== 'string' || !/^[1-9]\d{0,14}$/.test(entry)) return null
  const { api } = await openConsole()
  return api.getEvent({ params: { id: Number(entry) } })
}

async function Nothing({ problem }: { readonly problem?: FilterProblem | undefined }) {
  const t = await pageTexts()
  return (
    <EmptyState
      icon={problem ? SearchX : Activity}
      title={t('activity.none')}
      text={t(`activity.none_text.${problem ?? 'empty'}`)}
    >
      <Link href="/admin/activity?range=all" prefetch={false} className="btn btn-sm">
        {t('activity.show_all')}
      </Link>
    </EmptyState>
  )
}

async function Foot({
  filter,
  next,
}: {
  readonly filter: Filter
  readonly next?: string | undefined
}) {
  const t = await pageTexts()
  if (filter.after === '' && next === undefined) return null
  return (
    <nav aria-label={t('console.pages')} className="flex justify-end gap-2 p-3">
      {filter.after !== '' && (
        <Link
          href={activityAddress({ ...filter, after: '' })}
          prefetch={false}
          className="btn btn-sm"
        >
          {t('activity.newest')}
        </Link>
      )}
      {next !== undefined && (
        <Link
          href={activityAddress({ ...filter, after: next, live: '' })}
          prefetch={false}
          className="btn btn-sm"
        >
          {t('activity.older')}
        </Link>
      )}
    </nav>
  )
}
