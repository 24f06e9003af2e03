import { OtpForm } from '#app/_ui/form/otp-form.tsx'
import { RestartForm } from '#app/_ui/form/restart-form.tsx'
import { AccountLine } from '#app/_ui/shell/account-line.tsx'
import { CardPage } from '#app/_ui/shell/card-page.tsx'
import { ClientHeading } from '#app/_ui/shell/client-heading.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { pageSettings, viewData } from '#lib/http/page.ts'
import { textOf } from '#lib/i18n/texts.ts'

/** Asks for a code of the user's authenticator app (`/auth/otp`). */
export default async function OtpPage() {
  const { ceremonyId, client, email, error } = await viewData('otp')
  const { appName } = await pageSettings()
  const t = await pageTexts()
  return (
    <CardPage id="page-otp" title={t('pages.otp.title')} isRefused={error !== undefined}>
      <ClientHeading title={t('pages.otp.title')} client={client} />
      <AccountLine email={email} text={t('pages.otp.signing_in_as', { email })} />
      <p className="mb-6 text-balance text-center text-sm">{t('pages.otp.instruction')}</p>
      <OtpForm
        ceremonyId={ceremonyId}
        error={error && textOf(t, error.key, error.parameters)}
        texts={{
          code: t('pages.otp.code'),
          codeRequired: t('handler.otp.code_required'),
          submit: t('pages.otp.submit'),
          busy: t('pages.otp.busy'),
        }}
        startsHere
      />
      <div className="mt-7 border-line border-t pt-6">
        <p id="otp-lost" className="text-balance text-center text-muted text-sm">
          {t('pages.otp.lost', { appName })}
        </p>
        <RestartForm
          id="otp-restart"
          action="/auth/otp"
          ceremonyId={ceremonyId}
          label={t('pages.otp.other_account')}
          className="mt-2"
        />
      </div>
    </CardPage>
  )
}
