import { Notice } from '#app/_ui/feedback/notice.tsx'
import { PasswordRule } from '#app/_ui/form/password-rule.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { ownAccount } from '#app/_ui/shell/api.ts'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { pageSettings } from '#lib/http/page.ts'
import { confirming } from '../_confirm/confirming.ts'
import { lacksPassword, NoPassword } from '../_parts/no-password.tsx'
import { AccountHeader } from '../account-header.tsx'
import { PasswordForm } from './form.tsx'

/** Changes the visitor's password, with a notice about the sessions that this ends. */
export default async function ChangePasswordPage() {
  const t = await pageTexts()
  const { email } = await ownAccount()
  const { passwordRule } = await pageSettings()
  const confirms = await confirming()
  return (
    <>
      <AccountHeader page="change_password" intro={t('account.password.intro')} />
      <Panel>
        {(await lacksPassword()) ? (
          <NoPassword />
        ) : (
          <>
            <Notice kind="info" className="mb-6 max-w-2xl">
              {t('account.password.ends_others')}
            </Notice>
            <ClientTexts areas={['account']}>
              <PasswordForm
                action="/account/change-password/submit"
                email={email}
                confirming={confirms}
                rule={<PasswordRule rule={passwordRule} />}
                messages={{
                  current: t('account.refusals.password_required'),
                  password: t('handler.password.required'),
                  confirmation: t('handler.password.confirmation_required'),
                  mismatch: t('handler.password.confirmation_mismatch'),
                  code: t('handler.otp.code_required'),
                }}
              />
            </ClientTexts>
          </>
        )}
      </Panel>
    </>
  )
}
