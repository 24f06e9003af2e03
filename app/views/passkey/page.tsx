import { AccountChip } from '#app/_ui/card/account-chip.tsx'
import { CardPage } from '#app/_ui/card/card-page.tsx'
import { CardTitle } from '#app/_ui/card/card-title.tsx'
import { FactorHelp } from '#app/_ui/card/factor-help.tsx'
import { FormAlert } from '#app/_ui/card/form-alert.tsx'
import { RememberBox } from '#app/_ui/card/remember-box.tsx'
import { RestartForm } from '#app/_ui/card/restart-form.tsx'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { PasskeyButton } from '#app/_ui/passkey/passkey-button.tsx'
import { problemTexts } from '#app/_ui/passkey/problem-texts.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { viewData } from '#lib/http/page.ts'
import { textOf } from '#lib/i18n/texts.ts'

/** Asks for a passkey after the password (`/auth/passkey`). */
export default async function PasskeyPage() {
  const view = await viewData('passkey')
  const { ceremonyId, requestCopy, client, account, error, hasApp, hasCodes, rememberDays } = view
  const t = await pageTexts()
  return (
    <CardPage
      id="page-passkey"
      title={t('card.sign_in.confirm')}
      isRefused={error !== undefined}
      websiteUrl={client.websiteUrl}
    >
      <CardTitle title={t('card.sign_in.confirm')}>
        <p>{t('methods.second.text')}</p>
      </CardTitle>
      <div className="mb-4.5">
        <AccountChip account={account}>
          <RestartForm
            id="passkey-restart"
            action="/auth/passkey"
            ceremonyId={ceremonyId}
            label={t('card.not_you')}
          />
        </AccountChip>
      </div>
      {error && (
        <div className="mb-4.5">
          <FormAlert message={textOf(t, error.key, error.parameters)} startsHere />
        </div>
      )}
      <noscript>
        <Notice kind="warning" id="passkey-noscript">
          {t('methods.second.noscript')}
        </Notice>
      </noscript>
      <PasskeyButton
        ceremonyId={ceremonyId}
        requestCopy={requestCopy}
        label={t('methods.use_passkey')}
        texts={await problemTexts()}
        isPrimary
        choice={rememberDays && <RememberBox days={rememberDays} />}
        wasRemoved={error?.key === 'handler.passkey.removed'}
      />
      <FactorHelp
        title={t('methods.second.help')}
        ceremonyId={ceremonyId}
        app={hasApp}
        codes={hasCodes}
      />
    </CardPage>
  )
}
