import { Notice } from '#app/_ui/feedback/notice.tsx'
import { Facts } from '#app/_ui/layout/facts.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { Timestamp } from '#app/_ui/text/timestamp.tsx'
import { sectionAddress } from '#app/admin/identity-providers/_parts/addresses.ts'
import {
  openProvider,
  type Provider,
  type ProviderPageProps,
} from '#app/admin/identity-providers/_parts/provider-page-data.ts'
import { ProviderShell } from '#app/admin/identity-providers/_parts/provider-shell.tsx'
import { singleFields } from '#lib/domain/users/profile.ts'
import { MappingForm } from './form.tsx'
import { fieldLabels } from './labels.ts'
import { mappingValues } from './values.ts'

/** The values taken over from a provider's claims. */
export default async function MappingPage(props: ProviderPageProps) {
  const data = await openProvider(props)
  const { provider, mayEdit } = data
  return (
    <ProviderShell data={data} section="mapping">
      <GroupsMissing provider={provider} />
      {mayEdit ? (
        <ClientTexts areas={['idp', 'account']}>
          <MappingForm
            action={`${sectionAddress(provider.id, 'mapping')}/submit`}
            values={mappingValues(provider)}
            hasGroups={provider.preset !== 'github'}
          />
        </ClientTexts>
      ) : (
        <MappingFacts provider={provider} />
      )}
    </ProviderShell>
  )
}

/** Warns that groups stay unchanged while a provider does not name them; otherwise no one would notice. */
async function GroupsMissing({ provider }: { readonly provider: Provider }) {
  const t = await pageTexts()
  const { groupsMissing: count, groupsMissingAt: at, groupsMissingWhy: why } = provider
  if (!at || why === '') return null
  return (
    <Notice kind="warning" id="groups-missing" className="mb-5">
      {t.rich('idp.mapping.missing', { count, time: () => <Timestamp value={at} /> })}{' '}
      {t(`idp.mapping.why.${why}`)}
    </Notice>
  )
}

async function MappingFacts({ provider }: { readonly provider: Provider }) {
  const t = await pageTexts()
  const { groups, syncProfile, ...values } = mappingValues(provider)
  return (
    <Panel>
      <Facts
        facts={[
          [t('idp.mapping.sync.title'), t(`idp.mapping.sync.${provider.syncProfile}`)],
          ...singleFields.map((field) => [t(fieldLabels[field]), value(values[field])] as const),
          [t('idp.mapping.claim'), value(values.groupsClaim)],
          [t('idp.mapping.list'), value(groups)],
        ]}
      />
    </Panel>
  )
}

function value(text: string) {
  return (
    <bdi dir="ltr" className="whitespace-pre-line">
      {text || '–'}
    </bdi>
  )
}
