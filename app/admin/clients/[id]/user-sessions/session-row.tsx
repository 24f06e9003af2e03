import Link from 'next/link'
import { Confirm } from '#app/_ui/form/confirm.tsx'
import { type Session, SessionItem } from '#app/_ui/list/session-item.tsx'
import type { Api } from '#app/_ui/shell/api.ts'
import type { ClientNames } from '#app/_ui/text/client-names.ts'
import { deviceLabel } from '#app/_ui/text/device-label.ts'
import { EmailAddress } from '#app/_ui/text/email-address.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { shownEmail } from '#lib/domain/email/email-form.ts'
import { fullName } from '#lib/domain/users/full-name.ts'

type Owner = Awaited<ReturnType<Api['getClientSessions']>>['users'][number]

interface SessionRowProps {
  readonly session: Session
  readonly names: ClientNames
  readonly owner: Owner | undefined
  /** The visitor may open the user's page. */
  readonly mayOpen: boolean
  /** Address of the forms; null for a read-only visitor. */
  readonly submit: string | null
}

/** A session in which a user is signed in to the client. */
export async function SessionRow(props: SessionRowProps) {
  const { session, names, owner, mayOpen, submit } = props
  const t = await pageTexts()
  const { email = '' } = owner ?? {}
  const name = owner ? fullName(owner) : ''
  const device = deviceLabel(session, t)
  return (
    <SessionItem
      session={session}
      heading={
        owner && mayOpen ? (
          <Link href={`/admin/users/${owner.id}/details`} prefetch={false} className="text-link">
            <EmailAddress email={email} />
          </Link>
        ) : (
          <EmailAddress email={email} />
        )
      }
      level="h3"
      remark={
        <>
          {name && (
            <span className="block">
              <bdi>{name}</bdi>
            </span>
          )}
          <span className="block">{device}</span>
        </>
      }
      current={t('clients.user_sessions.current')}
      names={names}
      action={
        submit && (
          <EndSession session={session} email={shownEmail(email)} device={device} submit={submit} />
        )
      }
    />
  )
}

interface EndSessionProps {
  readonly session: Session
  readonly email: string
  readonly device: string
  readonly submit: string
}

async function EndSession({ session, email, device, submit }: EndSessionProps) {
  const t = await pageTexts()
  const { id, isCurrent } = session
  return (
    <Confirm
      id={`end-${id}`}
      action={`${submit}/end/${id}`}
      trigger={t('clients.user_sessions.end')}
      triggerLabel={`${t('clients.user_sessions.end')}: ${email}`}
      title={t('clients.user_sessions.end_named', { email })}
      body={
        <>
          <p className="mb-2 font-medium text-ink">{device}</p>
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
