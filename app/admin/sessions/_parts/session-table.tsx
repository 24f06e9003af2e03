import Link from 'next/link'
import { Confirm } from '#app/_ui/form/confirm.tsx'
import { RecordCell } from '#app/_ui/list/record-cell.tsx'
import { SelectPage } from '#app/_ui/list/select-page.tsx'
import { Table } from '#app/_ui/list/table.tsx'
import type { Api } from '#app/_ui/shell/api.ts'
import { Avatar } from '#app/_ui/text/avatar.tsx'
import { Badge } from '#app/_ui/text/badge.tsx'
import { type ClientNames, clientNames } from '#app/_ui/text/client-names.ts'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { deviceLabel } from '#app/_ui/text/device-label.ts'
import { EmailAddress } from '#app/_ui/text/email-address.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { Timestamp } from '#app/_ui/text/timestamp.tsx'
import { shownEmail } from '#lib/domain/email/email-form.ts'
import { fullName } from '#lib/domain/users/full-name.ts'
import { EndConsequences } from './end-consequences.tsx'

type Session = Awaited<ReturnType<Api['listSessions']>>['sessions'][number]

interface SessionTableProps {
  readonly sessions: readonly Session[]
  /** The visitor may end sessions. */
  readonly mayEnd: boolean
}

/** The form of the check boxes. */
export const selectionForm = 'sessions-bulk'

/** Sessions of all users: who, on which device, in which applications, from where, since when. */
export async function SessionTable({ sessions, mayEnd }: SessionTableProps) {
  const t = await pageTexts()
  const names = await clientNames(sessions.flatMap((session) => session.clientIdentifiers))
  return (
    <Table id="sessions" isStackable isFit>
      <thead>
        <tr>
          {mayEnd && (
            <th scope="col" className="fit max-sm:hidden print:hidden">
              <ClientTexts areas={['list']}>
                <SelectPage table="sessions" />
              </ClientTexts>
            </th>
          )}
          <th scope="col">{t('access.sessions.user')}</th>
          <th scope="col">{t('access.sessions.device')}</th>
          <th scope="col" className="@max-[62rem]:hidden">
            {t('access.sessions.applications')}
          </th>
          <th scope="col" className="@max-[44rem]:hidden">
            {t('access.sessions.address')}
          </th>
          <th scope="col" className="@max-[70rem]:hidden">
            {t('access.sessions.started')}
          </th>
          <th scope="col" className="@max-[44rem]:hidden">
            {t('access.sessions.last_active')}
          </th>
          {mayEnd && (
            <th scope="col">
              <span className="sr-only">{t('console.manage')}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} names={names} mayEnd={mayEnd} />
        ))}
      </tbody>
    </Table>
  )
}

interface SessionRowProps {
  readonly session: Session
  readonly names: ClientNames
  readonly mayEnd: boolean
}

async function SessionRow({ session, names, mayEnd }: SessionRowProps) {
  const t = await pageTexts()
  const { id, user } = session
  const name = fullName(user)
  const shown = name || shownEmail(user.email)
  const device = deviceLabel(session, t)
  const addresses = session.ipAddress.split(',')
  const clients = session.clientIdentifiers.map((one) => names.get(one) || one).join(', ')
  return (
    <tr className="relative" data-current={session.isCurrent}>
      {mayEnd && (
        <td className="fit max-sm:hidden print:hidden">
          {!session.isCurrent && (
            <input
              type="checkbox"
              form={selectionForm}
              name="id"
              value={id}
              className="checkbox relative z-10 align-middle"
              aria-label={t('access.sessions.select_named', { name: shown, device })}
            />
          )}
        </td>
      )}
      <RecordCell
        href={`/admin/users/${user.id}/sessions`}
        picture={<Avatar person={user} />}
        inFull={`${shown} ${user.email}`}
        badge={session.isCurrent && <Badge tone="success">{t('users.sessions.current')}</Badge>}
      >
        {name ? <bdi>{name}</bdi> : <EmailAddress email={user.email} />}
      </RecordCell>
      <td className="keep @max-[44rem]:whitespace-normal">{device}</td>
      <td className="ui-soft @max-[62rem]:hidden">
        <span className="line-clamp-1" title={clients}>
          <bdi>{clients || '–'}</bdi>
        </span>
      </td>
      <td className="@max-[44rem]:hidden">
        <Link
          href={`/admin/sessions?${new URLSearchParams({ address: addresses.at(-1) ?? '' })}`}
          prefetch={false}
          className="mono relative"
          dir="ltr"
          title={addresses.join(', ')}
        >
          {addresses.at(-1) || '–'}
        </Link>
      </td>
      <td className="time @max-[70rem]:hidden">
        <Timestamp value={session.started} />
      </td>
      <td className="time @max-[44rem]:hidden">
        <Timestamp value={session.lastAccessed} />
      </td>
      {mayEnd && (
        <td className="fit keep end">
          <span className="relative">
            <Confirm
              id={`end-${id}`}
              action={`/admin/sessions/submit/end/${id}`}
              trigger={t('users.sessions.end')}
              triggerLabel={t('users.sessions.end_named', { device: `${device}, ${shown}` })}
              title={t('users.sessions.end_title', { device })}
              body={<EndConsequences />}
              confirm={t('users.sessions.end')}
            />
          </span>
        </td>
      )}
    </tr>
  )
}
