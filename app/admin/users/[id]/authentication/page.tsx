import { PasswordRule } from '#app/_ui/form/password-rule.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { Badge } from '#app/_ui/text/badge.tsx'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { pageSettings } from '#lib/http/page.ts'
import { TwoStepOff } from '../../_parts/two-step-off.tsx'
import { openUser, type UserPageData, type UserPageProps } from '../../_parts/user-page-data.ts'
import { UserShell } from '../../_parts/user-shell.tsx'
import { PasswordForm } from './form.tsx'

/** A user's password and two-factor authentication. */
export default async function UserAuthenticationPage(props: UserPageProps) {
  const t = await pageTexts()
  const data = await openUser(props)
  const { passwordRule } = await pageSettings()
  return (
    <UserShell data={data} section="authentication">
      {data.mayEdit && (
        <Panel title={t('users.password.title')} intro={t('users.password.intro')} id="password">
          <ClientTexts areas={['users']}>
            <PasswordForm
              action={`/admin/users/${data.user.id}/authentication/submit/password`}
              rule={<PasswordRule rule={passwordRule} />}
            />
          </ClientTexts>
        </Panel>
      )}
      <TwoFactor data={data} />
    </UserShell>
  )
}

/** Offers only to disable it: enabling needs the user's own authenticator. */
async function TwoFactor({ data: { user, mayEdit } }: { readonly data: UserPageData }) {
  const t = await pageTexts()
  const { id, email, otpEnabled } = user
  return (
    <Panel
      title={t('users.otp.title')}
      id="two-factor"
      intro={t(otpEnabled ? 'users.otp.is_on' : 'users.otp.is_off')}
      actions={
        <Badge tone={otpEnabled ? 'success' : 'neutral'}>
          {t(otpEnabled ? 'users.on' : 'users.off')}
        </Badge>
      }
    >
      {mayEdit && otpEnabled && <TwoStepOff user={{ id, email }} />}
    </Panel>
  )
}
