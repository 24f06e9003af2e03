import type { ReactNode } from 'react'
import { AccountChip } from '#app/_ui/card/account-chip.tsx'
import { CardPage } from '#app/_ui/card/card-page.tsx'
import { CardTitle } from '#app/_ui/card/card-title.tsx'
import { ClientName, clientName } from '#app/_ui/card/client-name.tsx'
import { OtpForm } from '#app/_ui/card/otp-form.tsx'
import { RestartForm } from '#app/_ui/card/restart-form.tsx'
import { StillHereLink } from '#app/_ui/card/still-here-link.tsx'
import { AuthenticatorApps, OpenInApp } from '#app/_ui/feedback/authenticator-apps.tsx'
import { InteractionFields } from '#app/_ui/form/interaction-fields.tsx'
import { WithScripts } from '#app/_ui/form/with-scripts.tsx'
import { CreatePasskeyButton } from '#app/_ui/passkey/create-passkey-button.tsx'
import { problemTexts } from '#app/_ui/passkey/problem-texts.ts'
import { wasPasskeyRefused } from '#app/_ui/passkey/was-refused.ts'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { CopyButton } from '#app/_ui/text/copy-button.tsx'
import { inGroups } from '#app/_ui/text/in-groups.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { View } from '#lib/answers/view.ts'
import { otpauthUri } from '#lib/domain/sign-in/otp.ts'
import { pageSettings, viewData } from '#lib/http/page.ts'
import { textOf } from '#lib/i18n/texts.ts'

type EnrollmentView = Extract<View, { page: 'otp-enrollment' }>

/** Sets up two-step sign-in (`/auth/otp` of a user without it). */
export default async function OtpEnrollmentPage() {
  const view = await viewData('otp-enrollment')
  const { ceremonyId, client, account, error } = view
  const t = await pageTexts()
  const name = await clientName(client)
  const title = t.markup('card.set_up.title', { name: () => name })
  return (
    <CardPage
      id="page-otp-enrollment"
      title={title}
      isRefused={error !== undefined}
      isWide
      websiteUrl={client.websiteUrl}
    >
      <CardTitle title={t.rich('card.set_up.title', { name: () => <ClientName of={client} /> })}>
        <p>{t('pages.otp-enrollment.instruction')}</p>
      </CardTitle>
      <div className="mb-6">
        <AccountChip account={account}>
          <RestartForm
            id="otp-restart"
            action="/auth/otp"
            ceremonyId={ceremonyId}
            label={t('card.not_you')}
          />
        </AccountChip>
      </div>
      <ol className="ui-steps">
        <Step number={1} title={t('pages.otp-enrollment.step_app')}>
          <p className="ui-hint">{t('pages.otp-enrollment.step_app_text')}</p>
          <AuthenticatorApps />
        </Step>
        <Step number={2} title={t('pages.otp-enrollment.step_scan')}>
          <ScanOrType email={account.email} secret={view.secret} qrCode={view.qrCode} />
        </Step>
        <Step number={3} title={t('pages.otp-enrollment.step_code')}>
          <CodeStep view={view} />
        </Step>
      </ol>
      {view.canUsePasskey && <PasskeyInstead view={view} />}
      <NotNow ceremonyId={ceremonyId} app={name} />
    </CardPage>
  )
}

interface StepOfViewProps {
  readonly view: EnrollmentView
}

async function CodeStep({ view }: StepOfViewProps) {
  const { ceremonyId, requestCopy, client, error } = view
  const t = await pageTexts()
  return (
    <div className="mt-1.5 max-w-72">
      <OtpForm
        ceremonyId={ceremonyId}
        requestCopy={requestCopy}
        error={error && textOf(t, error.key, error.parameters)}
        texts={{
          code: t('pages.otp.code'),
          codeRequired: t('handler.otp.code_required'),
          submit: t('pages.otp-enrollment.submit'),
          busy: t('pages.otp.busy'),
        }}
        startsHere={false}
        stillHere={
          <StillHereLink
            client={client}
            href={`/auth/otp?ceremony=${encodeURIComponent(ceremonyId)}&again=1`}
          />
        }
      />
    </div>
  )
}

/** A passkey in place of the app. */
async function PasskeyInstead({ view: { ceremonyId, requestCopy, error } }: StepOfViewProps) {
  const t = await pageTexts()
  return (
    <form method="post" action="/auth/passkey-offer" className="mt-6 grid gap-2.5">
      <InteractionFields ceremonyId={ceremonyId} requestCopy={requestCopy} />
      <CreatePasskeyButton
        ceremonyId={ceremonyId}
        label={t('methods.instead')}
        texts={await problemTexts()}
        wasRefused={wasPasskeyRefused(error)}
      />
    </form>
  )
}

interface NotNowProps {
  readonly ceremonyId: string
  readonly app: string
}

/** Refuses to set up a second factor, which the client learns. */
async function NotNow({ ceremonyId, app }: NotNowProps) {
  const t = await pageTexts()
  return (
    <form
      method="post"
      action="/auth/otp"
      className="mt-6 border-line border-t pt-3 text-[0.875rem]"
    >
      <input type="hidden" name="ceremonyId" value={ceremonyId} />
      <button
        id="otp-cancel"
        type="submit"
        name="btnCancel"
        value="cancel"
        className="ui-link min-h-11 cursor-pointer text-start [overflow-wrap:anywhere]"
      >
        {t('card.set_up.not_now', { app })}
      </button>
    </form>
  )
}

interface ScanOrTypeProps {
  readonly email: string
  readonly secret: string
  readonly qrCode: string
}

/** The same key twice: for a phone's camera, and for typing or copying. */
async function ScanOrType({ email, secret, qrCode }: ScanOrTypeProps) {
  const { appName } = await pageSettings()
  const t = await pageTexts()
  return (
    <div className="mt-1.5 flex flex-wrap gap-4">
      <img
        src={qrCode}
        alt={t('pages.otp-enrollment.qr_code_alt')}
        className="shrink-0 self-start rounded-lg border border-line bg-white [image-rendering:pixelated]"
      />
      <div className="min-w-40 flex-1">
        <div className="mb-3 hidden pointer-coarse:block">
          <OpenInApp uri={otpauthUri(appName, email, secret)} />
        </div>
        <p className="ui-hint mb-1.5">{t('pages.otp-enrollment.manual_entry')}</p>
        <div className="flex items-end gap-1.5">
          <pre
            dir="ltr"
            className="wrap-break-word min-w-0 max-w-44 whitespace-pre-wrap font-medium font-mono text-[0.8125rem] leading-6 tracking-wide"
          >
            {inGroups(secret)}
          </pre>
          <WithScripts>
            <ClientTexts>
              <CopyButton value={secret} label={t('account.otp.copy_secret')} />
            </ClientTexts>
          </WithScripts>
        </div>
        <p className="ui-hint mt-1.5">{t('card.set_up.secret')}</p>
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
    <li className="ui-step">
      <span className="ui-step-no" aria-hidden="true">
        {number}
      </span>
      <div className="min-w-0">
        <h2 className="font-semibold text-[0.9375rem] leading-7">{title}</h2>
        {children}
      </div>
    </li>
  )
}
