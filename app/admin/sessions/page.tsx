import { LogOut, MonitorSmartphone } from 'lucide-react'
import Link from 'next/link'
import { BulkBar } from '#app/_ui/list/bulk-bar.tsx'
import { BulkForm } from '#app/_ui/list/bulk-form.tsx'
import { EmptyState } from '#app/_ui/list/empty-state.tsx'
import type { SearchParams } from '#app/_ui/list/list-state.ts'
import { TableFrame } from '#app/_ui/list/table.tsx'
import { Toolbar } from '#app/_ui/list/toolbar.tsx'
import { type Api, openConsole } from '#app/_ui/shell/api.ts'
import { PageHeader } from '#app/_ui/shell/page-header.tsx'
import { mayWrite } from '#app/_ui/shell/rights.ts'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { EndAll } from './_parts/end-all.tsx'
import { SessionFilters } from './_parts/filters.tsx'
import { queryOf, sessionFilterOf, sessionPlaceOf } from './_parts/session-filter.ts'
import { SessionTable, selectionForm } from './_parts/session-table.tsx'

const path = '/admin/sessions'
const limit = 50

type Query = Readonly<Record<string, string>>
type SessionList = Awaited<ReturnType<Api['listSessions']>>

/** The sessions of all users, the last used one first. */
export default async function SessionsPage({
  searchParams,
}: {
  readonly searchParams: SearchParams
}) {
  const t = await pageTexts()
  const values = await searchParams
  const filter = sessionFilterOf(values)
  const after = sessionPlaceOf(values)
  const { api, visitor } = await openConsole()
  const list = await api.listSessions({
    query: { ...filter, limit, ...(after && { after }) },
  })
  const mayEnd = mayWrite(visitor, 'users')
  const { sessions } = list
  const query = queryOf(filter)
  const isSelectable = mayEnd && sessions.length > 0
  const acts = [
    { value: 'sign-out', label: t('lists.end_sessions'), icon: <LogOut className="flip" /> },
  ]
  return (
    <>
      <PageHeader
        title={t('access.sessions.title')}
        intro={t('access.sessions.intro')}
        actions={mayEnd && list.total > 0 && <EndAll filter={filter} list={list} />}
      />
      <Toolbar>
        <SessionFilters filter={filter} />
      </Toolbar>
      <TableFrame>
        {isSelectable && (
          <ClientTexts areas={['list']}>
            <BulkBar
              form={selectionForm}
              table="sessions"
              acts={acts}
              total={0}
              now={visitor.now.toISOString()}
            />
          </ClientTexts>
        )}
        {sessions.length > 0 ? (
          <SessionTable sessions={sessions} mayEnd={mayEnd} />
        ) : (
          <NoSessions />
        )}
        {isSelectable && (
          <BulkForm form={selectionForm} path={`${path}/bulk`} kept={query} acts={acts} />
        )}
        <Foot query={query} after={after} list={list} />
      </TableFrame>
    </>
  )
}

async function NoSessions() {
  const t = await pageTexts()
  return (
    <EmptyState
      icon={MonitorSmartphone}
      title={t('access.sessions.none')}
      text={t('access.sessions.none_hint')}
    >
      <Link href={path} prefetch={false} className="btn btn-sm">
        {t('console.show_all')}
      </Link>
    </EmptyState>
  )
}

interface FootProps {
  readonly query: Query
  readonly after: string
  readonly list: SessionList
}

/** The number of sessions, and the ways to newer and older ones. */
async function Foot({ query, after, list: { total, next } }: FootProps) {
  const t = await pageTexts()
  return (
    <div className="ui-table-foot flex-wrap">
      <span>
        {total > 10_000
          ? t('access.sessions.total_many')
          : t('access.sessions.total', { count: total })}
      </span>
      <span className="grow" />
      {after && (
        <Link href={addressOf(query)} prefetch={false} className="btn btn-sm">
          {t('access.sessions.newest')}
        </Link>
      )}
      {next && (
        <Link href={addressOf({ ...query, after: next })} prefetch={false} className="btn btn-sm">
          {t('access.sessions.older')}
        </Link>
      )}
    </div>
  )
}

function addressOf(query: Query): string {
  const text = new URLSearchParams(query)
  return text.size > 0 ? `${path}?${text}` : path
}
