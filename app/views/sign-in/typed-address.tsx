import { ProviderButton } from '#app/_ui/provider/provider-buttons.tsx'
import { EmailAddress } from '#app/_ui/text/email-address.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { View } from '#lib/answers/view.ts'

interface TypedAddressProps {
  readonly view: Extract<View, { page: 'sign-in' }>
  /** Address of the page that asks for the address again. */
  readonly change: string
}

/**
 * The typed address above a password that is asked for separately, and the provider of its domain. It is the same for
 * addresses with and without an account.
 */
export async function TypedAddress({ view, change }: TypedAddressProps) {
  const { ceremonyId, requestCopy, email, domainProvider, otherAccountAt } = view
  const t = await pageTexts()
  return (
    <>
      <div className="ui-account-chip mb-4.5">
        <span className="min-w-0 grow font-semibold">
          <EmailAddress email={email} />
        </span>
        <a id="change-address" href={change} className="ui-link flex-none text-sm">
          {t('pages.sign-in.change')}
        </a>
      </div>
      {domainProvider && (
        <>
          <div className="grid gap-2.5">
            <ProviderButton
              ceremonyId={ceremonyId}
              requestCopy={requestCopy}
              provider={domainProvider}
              label={t('providers.continue', { name: domainProvider.name })}
            />
            {otherAccountAt === domainProvider.alias && (
              <ProviderButton
                ceremonyId={ceremonyId}
                requestCopy={requestCopy}
                provider={domainProvider}
                label={t('providers.other_account', { name: domainProvider.name })}
                isOther
              />
            )}
          </div>
          <div className="ui-or my-4">{t('methods.or')}</div>
        </>
      )}
    </>
  )
}
