import type { ReactNode } from 'react'
import { ClientName } from '#app/_ui/card/client-name.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { ClientView } from '#lib/answers/view.ts'
import type { ScopesByRisk } from './risk.ts'
import { ScopeRow } from './scope-row.tsx'

interface ScopeGroupsProps {
  readonly scopes: ScopesByRisk
  readonly client: ClientView
}

/** What the application would be able to do: first what it may know and read, then what it can change. */
export async function ScopeGroups({ scopes, client }: ScopeGroupsProps) {
  const t = await pageTexts()
  const { identity, reads, changes } = scopes
  const parts = {
    name: () => <ClientName of={client} />,
    b: (text: ReactNode) => <b className="font-semibold">{text}</b>,
    muted: (text: ReactNode) => <span className="text-muted">{text}</span>,
  }
  return (
    <>
      {identity && (
        <input
          type="hidden"
          name={`consent${identity.place}`}
          value="on"
          data-scope={identity.scope}
        />
      )}
      <p id="consent-scopes" className="mt-5 mb-2 text-[0.875rem] [overflow-wrap:anywhere]">
        {identity && reads.length > 0 && t.rich('card.consent.lets_know_and', parts)}
        {identity && reads.length === 0 && t.rich('card.consent.lets_know', parts)}
        {!identity && reads.length > 0 && t.rich('card.consent.lets', parts)}
      </p>
      {reads.length > 0 && (
        <fieldset aria-labelledby="consent-scopes" className="ui-scopes">
          {reads.map((scope) => (
            <ScopeRow key={scope.scope} scope={scope} />
          ))}
        </fieldset>
      )}
      {changes.length > 0 && (
        <>
          <p id="consent-changes" className="mt-4 mb-2 font-semibold text-[0.875rem]">
            {t('card.consent.changes')}
          </p>
          <fieldset aria-labelledby="consent-changes" className="ui-scopes ui-scopes-risky">
            {changes.map((scope) => (
              <ScopeRow key={scope.scope} scope={scope} isChange />
            ))}
          </fieldset>
          {changes.some(({ administrative }) => administrative) && (
            <p id="administrative-warning" className="ui-hint mt-2 font-medium text-ink">
              {t('pages.consent.administrative_warning')}
            </p>
          )}
        </>
      )}
    </>
  )
}
