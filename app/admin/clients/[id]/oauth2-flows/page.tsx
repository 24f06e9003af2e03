import { Panel } from '#app/_ui/layout/panel.tsx'
import { openConsole } from '#app/_ui/shell/api.ts'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { type ClientPageProps, openClient } from '#app/admin/clients/_parts/client-page-data.ts'
import { ClientShell } from '#app/admin/clients/_parts/client-shell.tsx'
import { sectionAddress } from '#app/admin/clients/_parts/section-address.ts'
import { generalSettings } from '#app/admin/clients/_parts/settings-if-allowed.ts'
import { FlowFacts } from './facts.tsx'
import { FlowsForm } from './form.tsx'

export default async function ClientFlowsPage(props: ClientPageProps) {
  const t = await pageTexts()
  const [data, settings] = await Promise.all([
    openClient(props),
    openConsole().then(generalSettings),
  ])
  const { client, mayEdit } = data
  return (
    <ClientShell data={data} section="oauth2-flows">
      <Panel title={t('clients.sections.oauth2_flows')} id="flows" intro={t('clients.flows.intro')}>
        {mayEdit ? (
          <ClientTexts areas={['clients']}>
            <FlowsForm
              action={`${sectionAddress(client.id, 'oauth2-flows')}/submit`}
              flows={client}
              inherited={settings}
            />
          </ClientTexts>
        ) : (
          <FlowFacts client={client} inherited={settings} />
        )}
      </Panel>
    </ClientShell>
  )
}
