import { FormAlert } from '#app/_ui/card/form-alert.tsx'
import { passwordFieldTexts } from '#app/_ui/card/self-service-texts.ts'
import { InteractionFields } from '#app/_ui/form/interaction-fields.tsx'
import { PasskeyButton } from '#app/_ui/passkey/passkey-button.tsx'
import { problemTexts } from '#app/_ui/passkey/problem-texts.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { View } from '#lib/answers/view.ts'
import { textOf } from '#lib/i18n/texts.ts'
import { ConnectForm } from './connect-form.tsx'

interface ConnectStepProps {
  readonly view: Extract<View, { page: 'provider-account' }>
}

/** The account's owner signs in to it once; an unconfirmed address may be taken over with a code. */
export async function ConnectStep({ view }: ConnectStepProps) {
  const { ceremonyId, requestCopy, email, error, maySignIn, mayStartFresh, canRecover } = view
  const t = await pageTexts()
  const message = error && textOf(t, error.key, error.parameters)
  const query = `ceremony=${encodeURIComponent(ceremonyId)}`
  return (
    <>
      {maySignIn ? (
        <ConnectForm
          ceremonyId={ceremonyId}
          requestCopy={requestCopy}
          email={email}
          error={message}
          recovery={
            canRecover && (
              <a
                id="forgot-password"
                href={`/forgot-password?${query}`}
                className="ui-link text-sm"
              >
                {t('pages.sign-in.forgot_password')}
              </a>
            )
          }
          texts={{
            ...(await passwordFieldTexts()),
            password: t('pages.sign-in.password'),
            required: t('validator.login.password_required'),
            submit: t('providers.connect.submit'),
            busy: t('pages.sign-in.busy'),
          }}
        />
      ) : (
        <FormAlert message={message} startsHere />
      )}
      {maySignIn && view.passkeys && (
        <div className="mt-5 grid gap-2.5">
          <PasskeyButton
            ceremonyId={ceremonyId}
            requestCopy={requestCopy}
            label={t('providers.connect.passkey')}
            texts={await problemTexts()}
            wasRemoved={error?.key === 'handler.passkey.removed'}
          />
        </div>
      )}
      {mayStartFresh && (
        <form
          method="post"
          action="/auth/provider-account"
          className="mt-6 border-line border-t pt-5 text-[0.875rem]"
        >
          <InteractionFields ceremonyId={ceremonyId} requestCopy={requestCopy} />
          <p className="mb-3 text-muted">{t('providers.connect.not_yours')}</p>
          <button
            id="provider-fresh"
            type="submit"
            name="btnFresh"
            value="fresh"
            className="btn btn-lg btn-block"
          >
            {t('providers.connect.fresh')}
          </button>
        </form>
      )}
    </>
  )
}
