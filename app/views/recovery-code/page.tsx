import { AccountChip } from '#app/_ui/card/account-chip.tsx'
import { CardPage } from '#app/_ui/card/card-page.tsx'
import { CardTitle } from '#app/_ui/card/card-title.tsx'
import { Field } from '#app/_ui/card/field.tsx'
import { RestartForm } from '#app/_ui/card/restart-form.tsx'
import { Support } from '#app/_ui/card/support.tsx'
import { InteractionFields } from '#app/_ui/form/interaction-fields.tsx'
import { startingAt } from '#app/_ui/text/starting-at.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { viewData } from '#lib/http/page.ts'
import { textOf } from '#lib/i18n/texts.ts'

/** Asks for a saved code in place of the second factor (`/auth/recovery-code`). */
export default async function RecoveryCodePage() {
  const { ceremonyId, requestCopy, client, account, error } = await viewData('recovery-code')
  const t = await pageTexts()
  const title = t('methods.recovery.title')
  return (
    <CardPage
      id="page-recovery-code"
      title={title}
      isRefused={error !== undefined}
      websiteUrl={client.websiteUrl}
    >
      <CardTitle title={title}>
        <p>{t('methods.recovery.text')}</p>
      </CardTitle>
      <div className="mb-4.5">
        <AccountChip account={account}>
          <RestartForm
            id="recovery-restart"
            action="/auth/recovery-code"
            ceremonyId={ceremonyId}
            label={t('card.not_you')}
          />
        </AccountChip>
      </div>
      <form method="post" action="/auth/recovery-code" className="ui-form">
        <InteractionFields ceremonyId={ceremonyId} requestCopy={requestCopy} />
        <Field
          id="code"
          name="code"
          label={t('methods.recovery.label')}
          error={error && textOf(t, error.key, error.parameters)}
          {...startingAt(true)}
          type="text"
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          dir="ltr"
          className="font-mono"
        />
        <button id="recovery-submit" type="submit" className="btn btn-lg btn-primary btn-block">
          {t('pages.otp.submit')}
        </button>
      </form>
      <section className="mt-6 border-line border-t pt-5 text-[0.875rem]">
        <p>
          <a
            id="recovery-back"
            href={`/auth/issue?ceremony=${encodeURIComponent(ceremonyId)}`}
            className="ui-link py-1"
          >
            {t('methods.recovery.back')}
          </a>
        </p>
        <p className="text-muted">{t.rich('card.code.contact', { support: () => <Support /> })}</p>
      </section>
    </CardPage>
  )
}
