import { MonitorSmartphone } from 'lucide-react'
import { pageTexts } from '../../../../_components/texts.ts'
import type { Api } from '../../../../_console/api.ts'
import { Badge, Card, EmptyState } from '../../../../_console/card.tsx'
import { ClientNameList } from '../../../../_console/client-name.tsx'
import { type ClientNames, clientNames } from '../../../../_console/client-names.ts'
import { Confirm } from '../../../../_console/confirm.tsx'
import { SessionTimes } from '../../../../_console/session-times.tsx'
import { UserFrame } from '../../_parts/user-frame.tsx'
import { openUser, type UserPageProps } from '../../_parts/user-scene.ts'
import { endUserSession } from './actions.ts'

/** Where a user is signed in now (wire contract §7.3). */
export default async function UserSessionsPage(props: UserPageProps) {
  const t = await pageTexts()
  const scene = await openUser(props)
  const { sessions } = await scene.api.listUserSessions({ params: { id: scene.user.id } })
  const names = await clientNames(sessions.flatMap((session) => session.clientIdentifiers))
  return (
    <UserFrame scene={scene} section="sessions">
      <Card title={t('users.sessions.title')} intro={t('users.sessions.intro')} id="sessions" flush>
        {sessions.length > 0 ? (
          <Table sessions={sessions} names={names} mayEdit={scene.mayEdit} />
        ) : (
          <EmptyState
            icon={MonitorSmartphone}
            title={t('users.sessions.none')}
            text={t('users.sessions.none_hint')}
          />
        )}
      </Card>
    </UserFrame>
  )
}

type Session = Awaited<ReturnType<Api['listUserSessions']>>['sessions'][number]

interface TableProps {
  readonly sessions: readonly Session[]
  readonly names: ClientNames
  readonly mayEdit: boolean
}

/** On a phone each row is a block of its own. */
async function Table({ sessions, names, mayEdit }: TableProps) {
  const t = await pageTexts()
  return (
    <table
      id="session-table"
      className="table max-md:block sm:[&_:is(td,th):first-child]:ps-6 sm:[&_:is(td,th):last-child]:pe-6"
    >
      <thead className="max-md:sr-only">
        <tr>
          <th scope="col">{t('users.sessions.device')}</th>
          <th scope="col">{t('users.sessions.clients')}</th>
          <th scope="col">{t('users.sessions.times')}</th>
          {mayEdit && (
            <th scope="col">
              <span className="sr-only">{t('users.sessions.end')}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {sessions.map((session) => (
          <Row key={session.id} session={session} names={names} mayEdit={mayEdit} />
        ))}
      </tbody>
    </table>
  )
}

interface RowProps {
  readonly session: Session
  readonly names: ClientNames
  readonly mayEdit: boolean
}

const cell =
  'max-md:block max-md:border-b-0 max-md:px-5 max-md:py-1 max-md:first:pt-4 max-md:last:pb-4'

async function Row({ session, names, mayEdit }: RowProps) {
  const t = await pageTexts()
  const { deviceName, deviceOS, ipAddress, clientIdentifiers } = session
  return (
    <tr className="align-top max-md:block max-md:border-line max-md:border-b max-md:last:border-b-0">
      <th scope="row" className={`${cell} font-normal`}>
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-medium [overflow-wrap:anywhere]">
            {deviceName || t('users.sessions.unknown_device')}
          </span>
          {session.isCurrent && <Badge tone="success">{t('users.sessions.current')}</Badge>}
        </span>
        {deviceOS && <span className="block text-muted">{deviceOS}</span>}
        <span dir="ltr" className="block font-mono text-muted text-xs rtl:text-end">
          {ipAddress.split(',').join(', ')}
        </span>
      </th>
      <td className={cell}>
        <span className="text-muted md:sr-only">{t('users.sessions.clients')}: </span>
        <ClientNameList identifiers={clientIdentifiers} names={names} />
      </td>
      <td className={cell}>
        <SessionTimes
          session={session}
          texts={{
            lastSeen: t('users.sessions.last_seen'),
            started: t('users.sessions.started'),
          }}
        />
      </td>
      {mayEdit && (
        <td className={`${cell} md:text-end`}>
          <EndSession session={session} />
        </td>
      )}
    </tr>
  )
}

async function EndSession({ session }: { readonly session: Session }) {
  const t = await pageTexts()
  const { id, isCurrent } = session
  const device = session.deviceName || t('users.sessions.unknown_device')
  return (
    <Confirm
      id={`end-${id}`}
      action={endUserSession.bind(null, id)}
      trigger={t('users.sessions.end')}
      triggerClass="btn btn-sm whitespace-nowrap"
      triggerLabel={t('users.sessions.end_named', { device })}
      title={t('users.sessions.end_title', { device })}
      body={
        <>
          <p>{t('users.sessions.end_body')}</p>
          {isCurrent && <p className="mt-2 font-medium">{t('users.sessions.end_current')}</p>}
        </>
      }
      confirm={t('users.sessions.end')}
    />
  )
}
