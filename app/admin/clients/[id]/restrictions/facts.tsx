import { Facts } from '#app/_ui/layout/facts.tsx'
import type { Api } from '#app/_ui/shell/api.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { ValueList } from '#app/admin/clients/_parts/value-list.tsx'

interface RestrictionFactsProps {
  readonly restrictions: Awaited<ReturnType<Api['getClientRestrictions']>>
}

/** The restrictions of a client, for read-only visitors. */
export async function RestrictionFacts({ restrictions }: RestrictionFactsProps) {
  const t = await pageTexts()
  const { allowedScopes, pushedRequestsRequired, dpopRequired, deviceGrantEnabled } = restrictions
  const word = (isOn: boolean) => t(isOn ? 'clients.flows.on' : 'clients.flows.off')
  const none = allowedScopes === null ? 'clients.restrictions.any' : 'clients.restrictions.empty'
  return (
    <Facts
      facts={[
        [
          t('clients.restrictions.scopes'),
          <ValueList key="scopes" values={allowedScopes ?? []} empty={t(none)} />,
        ],
        [t('clients.restrictions.pushed'), word(pushedRequestsRequired)],
        [t('clients.restrictions.dpop'), word(dpopRequired)],
        [t('clients.restrictions.device'), word(deviceGrantEnabled)],
      ]}
    />
  )
}
