import { MonitorSmartphone } from 'lucide-react'
import { pageTexts } from '../../../../_components/texts.ts'
import { type Api, openConsole } from '../../../../_console/api.ts'
import { Card, EmptyState } from '../../../../_console/card.tsx'
import { type ClientNames, clientNames } from '../../../../_console/client-names.ts'
import { ClientTexts } from '../../../../_console/client-texts.tsx'
import { leadToLastPage, listPlace, type SearchParams } from '../../../../_console/list-place.ts'
import { Pagination } from '../../../../_console/pagination.tsx'
import { mayWrite } from '../../../../_console/rights.ts'
import { ClientFrame } from '../../_parts/client-frame.tsx'
import { type ClientPageProps, clientId, openClient } from '../../_parts/client-scene.ts'
import { sectionAddress } from '../../_parts/section-address.ts'
import { SessionRow } from './session-row.tsx'

const size = 50

interface SessionsPageProps extends ClientPageProps {
  readonly searchParams: SearchParams
}

/** Who is signed in to a client now (wire contract §7.3). */
export default async function ClientSessionsPage(props: SessionsPageProps) {
  const t = await pageTexts()
  const id = await clientId(props.params)
  const { page } = await listPlace(props.searchParams)
  const { api, visitor } = await openConsole()
  const [scene, answer] = await Promise.all([
    openClient(props),
    api.getClientSessions({ params: { id }, query: { page, size } }),
  ])
  const { sessions, users, total } = answer
  const names = await clientNames(sessions.flatMap((session) => session.clientIdentifiers))
  const path = sectionAddress(id, 'user-sessions')
  leadToLastPage({ shown: sessions.length, total, size, path, kept: {} })
  return (
    <ClientFrame scene={scene} section="user-sessions">
      <Card
        title={t('clients.sections.user_sessions')}
        id="user-sessions"
        intro={t('clients.user_sessions.intro')}
        flush
      >
        {sessions.length > 0 ? (
          <Table
            sessions={sessions}
            users={users}
            names={names}
            mayEnd={mayWrite(visitor, 'users')}
          />
        ) : (
          <EmptyState
            icon={MonitorSmartphone}
            title={t('clients.user_sessions.none')}
            text={t('clients.user_sessions.none_hint')}
          />
        )}
        <Pagination page={page} size={size} total={total} path={path} />
      </Card>
    </ClientFrame>
  )
}

type Answer = Awaited<ReturnType<Api['getClientSessions']>>

interface TableProps extends Pick<Answer, 'sessions' | 'users'> {
  readonly names: ClientNames
  readonly mayEnd: boolean
}

/** On a phone each row is a block of its own. */
async function Table({ sessions, users, names, mayEnd }: TableProps) {
  const t = await pageTexts()
  const owners = new Map(users.map((user) => [user.id, user]))
  return (
    <ClientTexts>
      <table id="session-table" className="table max-md:block">
        <thead className="max-md:sr-only">
          <tr>
            <th scope="col">{t('clients.user_sessions.person')}</th>
            <th scope="col">{t('clients.user_sessions.device')}</th>
            <th scope="col">{t('clients.user_sessions.times')}</th>
            {mayEnd && (
              <th scope="col">
                <span className="sr-only">{t('clients.user_sessions.end')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody className="max-md:block max-md:divide-y max-md:divide-line">
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              names={names}
              owner={owners.get(session.userId)}
              mayEnd={mayEnd}
            />
          ))}
        </tbody>
      </table>
    </ClientTexts>
  )
}
