import { redirect } from 'next/navigation'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { openConsole, ownAccount } from '#app/_ui/shell/api.ts'
import { PageHeader } from '#app/_ui/shell/page-header.tsx'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { ApiError } from '#lib/api/client.ts'
import { confirming } from '../../_confirm/confirming.ts'
import { lacksPassword, NoPassword } from '../../_parts/no-password.tsx'
import { accountAddress } from '../../account-pages.ts'
import { EnrollmentSteps } from '../enrollment-steps.tsx'
import { ReplacementForm } from './form.tsx'

/** Moves two-factor authentication to another authenticator app. The present one counts until then. */
export default async function ReplaceOtpPage() {
  const t = await pageTexts()
  const { otpEnabled } = await ownAccount()
  if (!otpEnabled) redirect(accountAddress('otp'))
  const isShown = !(await lacksPassword())
  return (
    <>
      <PageHeader
        title={t('account.otp.move')}
        intro={t('account.otp.move_intro')}
        back={{ href: accountAddress('otp'), label: t('console.account_nav.otp') }}
      />
      <Panel id="otp-replace">{isShown ? <Replacement /> : <NoPassword />}</Panel>
    </>
  )
}

async function Replacement() {
  const t = await pageTexts()
  const { email } = await ownAccount()
  return (
    <ClientTexts areas={['account']}>
      <EnrollmentSteps pending={await replacement()} scan={t('account.otp.move_scan')}>
        <ReplacementForm
          email={email}
          asksCode={(await confirming()).owes === 'code'}
          messages={{
            newCode: t('validator.new_otp.required'),
            password: t('account.refusals.password_required'),
            code: t('handler.otp.code_required'),
          }}
        />
      </EnrollmentSteps>
    </ClientTexts>
  )
}

/** The pending secret. It stays the same for 15 minutes, even after failed attempts. */
async function replacement() {
  const { api } = await openConsole()
  try {
    return await api.startOtpReplacement()
  } catch (error) {
    // Disabled in another window between the two calls.
    if (error instanceof ApiError && error.code === 'OTP_NOT_ENABLED') {
      redirect(accountAddress('otp'))
    }
    throw error
  }
}
