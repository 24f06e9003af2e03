import { Facts } from '#app/_ui/layout/facts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { ClientRecord } from '#app/admin/clients/_parts/client-page-data.ts'
import type { InheritedFlows } from './form.tsx'

interface FlowFactsProps {
  readonly client: ClientRecord
  readonly inherited: InheritedFlows | null
}

/** A client's flows, for read-only visitors. */
export async function FlowFacts({ client, inherited }: FlowFactsProps) {
  const t = await pageTexts()
  const word = (isOn: boolean) => t(isOn ? 'clients.flows.on' : 'clients.flows.off')
  const position = (own: boolean | null, global: boolean | undefined) => {
    if (own !== null) return word(own)
    return global === undefined
      ? t('clients.inherit')
      : t('clients.inherit_value', { value: word(global) })
  }
  return (
    <Facts
      facts={[
        [t('clients.flows.browser'), word(client.authorizationCodeEnabled)],
        [t('clients.flows.pkce'), position(client.pkceRequired, inherited?.pkceRequired)],
        [t('clients.flows.machine'), word(client.clientCredentialsEnabled)],
        [
          t('clients.flows.implicit'),
          position(client.implicitGrantEnabled, inherited?.implicitFlowEnabled),
        ],
        [
          t('clients.flows.ropc'),
          position(
            client.resourceOwnerPasswordCredentialsEnabled,
            inherited?.resourceOwnerPasswordCredentialsEnabled,
          ),
        ],
      ]}
    />
  )
}
