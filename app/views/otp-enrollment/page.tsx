import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { viewData } from '#lib/http/page.ts'
import { textOf } from '#lib/i18n/texts.ts'
import { AccountLine } from '../../_components/account-line.tsx'
import { CardPage } from '../../_components/card-page.tsx'
import { ClientHeading } from '../../_components/client-heading.tsx'
import { OtpForm } from '../../_components/otp-form.tsx'
import { RestartForm } from '../../_components/restart-form.tsx'
import { pageTexts } from '../../_components/texts.ts'

const apps = [
  {
    name: 'Microsoft Authenticator',
    url: 'https://www.microsoft.com/security/mobile-authenticator-app',
  },
  { name: 'Google Authenticator', url: 'https://support.google.com/accounts/answer/1066447' },
  { name: 'FreeOTP', url: 'https://freeotp.github.io/' },
]

/** Sets up two-factor authentication in three steps (`/auth/otp` of a user without it). */
export default async function OtpEnrollmentPage() {
  const { ceremonyId, client, email, secret, qrCode, error } = await viewData('otp-enrollment')
  const t = await pageTexts()
  return (
    <CardPage id="page-otp-enrollment" title={t('pages.otp-enrollment.title')}>
      <ClientHeading title={t('pages.otp-enrollment.title')} client={client} />
      <AccountLine email={email} text={t('pages.otp.signing_in_as', { email })} />
      <p className="mb-7 text-pretty text-sm">{t('pages.otp-enrollment.instruction')}</p>
      <ol className="flex flex-col gap-8">
        <Step number={1} title={t('pages.otp-enrollment.step_app')}>
          <p className="text-muted text-sm">{t('pages.otp-enrollment.step_app_text')}</p>
          <Apps />
        </Step>
        <Step number={2} title={t('pages.otp-enrollment.step_scan')}>
          <img
            src={qrCode}
            alt={t('pages.otp-enrollment.qr_code_alt')}
            className="mb-4 size-48 rounded-field border border-line bg-white p-2 [image-rendering:pixelated]"
          />
          <p className="text-muted text-sm">{t('pages.otp-enrollment.manual_entry')}</p>
          <pre
            dir="ltr"
            className="mt-2 whitespace-pre-wrap wrap-break-word rounded-field border border-line bg-base-200 px-3 py-2.5 font-mono text-sm tracking-wide"
          >
            {inGroups(secret)}
          </pre>
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
      <RestartForm ceremonyId={ceremonyId} label={t('pages.otp.other_account')} />
    </CardPage>
  )
}

async function Apps() {
  const t = await pageTexts()
  return (
    <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1.5 text-sm">
      {apps.map(({ name, url }) => (
        <li key={url}>
          <a href={url} target="_blank" rel="noopener noreferrer" className="text-link">
            {name}
            <ExternalLink className="ms-1 inline size-3.5 align-[-0.1em]" aria-hidden="true" />
            <span className="sr-only"> ({t('common.opens_in_new_tab')})</span>
          </a>
        </li>
      ))}
    </ul>
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
