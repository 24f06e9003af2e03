import { MonitorSmartphone } from 'lucide-react'
import { Confirm } from '#app/_ui/form/confirm.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { EmptyState } from '#app/_ui/list/empty-state.tsx'
import { entriesOfPage, readListState } from '#app/_ui/list/list-state.ts'
import { Pagination } from '#app/_ui/list/pagination.tsx'
import { type Session, SessionItem } from '#app/_ui/list/session-item.tsx'
import { type ClientNames, clientNames } from '#app/_ui/text/client-names.ts'
import { deviceLabel } from '#app/_ui/text/device-label.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { EndConsequences } from '#app/admin/sessions/_parts/end-consequences.tsx'
import { listOfUser, pageOfList } from '#app/admin/users/_parts/user-list-state.ts'
import { openUser, type UserPageProps } from '#app/admin/users/_parts/user-page-data.ts'
import { UserShell } from '#app/admin/users/_parts/user-shell.tsx'

/** A user's active sessions. */
export default async function UserSessionsPage(props: UserPageProps) {
  const t = await pageTexts()
  const data = await openUser(props)
  const { sessions } = await data.api.listUserSessions({ params: { id: data.user.id } })
  const { page } = await readListState(props.searchParams, pageOfList)
  const list = listOfUser(data.user.id, 'sessions', data.listState)
  const shown = entriesOfPage(sessions, page, list)
  const names = await clientNames(shown.flatMap((session) => session.clientIdentifiers))
  return (
    <UserShell data={data} section="sessions">
      <Panel
        title={t('users.sessions.title')}
        intro={t('users.sessions.intro')}
        id="sessions"
        flush
      >
        {sessions.length > 0 ? (
          <ul id="session-list" className="divide-y divide-line px-5">
            {shown.map((session) => (
              <Item
                key={session.id}
                session={session}
                names={names}
                submit={data.mayEdit ? `/admin/users/${data.user.id}/sessions/submit` : null}
              />
            ))}
          </ul>
        ) : (
          <EmptyState
            icon={MonitorSmartphone}
            title={t('users.sessions.none')}
            text={t('users.sessions.none_hint')}
          />
        )}
        <Pagination {...list} page={page} total={sessions.length} query={list.kept} />
      </Panel>
    </UserShell>
  )
}

interface ItemProps {
  readonly session: Session
  readonly names: ClientNames
  /** Address of the forms; null for a read-only visitor. */
  readonly submit: string | null
}

async function Item({ session, names, submit }: ItemProps) {
  const t = await pageTexts()
  const device = deviceLabel(session, t)
  return (
    <SessionItem
      session={session}
      heading={device}
      level="h3"
      current={t('users.sessions.current')}
      names={names}
      action={submit && <EndSession session={session} device={device} submit={submit} />}
    />
  )
}

interface EndSessionProps {
  readonly session: Session
  readonly device: string
  readonly submit: string
}

async function EndSession({ session, device, submit }: EndSessionProps) {
  const t = await pageTexts()
  const { id, isCurrent } = session
  return (
    <Confirm
      id={`end-${id}`}
      action={`${submit}/end/${id}`}
      trigger={t('users.sessions.end')}
      triggerLabel={t('users.sessions.end_named', { device })}
      title={t('users.sessions.end_title', { device })}
      body={<EndConsequences isCurrent={isCurrent} />}
      confirm={t('users.sessions.end')}
    />
  )
}
