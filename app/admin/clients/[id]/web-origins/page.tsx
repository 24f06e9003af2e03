import { Panel } from '#app/_ui/layout/panel.tsx'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { type ClientPageProps, openClient } from '#app/admin/clients/_parts/client-page-data.ts'
import { ClientShell } from '#app/admin/clients/_parts/client-shell.tsx'
import { kindOf } from '#app/admin/clients/_parts/kind-of.ts'
import { sectionAddress } from '#app/admin/clients/_parts/section-address.ts'
import { UriListForm } from '#app/admin/clients/_parts/uri-list-form.tsx'
import { ValueList } from '#app/admin/clients/_parts/value-list.tsx'

/** The origins whose scripts may call the server. */
export default async function ClientWebOriginsPage(props: ClientPageProps) {
  const t = await pageTexts()
  const data = await openClient(props)
  const { client, mayEdit } = data
  const origins = (client.webOrigins ?? []).map(({ origin }) => origin)
  return (
    <ClientShell data={data} section="web-origins">
      <Panel
        title={t('clients.sections.web_origins')}
        id="web-origins"
        intro={t('clients.web_origins.intro')}
      >
        {mayEdit ? (
          <ClientTexts areas={['clients']}>
            <UriListForm
              kind="web_origins"
              action={`${sectionAddress(client.id, 'web-origins')}/submit`}
              entries={origins}
              of={kindOf(client)}
            />
          </ClientTexts>
        ) : (
          <ValueList values={origins} empty={t('clients.web_origins.empty')} />
        )}
      </Panel>
    </ClientShell>
  )
}
