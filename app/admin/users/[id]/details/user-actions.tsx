import { AppWindow, Ban, LogOut, ShieldCheck, Undo2 } from 'lucide-react'
import { Confirm } from '#app/_ui/form/confirm.tsx'
import { Consequences } from '#app/_ui/layout/consequences.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { UserPageData } from '#app/admin/users/_parts/user-page-data.ts'
import { pageSettings } from '#lib/http/page.ts'

interface UserActionsProps {
  readonly data: UserPageData
  /** The user's sessions, as the page saw them. */
  readonly sessions: { readonly total: number; readonly seenAt: string }
}

/** What administrators do most often with a user. The questions list the consequences. */
export async function UserActions({ data, sessions }: UserActionsProps) {
  const t = await pageTexts()
  const { smtpEnabled } = await pageSettings()
  const { user, mayEdit } = data
  if (!mayEdit) return null
  const submit = `/admin/users/${user.id}/details/submit`
  return (
    <>
      {smtpEnabled && user.enabled && (
        <Confirm
          id="send-link"
          action={`${submit}/password-link`}
          trigger={t('access.user.send_link')}
          title={t('access.user.send_link_title', { email: user.email })}
          body={t('access.user.send_link_body')}
          confirm={t('access.user.send_link')}
          tone="primary"
        />
      )}
      {sessions.total > 0 && (
        <Confirm
          id="end-sessions"
          action={`${submit}/end-sessions`}
          fields={{ seenTotal: sessions.total, seenAt: sessions.seenAt }}
          trigger={t('access.user.end_sessions')}
          title={t('access.sessions.end_all_title', { count: sessions.total })}
          body={
            <Consequences
              lines={[
                [LogOut, t('access.sessions.end_all_signed_out')],
                [AppWindow, t('access.sessions.end_all_apps')],
                [ShieldCheck, t('access.sessions.end_all_kept')],
              ]}
            />
          }
          confirm={t('access.user.end_sessions')}
        />
      )}
      <Enabling data={data} submit={submit} sessions={sessions.total} />
    </>
  )
}

interface EnablingProps {
  readonly data: UserPageData
  readonly submit: string
  readonly sessions: number
}

async function Enabling({ data: { user, isOwn }, submit, sessions }: EnablingProps) {
  const t = await pageTexts()
  const { email } = user
  if (!user.enabled) {
    return (
      <Confirm
        id="enable"
        action={`${submit}/enable`}
        trigger={t('users.access.enable')}
        title={t('users.access.enable_title', { email })}
        body={t('users.access.enable_body')}
        confirm={t('users.access.enable')}
        tone="primary"
      />
    )
  }
  return (
    <Confirm
      id="disable"
      action={`${submit}/disable`}
      trigger={t('users.access.disable')}
      title={t('users.access.disable_title', { email })}
      body={
        <>
          <Consequences
            lines={[
              [
                LogOut,
                `${t('access.user.signed_in')}: ${t('access.user.devices', { count: sessions })}`,
              ],
              [Ban, t('users.access.disable_body')],
              [Undo2, t('users.access.enable_body')],
            ]}
          />
          {isOwn && <p className="mt-2 font-medium">{t('users.access.disable_own')}</p>}
        </>
      }
      confirm={t('users.access.disable')}
    />
  )
}
