import { Field } from '#app/_ui/card/field.tsx'
import { InteractionFields } from '#app/_ui/form/interaction-fields.tsx'
import { startingAt } from '#app/_ui/text/starting-at.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { View } from '#lib/answers/view.ts'
import { textOf } from '#lib/i18n/texts.ts'

interface EmailStepProps {
  readonly view: Extract<View, { page: 'provider-account' }>
}

/** The address that the provider did not confirm. A code is sent there, whether it has an account or not. */
export async function EmailStep({ view }: EmailStepProps) {
  const { ceremonyId, requestCopy, email, error } = view
  const t = await pageTexts()
  return (
    <form method="post" action="/auth/provider-account" className="ui-form">
      <InteractionFields ceremonyId={ceremonyId} requestCopy={requestCopy} />
      <Field
        id="email"
        name="email"
        label={t('pages.sign-in.email')}
        error={error && textOf(t, error.key, error.parameters)}
        {...startingAt(true)}
        type="email"
        autoComplete="email"
        defaultValue={email}
        required
        dir="ltr"
      />
      <button id="email-submit" type="submit" className="btn btn-lg btn-primary btn-block">
        {t('providers.email.submit')}
      </button>
    </form>
  )
}
