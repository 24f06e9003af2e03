import { Notice } from '#app/_ui/feedback/notice.tsx'
import { Facts } from '#app/_ui/layout/facts.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { EmailAddress } from '#app/_ui/text/email-address.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { openUser, type UserPageProps } from '#app/admin/users/_parts/user-page-data.ts'
import { UserShell } from '#app/admin/users/_parts/user-shell.tsx'
import { shownEmail } from '#lib/domain/email/email-form.ts'
import { pageSettings } from '#lib/http/page.ts'
import { CodeForm } from './code-form.tsx'
import { UserEmailForm } from './form.tsx'

/** A user's email, with a code to verify it without mail. */
export default async function UserEmailPage(props: UserPageProps) {
  const t = await pageTexts()
  const data = await openUser(props)
  const { smtpEnabled } = await pageSettings()
  const { id, email, emailVerified } = data.user
  return (
    <UserShell data={data} section="email">
      <ClientTexts areas={['users']}>
        <Panel title={t('users.email')} intro={t('users.email_intro')} id="email-address">
          {data.mayEdit ? (
            <UserEmailForm
              action={`/admin/users/${id}/email/submit`}
              values={{ email: shownEmail(email), emailVerified }}
            />
          ) : (
            <Facts
              facts={[
                [t('users.email'), <EmailAddress key="email" email={email} />],
                [t('users.email_verified'), t(emailVerified ? 'console.yes' : 'console.no')],
              ]}
            />
          )}
        </Panel>
        {data.mayEdit && !emailVerified && (
          <Panel title={t('users.code.title')} intro={t('users.code.intro')} id="verification-code">
            {!smtpEnabled && (
              <Notice kind="info" className="mb-5">
                {t('users.code.no_mail')}
              </Notice>
            )}
            <CodeForm action={`/admin/users/${id}/email/submit/code`} />
          </Panel>
        )}
      </ClientTexts>
    </UserShell>
  )
}
