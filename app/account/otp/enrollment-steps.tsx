import type { ReactNode } from 'react'
import { AuthenticatorApps, OpenInApp } from '#app/_ui/feedback/authenticator-apps.tsx'
import { WithScripts } from '#app/_ui/form/with-scripts.tsx'
import { CopyButton } from '#app/_ui/text/copy-button.tsx'
import { inGroups } from '#app/_ui/text/in-groups.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'

interface EnrollmentStepsProps {
  readonly pending: {
    readonly base64Image: string
    readonly secretKey: string
    readonly otpauthUrl: string
  }
  /** Says what scans the code. */
  readonly scan: string
  /** The form with the first code. */
  readonly children: ReactNode
}

/** The way to an authenticator app's first code: get one, scan the pending secret, enter the code. */
export async function EnrollmentSteps({ pending, scan, children }: EnrollmentStepsProps) {
  const t = await pageTexts()
  return (
    <ol className="flex flex-col gap-8">
      <Step number={1} title={t('pages.otp-enrollment.step_app')}>
        <AuthenticatorApps />
      </Step>
      <Step number={2} title={scan}>
        <Secret {...pending} />
      </Step>
      <Step number={3} title={t('account.otp.confirm_title')}>
        {children}
      </Step>
    </ol>
  )
}

async function Secret({ base64Image, secretKey, otpauthUrl }: EnrollmentStepsProps['pending']) {
  const t = await pageTexts()
  return (
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
  )
}

interface StepProps {
  readonly number: number
  readonly title: string
  readonly children: ReactNode
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
