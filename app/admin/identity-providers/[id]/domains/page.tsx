import { Facts } from '#app/_ui/layout/facts.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { sectionAddress } from '#app/admin/identity-providers/_parts/addresses.ts'
import {
  openProvider,
  type ProviderPageProps,
} from '#app/admin/identity-providers/_parts/provider-page-data.ts'
import { ProviderShell } from '#app/admin/identity-providers/_parts/provider-shell.tsx'
import { DomainsForm } from './form.tsx'

/** The domains of addresses whose owners use a provider. */
export default async function DomainsPage(props: ProviderPageProps) {
  const t = await pageTexts()
  const data = await openProvider(props)
  const { provider, mayEdit } = data
  const title = t('idp.sections.domains')
  return (
    <ProviderShell data={data} section="domains">
      <Panel id="domains" title={title} intro={t('idp.domains.text')}>
        {mayEdit ? (
          <ClientTexts areas={['idp']}>
            <DomainsForm
              action={`${sectionAddress(provider.id, 'domains')}/submit`}
              values={{ domains: provider.domains.join('\n') }}
            />
          </ClientTexts>
        ) : (
          <Facts facts={[[title, <bdi key="domains">{provider.domains.join(', ') || '–'}</bdi>]]} />
        )}
      </Panel>
    </ProviderShell>
  )
}
