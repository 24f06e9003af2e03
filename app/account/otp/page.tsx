import { Lock, ShieldCheck, Smartphone } from 'lucide-react'
import { redirect } from 'next/navigation'
import { AuthenticatorApps, OpenInApp } from '#app/_ui/feedback/authenticator-apps.tsx'
import { Confirm } from '#app/_ui/form/confirm.tsx'
import { WithScripts } from '#app/_ui/form/with-scripts.tsx'
import { Consequences } from '#app/_ui/layout/consequences.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { openConsole, ownAccount } from '#app/_ui/shell/api.ts'
import { Badge } from '#app/_ui/text/badge.tsx'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { CopyButton } from '#app/_ui/text/copy-button.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { ApiError } from '#lib/api/client.ts'
import { confirming } from '../_confirm/confirming.ts'
import { ConfirmingPassword } from '../_confirm/confirming-password.tsx'
import { lacksPassword, NoPassword } from '../_parts/no-password.tsx'
import { AccountHeader } from '../account-header.tsx'
import { EnrollmentForm } from './form.tsx'

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
      <AccountHeader page="otp" intro={t('account.otp.intro')} />
      <ClientTexts areas={['account']}>
        {otpEnabled ? <On email={email} /> : <Off email={email} />}
      </ClientTexts>
    </>
  )
}

interface StateProps {
  readonly email: string
}

async function On({ email }: StateProps) {
  const t = await pageTexts()
  const { owes } = await confirming()
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
        <Confirm
          id="switch-off"
          action="/account/otp/submit/off"
          trigger={t('account.otp.switch_off')}
          triggerClass="btn"
          title={t('account.otp.switch_off_title')}
          body={
            <Consequences
              lines={[
                [Lock, t('account.otp.switch_off_alone')],
                [Smartphone, t('account.otp.switch_off_entry')],
              ]}
            />
          }
          confirm={t('account.otp.switch_off')}
        >
          <ConfirmingPassword email={email} asksCode={owes === 'code'} />
        </Confirm>
      </div>
    </Panel>
  )
}

async function Off({ email }: StateProps) {
  const t = await pageTexts()
  const { base64Image, secretKey, otpauthUrl } = await enrollment()
  const confirms = await confirming()
  return (
    <Panel id="otp-off" title={t('account.otp.off_title')} intro={t('account.otp.off_text')}>
      <ol className="flex flex-col gap-8">
        <Step number={1} title={t('pages.otp-enrollment.step_app')}>
          <AuthenticatorApps />
        </Step>
        <Step number={2} title={t('pages.otp-enrollment.step_scan')}>
          <div className="flex flex-col gap-5 sm:flex-row sm:items-center">
            <img
              src={`data:image/png;base64,${base64Image}`}
              alt={t('pages.otp-enrollment.qr_code_alt')}
              className="size-44 shrink-0 rounded-field border border-line bg-white p-2 [image-rendering:pixelated]"
            />
            <div className="min-w-0">
              <div className="mb-5 hidden pointer-coarse:block">
                <OpenInApp uri={otpauthUrl} />
              </div>
              <p className="text-muted text-sm">{t('pages.otp-enrollment.manual_entry')}</p>
              <p className="mt-2 flex items-center gap-1.5 rounded-field border border-line bg-base-200 py-1.5 ps-3 pe-1.5">
                <code id="otp-secret" dir="ltr" className="min-w-0 grow font-mono text-sm">
                  {inGroups(secretKey)}
                </code>
                <WithScripts>
                  <CopyButton value={secretKey} label={t('account.otp.copy_secret')} />
                </WithScripts>
              </p>
              <p className="mt-2 text-pretty text-muted text-xs">{t('account.otp.secret_hint')}</p>
            </div>
          </div>
        </Step>
        <Step number={3} title={t('account.otp.confirm_title')}>
          <EnrollmentForm
            action="/account/otp/submit/on"
            email={email}
            confirming={confirms}
            messages={{
              password: t('account.refusals.password_required'),
              code: t('handler.otp.code_required'),
            }}
          />
        </Step>
      </ol>
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

interface StepProps {
  readonly number: number
  readonly title: string
  readonly children: React.ReactNode
}

function Step({ number, title, children }: StepProps) {
  return (
    <li>
      <h3 className="mb-4 flex gap-3 font-medium">
        <span
          className="grid size-7 shrink-0 place-items-center rounded-full bg-base-content/10 font-semibold text-sm"
          aria-hidden="true"
        >
          {number}
        </span>
        <span className="pt-0.5">{title}</span>
      </h3>
      <div className="min-w-0 sm:ps-10">{children}</div>
    </li>
  )
}

/** Groups of four are easier to copy by eye; apps ignore the spaces. */
function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret
}
