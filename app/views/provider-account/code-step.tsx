import { CodeField } from '#app/_ui/card/code-field.tsx'
import { InteractionFields } from '#app/_ui/form/interaction-fields.tsx'
import { startingAt } from '#app/_ui/text/starting-at.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { View } from '#lib/answers/view.ts'
import { textOf } from '#lib/i18n/texts.ts'

interface CodeStepProps {
  readonly view: Extract<View, { page: 'provider-account' }>
}

/** The code that was mailed to the address. */
export async function CodeStep({ view }: CodeStepProps) {
  const { ceremonyId, requestCopy, error } = view
  const t = await pageTexts()
  return (
    <>
      <form method="post" action="/auth/provider-account" className="ui-form">
        <InteractionFields ceremonyId={ceremonyId} requestCopy={requestCopy} />
        <CodeField
          id="emailCode"
          name="emailCode"
          label={t('providers.code.label')}
          error={error && textOf(t, error.key, error.parameters)}
          {...startingAt(true)}
          autoCapitalize="characters"
          required
        />
        <button id="code-submit" type="submit" className="btn btn-lg btn-primary btn-block">
          {t('card.continue')}
        </button>
      </form>
      <form method="post" action="/auth/provider-account" className="mt-4 text-center">
        <InteractionFields ceremonyId={ceremonyId} requestCopy={requestCopy} />
        <button
          id="code-again"
          type="submit"
          className="ui-link min-h-11 cursor-pointer text-[0.875rem]"
        >
          {t('providers.code.again')}
        </button>
      </form>
    </>
  )
}
