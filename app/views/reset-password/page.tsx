import { AccountChip } from '#app/_ui/card/account-chip.tsx'
import { CardPage } from '#app/_ui/card/card-page.tsx'
import { CardTitle } from '#app/_ui/card/card-title.tsx'
import { SelfServiceForm } from '#app/_ui/card/self-service-form.tsx'
import { formMessage, passwordTexts } from '#app/_ui/card/self-service-texts.ts'
import { SignedInNotice } from '#app/_ui/feedback/signed-in-notice.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { viewData } from '#lib/http/page.ts'

/** Asks for a new password (`/reset-password`). */
export default async function ResetPasswordPage() {
  const {
    continuationId,
    ceremonyId,
    requestCopy = '',
    account,
    isNew,
    signedInAs,
    rule,
    error,
  } = await viewData('reset-password')
  const t = await pageTexts()
  const title = t(isNew ? 'pages.activate.title' : 'pages.reset-password.title')
  return (
    <CardPage id="page-reset-password" title={title} isRefused={error !== undefined}>
      <CardTitle title={title} />
      {isNew && <p className="-mt-3 mb-5 text-muted">{t('pages.reset-password.welcome')}</p>}
      <SignedInNotice email={signedInAs} />
      <SelfServiceForm
        action="/reset-password"
        hidden={{ continuationId, ceremonyId, requestCopy }}
        account={<AccountChip account={account} />}
        username={account.email}
        passwords={await passwordTexts(t('card.reset.new_password'), rule)}
        error={await formMessage(error)}
        submit={t('pages.reset-password.submit')}
        busy={t('common.one_moment')}
      />
      {!isNew && <p className="ui-hint mt-4">{t('pages.reset-password.instruction')}</p>}
    </CardPage>
  )
}
