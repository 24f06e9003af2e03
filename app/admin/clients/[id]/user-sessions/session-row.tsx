import { pageTexts } from '../../../../_components/texts.ts'
import type { Api } from '../../../../_console/api.ts'
import { Badge } from '../../../../_console/card.tsx'
import type { ClientNames } from '../../../../_console/client-names.ts'
import { Confirm } from '../../../../_console/confirm.tsx'
import { SessionTimes } from '../../../../_console/session-times.tsx'
import { endSession } from './actions.ts'

type Answer = Awaited<ReturnType<Api['getClientSessions']>>
type Session = Answer['sessions'][number]

interface SessionRowProps {
  readonly session: Session
  readonly names: ClientNames
  readonly owner: Answer['users'][number] | undefined
  readonly mayEnd: boolean
}

const cell = 'max-md:block max-md:px-5 max-md:py-1 max-md:first:pt-4 max-md:last:pb-4'

/** A session in which somebody is signed in to the client. */
export async function SessionRow({ session, names, owner, mayEnd }: SessionRowProps) {
  const t = await pageTexts()
  const { deviceName, deviceOS, ipAddress, clientIdentifiers } = session
  const { email = '', givenName = '', familyName = '' } = owner ?? {}
  const clients = clientIdentifiers.map((identifier) => {
    const client = names.get(identifier)
    return client ? `${client} (${identifier})` : identifier
  })
  const name = `${givenName} ${familyName}`.trim()
  return (
    <tr className="align-top max-md:block">
      <th scope="row" className={`${cell} font-normal`}>
        <bdi className="font-medium [overflow-wrap:anywhere]">{email}</bdi>
        {name && <bdi className="block text-muted [overflow-wrap:anywhere]">{name}</bdi>}
        {session.isCurrent && <Badge tone="success">{t('clients.user_sessions.current')}</Badge>}
      </th>
      <td className={cell}>
        <span className="[overflow-wrap:anywhere]">
          {deviceName || t('clients.user_sessions.unknown_device')}
        </span>
        {deviceOS && <span className="block text-muted">{deviceOS}</span>}
        <span dir="ltr" className="block font-mono text-muted text-xs rtl:text-end">
          {ipAddress.split(',').join(', ')}
        </span>
        <span className="mt-1 block text-muted text-xs [overflow-wrap:anywhere]">
          {t('clients.user_sessions.clients', { names: clients.join(', ') })}
        </span>
      </td>
      <td className={cell}>
        <SessionTimes
          session={session}
          texts={{
            lastSeen: t('clients.user_sessions.last_seen'),
            started: t('clients.user_sessions.started'),
          }}
        />
      </td>
      {mayEnd && (
        <td className={`${cell} md:text-end`}>
          <EndSession session={session} email={email} />
        </td>
      )}
    </tr>
  )
}

async function EndSession({ session, email }: { readonly session: Session; email: string }) {
  const t = await pageTexts()
  const { id, isCurrent } = session
  return (
    <Confirm
      id={`end-${id}`}
      action={endSession.bind(null, id)}
      triggerClass="btn btn-sm whitespace-nowrap"
      trigger={t('clients.user_sessions.end')}
      triggerLabel={`${t('clients.user_sessions.end')}: ${email}`}
      title={t('clients.user_sessions.end_named', { email })}
      body={
        <>
          <p>{t('clients.user_sessions.end_body')}</p>
          {isCurrent && (
            <p className="mt-2 font-medium">{t('clients.user_sessions.end_current')}</p>
          )}
        </>
      }
      confirm={t('clients.user_sessions.end')}
    />
  )
}
