import { Confirm } from '#app/_ui/form/confirm.tsx'
import { Facts } from '#app/_ui/layout/facts.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { Badge } from '#app/_ui/text/badge.tsx'
import { CopyButton } from '#app/_ui/text/copy-button.tsx'
import { EmailAddress } from '#app/_ui/text/email-address.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { Timestamp } from '#app/_ui/text/timestamp.tsx'
import { fullName } from '#lib/domain/full-name.ts'
import { openUser, type UserPageData, type UserPageProps } from '../../_parts/user-page-data.ts'
import { UserShell } from '../../_parts/user-shell.tsx'

/** A user's identity, and whether the user may sign in. */
export default async function UserDetailsPage(props: UserPageProps) {
  const t = await pageTexts()
  const data = await openUser(props)
  const { user } = data
  return (
    <UserShell data={data} section="details">
      <Panel title={t('users.details.title')} id="details">
        <Facts
          facts={[
            [t('users.subject'), <Subject key="subject" subject={user.subject} />],
            [
              t('users.details.full_name'),
              fullName(user) && <bdi key="name">{fullName(user)}</bdi>,
            ],
            [t('users.email'), <EmailAddress key="email" email={user.email} />],
            [t('users.username'), user.username],
            [t('users.details.two_factor'), <TwoFactor key="otp" on={user.otpEnabled} />],
            [t('users.details.created'), <Timestamp key="created" value={user.createdAt} />],
            [t('users.details.updated'), <Timestamp key="updated" value={user.updatedAt} />],
          ]}
        />
      </Panel>
      <Access data={data} />
    </UserShell>
  )
}

async function Subject({ subject }: { readonly subject: string }) {
  const t = await pageTexts()
  return (
    <span className="inline-flex items-center gap-1">
      <span id="subject" dir="ltr" className="font-mono text-[0.8125rem] [overflow-wrap:anywhere]">
        {subject}
      </span>
      <CopyButton value={subject} label={t('users.details.copy_subject')} />
    </span>
  )
}

async function TwoFactor({ on }: { readonly on: boolean }) {
  const t = await pageTexts()
  return <Badge tone={on ? 'success' : 'neutral'}>{t(on ? 'users.on' : 'users.off')}</Badge>
}

/** Enables or disables the user; the confirmation names the consequences. */
async function Access({ data }: { readonly data: UserPageData }) {
  const t = await pageTexts()
  const { user, mayEdit, isOwn } = data
  const { id, enabled, email } = user
  return (
    <Panel
      title={t('users.access.title')}
      id="access"
      intro={t(enabled ? 'users.access.enabled' : 'users.access.disabled')}
    >
      {mayEdit && enabled && (
        <Confirm
          id="disable"
          action={`/admin/users/${id}/details/submit/disable`}
          trigger={t('users.access.disable')}
          title={t('users.access.disable_title', { email })}
          body={
            <>
              <p>{t('users.access.disable_body')}</p>
              {isOwn && <p className="mt-2 font-medium">{t('users.access.disable_own')}</p>}
            </>
          }
          confirm={t('users.access.disable')}
        />
      )}
      {mayEdit && !enabled && (
        <Confirm
          id="enable"
          action={`/admin/users/${id}/details/submit/enable`}
          trigger={t('users.access.enable')}
          title={t('users.access.enable_title', { email })}
          body={t('users.access.enable_body')}
          confirm={t('users.access.enable')}
          tone="primary"
        />
      )}
    </Panel>
  )
}
