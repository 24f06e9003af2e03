import { AccountChip } from '#app/_ui/card/account-chip.tsx'
import { CardPage } from '#app/_ui/card/card-page.tsx'
import { CardTitle } from '#app/_ui/card/card-title.tsx'
import { FactorHelp } from '#app/_ui/card/factor-help.tsx'
import { OtpForm } from '#app/_ui/card/otp-form.tsx'
import { RememberBox } from '#app/_ui/card/remember-box.tsx'
import { RestartForm } from '#app/_ui/card/restart-form.tsx'
import { StillHereLink } from '#app/_ui/card/still-here-link.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { FormError } from '#lib/answers/view.ts'
import { viewData } from '#lib/http/page.ts'
import { textOf } from '#lib/i18n/texts.ts'

/** Asks for a code of the user's authenticator app (`/auth/otp`). */
export default async function OtpPage() {
  const view = await viewData('otp')
  const { ceremonyId, requestCopy, client, account, error, hasPasskey, hasCodes, rememberDays } =
    view
  const t = await pageTexts()
  return (
    <CardPage
      id="page-otp"
      title={t('pages.otp.title')}
      isRefused={error !== undefined}
      websiteUrl={client.websiteUrl}
    >
      <CardTitle title={t('pages.otp.title')}>
        <p>{t('pages.otp.instruction')}</p>
      </CardTitle>
      <div className="mb-4.5">
        <AccountChip account={account}>
          <RestartForm
            id="otp-restart"
            action="/auth/otp"
            ceremonyId={ceremonyId}
            label={t('card.not_you')}
          />
        </AccountChip>
      </div>
      <OtpForm
        ceremonyId={ceremonyId}
        requestCopy={requestCopy}
        error={error && (await messageOf(error))}
        texts={{
          code: t('pages.otp.code'),
          codeRequired: t('handler.otp.code_required'),
          submit: t('pages.otp.submit'),
          busy: t('pages.otp.busy'),
        }}
        startsHere
        remember={rememberDays && <RememberBox days={rememberDays} />}
        stillHere={
          <StillHereLink
            client={client}
            href={`/auth/otp?ceremony=${encodeURIComponent(ceremonyId)}&again=1`}
          />
        }
      />
      <FactorHelp
        title={t('card.code.help')}
        ceremonyId={ceremonyId}
        passkey={hasPasskey === true}
        codes={hasCodes === true}
      />
    </CardPage>
  )
}

/** Reminds the visitor that a wrong clock makes every code wrong. */
async function messageOf({ key, parameters, times = 1 }: FormError): Promise<string> {
  const t = await pageTexts()
  const text = textOf(t, key, parameters)
  return times < 2 ? text : `${text} ${t('card.code.clock')}`
}
