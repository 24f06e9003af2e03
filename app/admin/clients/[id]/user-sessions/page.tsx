import { MonitorSmartphone } from 'lucide-react'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { EmptyState } from '#app/_ui/list/empty-state.tsx'
import { leadToLastPage, readListState, type SearchParams } from '#app/_ui/list/list-state.ts'
import { Pagination } from '#app/_ui/list/pagination.tsx'
import { type Api, openConsole } from '#app/_ui/shell/api.ts'
import { mayRead, mayWrite } from '#app/_ui/shell/rights.ts'
import { type ClientNames, clientNames } from '#app/_ui/text/client-names.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import {
  type ClientPageProps,
  clientId,
  openClient,
} from '#app/admin/clients/_parts/client-page-data.ts'
import { ClientShell } from '#app/admin/clients/_parts/client-shell.tsx'
import { sectionAddress } from '#app/admin/clients/_parts/section-address.ts'
import { SessionRow } from './session-row.tsx'

const size = 20

interface SessionsPageProps extends ClientPageProps {
  readonly searchParams: SearchParams
}

/** The sessions with users signed in to a client. */
export default async function ClientSessionsPage(props: SessionsPageProps) {
  const t = await pageTexts()
  const id = await clientId(props.params)
  const { page } = await readListState(props.searchParams)
  const { api, visitor } = await openConsole()
  const [data, answer] = await Promise.all([
    openClient(props),
    api.getClientSessions({ params: { id }, query: { page, size } }),
  ])
  const { sessions, users, total } = answer
  const names = await clientNames(sessions.flatMap((session) => session.clientIdentifiers))
  const path = sectionAddress(id, 'user-sessions')
  leadToLastPage({ shown: sessions.length, total, size, path, kept: {} })
  return (
    <ClientShell data={data} section="user-sessions">
      <Panel
        title={t('clients.sections.user_sessions')}
        id="user-sessions"
        intro={t('clients.user_sessions.intro')}
        flush
      >
        {sessions.length > 0 ? (
          <SessionList
            sessions={sessions}
            users={users}
            names={names}
            mayOpen={mayRead(visitor, 'users')}
            submit={mayWrite(visitor, 'users') ? `${path}/submit` : null}
          />
        ) : (
          <EmptyState
            icon={MonitorSmartphone}
            title={t('clients.user_sessions.none')}
            text={t('clients.user_sessions.none_hint')}
          />
        )}
        <Pagination page={page} size={size} total={total} path={path} />
      </Panel>
    </ClientShell>
  )
}

type Answer = Awaited<ReturnType<Api['getClientSessions']>>

interface SessionListProps extends Pick<Answer, 'sessions' | 'users'> {
  readonly names: ClientNames
  readonly mayOpen: boolean
  /** Address of the forms; null for a read-only visitor. */
  readonly submit: string | null
}

function SessionList({ sessions, users, ...shown }: SessionListProps) {
  const owners = new Map(users.map((user) => [user.id, user]))
  return (
    <ul id="session-list" className="divide-y divide-line px-5">
      {sessions.map((session) => (
        <SessionRow
          key={session.id}
          session={session}
          owner={owners.get(session.userId)}
          {...shown}
        />
      ))}
    </ul>
  )
}
