import { shownEmail } from '#lib/domain/email-form.ts'
import { pageSettings } from '#lib/http/page.ts'
import { EmailAddress } from '../../../../_components/email-address.tsx'
import { Notice } from '../../../../_components/notice.tsx'
import { pageTexts } from '../../../../_components/texts.ts'
import { Card } from '../../../../_console/card.tsx'
import { ClientTexts } from '../../../../_console/client-texts.tsx'
import { Facts } from '../../../../_console/facts.tsx'
import { openUser, type UserPageProps } from '../../_parts/user-page-data.ts'
import { UserShell } from '../../_parts/user-shell.tsx'
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
        <Card title={t('users.email')} intro={t('users.email_intro')} id="email-address">
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
        </Card>
        {data.mayEdit && !emailVerified && (
          <Card title={t('users.code.title')} intro={t('users.code.intro')} id="verification-code">
            {!smtpEnabled && (
              <Notice kind="info" className="mb-5">
                {t('users.code.no_mail')}
              </Notice>
            )}
            <CodeForm action={`/admin/users/${id}/email/submit/code`} />
          </Card>
        )}
      </ClientTexts>
    </UserShell>
  )
}
