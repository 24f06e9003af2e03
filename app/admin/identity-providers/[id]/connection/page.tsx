import { Facts } from '#app/_ui/layout/facts.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import type { SearchParams } from '#app/_ui/list/list-state.ts'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { sectionAddress } from '#app/admin/identity-providers/_parts/addresses.ts'
import { ConnectionForm } from '#app/admin/identity-providers/_parts/connection-form.tsx'
import { connectionValues } from '#app/admin/identity-providers/_parts/connection-values.ts'
import { metadataFaultOf } from '#app/admin/identity-providers/_parts/metadata-fault.ts'
import {
  openProvider,
  type Provider,
  type ProviderPageProps,
} from '#app/admin/identity-providers/_parts/provider-page-data.ts'
import { ProviderShell } from '#app/admin/identity-providers/_parts/provider-shell.tsx'
import { RegistrationGuide } from '#app/admin/identity-providers/_parts/registration-guide.tsx'
import { pageSettings } from '#lib/http/page.ts'
import { ConnectionCheck } from './check.tsx'
import { MetadataNotice } from './metadata-notice.tsx'
import { SignInTrial } from './trial.tsx'

interface ConnectionPageProps extends ProviderPageProps {
  readonly searchParams: SearchParams
}

/** How this server reaches a provider, and whether it does. */
export default async function ConnectionPage(props: ConnectionPageProps) {
  const t = await pageTexts()
  const data = await openProvider(props)
  const { provider, mayEdit } = data
  const { baseUrl } = await pageSettings()
  const fault = metadataFaultOf((await props.searchParams).warning)
  const address = sectionAddress(provider.id, 'connection')
  return (
    <ProviderShell data={data} section="connection">
      {mayEdit && fault && <MetadataNotice fault={fault} issuer={provider.issuer} />}
      <Panel id="connection" title={t('idp.sections.connection')}>
        {mayEdit ? (
          <ClientTexts areas={['idp']}>
            <ConnectionForm
              action={`${address}/submit`}
              preset={provider.preset}
              values={connectionValues(provider)}
              label={t('console.save')}
              baseUrl={baseUrl}
              hasSecret={provider.hasClientSecret}
              links={provider.links}
            />
          </ClientTexts>
        ) : (
          <ConnectionFacts provider={provider} />
        )}
      </Panel>
      {mayEdit && (
        <>
          <Panel id="check" title={t('idp.check.title')} intro={t('idp.check.text')}>
            <ClientTexts areas={['idp']}>
              <ConnectionCheck action={`${address}/submit/check`} />
            </ClientTexts>
          </Panel>
          <Panel id="try" title={t('idp.try.title')} intro={t('idp.try.text')}>
            <ClientTexts areas={['idp']}>
              <SignInTrial action={`${address}/submit/try`} />
            </ClientTexts>
          </Panel>
          <RegistrationGuide preset={provider.preset} />
        </>
      )}
    </ProviderShell>
  )
}

async function ConnectionFacts({ provider }: { readonly provider: Provider }) {
  const t = await pageTexts()
  return (
    <Facts
      facts={[
        [t('idp.form.name'), <bdi key="name">{provider.displayName}</bdi>],
        [t('idp.form.redirect_uri'), <bdi key="uri">{provider.redirectUri}</bdi>],
        [t('idp.form.issuer'), <bdi key="issuer">{provider.issuer}</bdi>],
        [t('idp.form.client_id'), <bdi key="client">{provider.clientId}</bdi>],
        [t('idp.form.expires'), provider.secretExpiresAt],
        [t('idp.form.method'), <bdi key="method">{provider.tokenEndpointAuthMethod}</bdi>],
        [t('idp.form.scopes'), <bdi key="scopes">{provider.scopes}</bdi>],
      ]}
    />
  )
}
