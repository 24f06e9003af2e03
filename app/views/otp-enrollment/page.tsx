import type { ReactNode } from 'react'
import { AuthenticatorApps, OpenInApp } from '#app/_ui/feedback/authenticator-apps.tsx'
import { OtpForm } from '#app/_ui/form/otp-form.tsx'
import { RestartForm } from '#app/_ui/form/restart-form.tsx'
import { WithScripts } from '#app/_ui/form/with-scripts.tsx'
import { AccountLine } from '#app/_ui/shell/account-line.tsx'
import { CardPage } from '#app/_ui/shell/card-page.tsx'
import { ClientHeading } from '#app/_ui/shell/client-heading.tsx'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { CopyButton } from '#app/_ui/text/copy-button.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { otpauthUri } from '#lib/domain/otp.ts'
import { pageSettings, viewData } from '#lib/http/page.ts'
import { textOf } from '#lib/i18n/texts.ts'

/** Sets up two-factor authentication in three steps (`/auth/otp` of a user without it). */
export default async function OtpEnrollmentPage() {
  const { ceremonyId, client, email, secret, qrCode, error } = await viewData('otp-enrollment')
  const { appName } = await pageSettings()
  const t = await pageTexts()
  return (
    <CardPage
      id="page-otp-enrollment"
      title={t('pages.otp-enrollment.title')}
      isRefused={error !== undefined}
    >
      <ClientHeading title={t('pages.otp-enrollment.title')} client={client} />
      <AccountLine email={email} text={t('pages.otp.signing_in_as', { email })} />
      <p className="mb-7 text-pretty text-sm">{t('pages.otp-enrollment.instruction')}</p>
      <ol className="flex flex-col gap-8">
        <Step number={1} title={t('pages.otp-enrollment.step_app')}>
          <p className="text-muted text-sm">{t('pages.otp-enrollment.step_app_text')}</p>
          <AuthenticatorApps />
        </Step>
        <Step number={2} title={t('pages.otp-enrollment.step_scan')}>
          <img
            src={qrCode}
            alt={t('pages.otp-enrollment.qr_code_alt')}
            className="mb-4 size-48 rounded-field border border-line bg-white p-2 [image-rendering:pixelated]"
          />
          <div className="mb-5">
            <OpenInApp uri={otpauthUri(appName, email, secret)} />
          </div>
          <p className="text-muted text-sm">{t('pages.otp-enrollment.manual_entry')}</p>
          <div className="mt-2 flex items-center gap-1.5 rounded-field border border-line bg-base-200 py-1.5 ps-3 pe-1.5">
            <pre
              dir="ltr"
              className="min-w-0 grow whitespace-pre-wrap wrap-break-word py-1 font-mono text-sm tracking-wide"
            >
              {inGroups(secret)}
            </pre>
            <WithScripts>
              <ClientTexts>
                <CopyButton value={secret} label={t('account.otp.copy_secret')} />
              </ClientTexts>
            </WithScripts>
          </div>
        </Step>
        <Step number={3} title={t('pages.otp-enrollment.step_code')}>
          <OtpForm
            ceremonyId={ceremonyId}
            error={error && textOf(t, error.key, error.parameters)}
            texts={{
              code: t('pages.otp.code'),
              codeRequired: t('handler.otp.code_required'),
              submit: t('pages.otp-enrollment.submit'),
              busy: t('pages.otp.busy'),
            }}
            startsHere={false}
          />
        </Step>
      </ol>
      <RestartForm
        id="otp-restart"
        action="/auth/otp"
        ceremonyId={ceremonyId}
        label={t('pages.otp.other_account')}
        className="mt-7 border-line border-t pt-3"
      />
    </CardPage>
  )
}

interface StepProps {
  readonly number: number
  readonly title: string
  readonly children: ReactNode
}

function Step({ number, title, children }: StepProps) {
  return (
    <li className="flex gap-4">
      <span
        className="grid size-7 shrink-0 place-items-center rounded-full bg-base-content/10 font-semibold text-sm"
        aria-hidden="true"
      >
        {number}
      </span>
      <div className="min-w-0 grow">
        <h2 className="mb-2 pt-0.5 font-semibold">{title}</h2>
        {children}
      </div>
    </li>
  )
}

/** Groups of four are easier to copy by eye; apps ignore the spaces. */
function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret
}
