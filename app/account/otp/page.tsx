import { Lock, ShieldCheck, Smartphone } from 'lucide-react'
import Link from 'next/link'
import { redirect } from 'next/navigation'
import { Confirm } from '#app/_ui/form/confirm.tsx'
import { Consequences } from '#app/_ui/layout/consequences.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { openConsole, ownAccount } from '#app/_ui/shell/api.ts'
import { Badge } from '#app/_ui/text/badge.tsx'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { ApiError } from '#lib/api/client.ts'
import { confirming } from '../_confirm/confirming.ts'
import { ConfirmingPassword } from '../_confirm/confirming-password.tsx'
import { lacksPassword, NoPassword } from '../_parts/no-password.tsx'
import { AccountHeader } from '../account-header.tsx'
import { EnrollmentSteps } from './enrollment-steps.tsx'
import { FirstCodesPlace } from './first-codes.tsx'
import { EnrollmentForm } from './form.tsx'

const switchOn = '/account/otp/submit/on'

/** Enables and disables two-factor authentication. */
export default async function OtpPage() {
  const t = await pageTexts()
  const { otpEnabled, email } = await ownAccount()
  if (await lacksPassword()) {
    return (
      <>
        <AccountHeader page="otp" intro={t('account.otp.intro')} />
        <Panel>
          <NoPassword />
        </Panel>
      </>
    )
  }
  return (
    <>
      <AccountHeader page="otp" {...(!otpEnabled && { intro: t('account.otp.intro') })} />
      <ClientTexts areas={['account', 'methods']}>
        <FirstCodesPlace action={switchOn}>
          {otpEnabled ? <On email={email} /> : <Off email={email} />}
        </FirstCodesPlace>
      </ClientTexts>
    </>
  )
}

interface StateProps {
  readonly email: string
}

async function On({ email }: StateProps) {
  const t = await pageTexts()
  const { api } = await openConsole()
  const { owes } = await confirming()
  const { askAfterPassword } = await api.listOwnPasskeys()
  return (
    <Panel id="otp-on">
      <div className="flex flex-wrap items-start gap-x-5 gap-y-4">
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-success/15">
          <ShieldCheck className="size-6" strokeWidth={1.75} aria-hidden="true" />
        </span>
        <div className="min-w-0 grow basis-64">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 font-medium">
            {t('account.otp.on_title')}
            <Badge tone="success">{t('account.otp.on')}</Badge>
          </p>
          <p className="mt-1.5 max-w-xl text-pretty text-muted text-sm">
            {t('account.otp.on_text')}
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          <Link id="move" href="/account/otp/replace" prefetch={false} className="btn">
            {t('account.otp.move')}
          </Link>
          <Confirm
            id="switch-off"
            action="/account/otp/submit/off"
            trigger={t('account.otp.switch_off')}
            triggerClass="btn"
            title={t('account.otp.switch_off_title')}
            body={
              <Consequences
                lines={[
                  ...(askAfterPassword
                    ? []
                    : ([[Lock, t('account.otp.switch_off_alone')]] as const)),
                  [Smartphone, t('account.otp.switch_off_entry')],
                ]}
              />
            }
            confirm={t('account.otp.switch_off')}
          >
            <ConfirmingPassword email={email} asksCode={owes === 'code'} />
          </Confirm>
        </div>
      </div>
    </Panel>
  )
}

async function Off({ email }: StateProps) {
  const t = await pageTexts()
  const confirms = await confirming()
  return (
    <Panel id="otp-off" title={t('account.otp.off_title')} intro={t('account.otp.off_text')}>
      <EnrollmentSteps pending={await enrollment()} scan={t('pages.otp-enrollment.step_scan')}>
        <EnrollmentForm
          action={switchOn}
          email={email}
          confirming={confirms}
          messages={{
            password: t('account.refusals.password_required'),
            code: t('handler.otp.code_required'),
          }}
        />
      </EnrollmentSteps>
    </Panel>
  )
}

/**
 * The pending secret. It stays the same for 15 minutes, even after failed attempts, unless the visitor starts another
 * enrollment elsewhere.
 */
async function enrollment() {
  const { api } = await openConsole()
  try {
    return await api.startOtpEnrollment()
  } catch (error) {
    // Enabled in another window between the two calls.
    if (error instanceof ApiError && error.code === 'OTP_ALREADY_ENABLED') redirect('/account/otp')
    throw error
  }
}
