import { AccountChip } from '#app/_ui/card/account-chip.tsx'
import { CardPage } from '#app/_ui/card/card-page.tsx'
import { ClientName, clientName } from '#app/_ui/card/client-name.tsx'
import { ClientTitle } from '#app/_ui/card/client-title.tsx'
import { RestartForm } from '#app/_ui/card/restart-form.tsx'
import { StillHereLink } from '#app/_ui/card/still-here-link.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { viewData } from '#lib/http/page.ts'
import { Destination } from './destination.tsx'
import { ConsentForm } from './form.tsx'
import { isLoopback } from './loopback.ts'
import { byRisk } from './risk.ts'
import { ScopeGroups } from './scope-groups.tsx'

/** Asks for the user's consent to the client's scopes (`/auth/consent`). */
export default async function ConsentPage() {
  const { ceremonyId, requestCopy, client, account, destination, scopes } =
    await viewData('consent')
  const t = await pageTexts()
  const name = await clientName(client)
  return (
    <CardPage
      id="page-consent"
      title={t.markup('card.consent.title', { name: () => name })}
      websiteUrl={client.websiteUrl}
    >
      <ClientTitle
        title={t.rich('card.consent.title', { name: () => <ClientName of={client} /> })}
        client={client}
        host={isLoopback(destination) ? undefined : destination}
      />
      {/* The way to another account is in the chip, but after the button that allows, which is the first. */}
      <div className="relative">
        <div className="[&_.ui-account-chip]:pe-24">
          <AccountChip account={account} />
        </div>
        <ConsentForm
          ceremonyId={ceremonyId}
          requestCopy={requestCopy}
          isCancelSuggested={client.unverified}
          texts={{
            nothingTicked: t('pages.consent.nothing_ticked'),
            allow: t('pages.consent.allow'),
            cancel: t('pages.consent.cancel'),
            busy: t('pages.consent.busy'),
          }}
          stillHere={
            <StillHereLink
              client={client}
              href={`/auth/consent?ceremony=${encodeURIComponent(ceremonyId)}&again=1`}
            />
          }
        >
          <ScopeGroups scopes={byRisk(scopes)} client={client} />
        </ConsentForm>
        <RestartForm
          id="consent-restart"
          action="/auth/consent"
          ceremonyId={ceremonyId}
          label={t('card.switch')}
          className="absolute end-2.5 top-1"
        />
      </div>
      <Destination to={destination} />
      <details className="ui-hint mt-2">
        <summary className="cursor-pointer">{t('card.consent.details')}</summary>
        <ul className="mt-1 list-disc ps-5">
          {scopes.map(({ scope }) => (
            <li key={scope}>
              <code dir="ltr" className="[overflow-wrap:anywhere]">
                {scope}
              </code>
            </li>
          ))}
        </ul>
      </details>
    </CardPage>
  )
}
