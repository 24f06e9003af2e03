import Link from 'next/link'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { openConsole, ownAccount } from '#app/_ui/shell/api.ts'
import { PageHeader } from '#app/_ui/shell/page-header.tsx'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { confirming } from '#app/account/_confirm/confirming.ts'
import { lacksPassword, NoPassword } from '#app/account/_parts/no-password.tsx'
import { accountAddress } from '#app/account/account-pages.ts'
import { ApiError } from '#lib/api/client.ts'
import { EnrollmentSteps } from '../enrollment-steps.tsx'
import { ReplacementForm } from './form.tsx'

/** Moves two-factor authentication to another authenticator app. The present one counts until then. */
export default async function ReplaceOtpPage() {
  const t = await pageTexts()
  return (
    <>
      <PageHeader
        title={t('account.otp.move')}
        intro={t('account.otp.move_intro')}
        back={{ href: accountAddress('otp'), label: t('console.account_nav.otp') }}
      />
      <Replacement />
    </>
  )
}

async function Replacement() {
  const t = await pageTexts()
  if (await lacksPassword()) {
    return (
      <Panel>
        <NoPassword />
      </Panel>
    )
  }
  const pending = await replacement()
  if (!pending) return <IsOff />
  const { email } = await ownAccount()
  return (
    <Panel id="otp-replace" title={t('account.otp.move_title')}>
      <ClientTexts areas={['account']}>
        <EnrollmentSteps pending={pending} scan={t('account.otp.move_scan')}>
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
    </Panel>
  )
}

/** There is no app to replace, perhaps since another window switched it off. */
async function IsOff() {
  const t = await pageTexts()
  return (
    <Panel id="otp-is-off">
      <div className="grid justify-items-start gap-3">
        <p>{t('account.refusals.otp_off')}</p>
        <Link href={accountAddress('otp')} prefetch={false} className="btn btn-sm">
          {t('account.otp.off_title')}
        </Link>
      </div>
    </Panel>
  )
}

/** The pending secret; null while two-factor authentication is off. It stays the same for 15 minutes. */
async function replacement() {
  const { api } = await openConsole()
  try {
    return await api.startOtpReplacement()
  } catch (error) {
    if (error instanceof ApiError && error.code === 'OTP_NOT_ENABLED') return null
    throw error
  }
}
