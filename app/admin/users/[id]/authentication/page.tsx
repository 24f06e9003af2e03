import { PasswordRule } from '#app/_ui/form/password-rule.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { Badge } from '#app/_ui/text/badge.tsx'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { OtherWays, type SignInMethods } from '#app/admin/users/_parts/other-ways.tsx'
import { TwoStepOff } from '#app/admin/users/_parts/two-step-off.tsx'
import {
  openUser,
  type UserPageData,
  type UserPageProps,
} from '#app/admin/users/_parts/user-page-data.ts'
import { UserShell } from '#app/admin/users/_parts/user-shell.tsx'
import { pageSettings } from '#lib/http/page.ts'
import { PasswordForm } from './form.tsx'

/** A user's password, two-factor authentication and other ways in. */
export default async function UserAuthenticationPage(props: UserPageProps) {
  const t = await pageTexts()
  const data = await openUser(props)
  const { passwordRule } = await pageSettings()
  const methods = await data.api.getUserSignInMethods({ params: { id: data.user.id } })
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
      <TwoFactor data={data} methods={methods} />
      <OtherWays data={data} methods={methods} />
    </UserShell>
  )
}

interface TwoFactorProps {
  readonly data: UserPageData
  readonly methods: SignInMethods
}

/** Offers only to disable it: enabling needs the user's own authenticator. */
async function TwoFactor({ data: { user, mayEdit }, methods }: TwoFactorProps) {
  const t = await pageTexts()
  const { id, email } = user
  const { otpEnabled, askAfterPassword } = methods
  const isOn = otpEnabled || askAfterPassword
  const asked = otpEnabled ? t('users.otp.is_on') : t('users.otp.is_passkey')
  return (
    <Panel
      title={t('users.otp.title')}
      id="two-factor"
      intro={isOn ? asked : t('users.otp.is_off')}
      actions={
        <Badge tone={isOn ? 'success' : 'neutral'}>{t(isOn ? 'users.on' : 'users.off')}</Badge>
      }
    >
      {mayEdit && isOn && <TwoStepOff user={{ id, email }} />}
    </Panel>
  )
}
