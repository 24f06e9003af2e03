import { PasskeyButton } from '#app/_ui/passkey/passkey-button.tsx'
import { problemTexts } from '#app/_ui/passkey/problem-texts.ts'
import { ProviderButton, ProviderButtons } from '#app/_ui/provider/provider-buttons.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { View } from '#lib/answers/view.ts'

interface OtherWaysProps {
  readonly view: Extract<View, { page: 'sign-in' }>
}

/** The replacements for a password: a passkey, if the browser has any, and other servers. */
export async function OtherWays({ view }: OtherWaysProps) {
  const { ceremonyId, requestCopy, account, asks, error, providers, otherAccountAt } = view
  const t = await pageTexts()
  const divider = <div className="ui-or my-4">{t('methods.or')}</div>
  const passkey = view.passkeys && (
    <PasskeyButton
      ceremonyId={ceremonyId}
      requestCopy={requestCopy}
      label={t('methods.sign_in')}
      texts={await problemTexts()}
      before={providers ? undefined : divider}
      fillsIn={account === undefined && asks !== 'password'}
      wasRemoved={error?.key === 'handler.passkey.removed'}
    />
  )
  if (!providers || providers.length === 0) return passkey
  const other = providers.find(({ alias }) => alias === otherAccountAt)
  return (
    <>
      {divider}
      <div className="grid gap-2.5">
        {passkey}
        {other && (
          <ProviderButton
            ceremonyId={ceremonyId}
            requestCopy={requestCopy}
            provider={other}
            label={t('providers.other_account', { name: other.name })}
            isOther
          />
        )}
        <ProviderButtons
          ceremonyId={ceremonyId}
          requestCopy={requestCopy}
          providers={providers.filter((one) => one !== other)}
        />
      </div>
    </>
  )
}
