import Link from 'next/link'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { type Console, openConsole } from '#app/_ui/shell/api.ts'
import { mayRead } from '#app/_ui/shell/rights.ts'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import {
  type ClientPageProps,
  clientId,
  openClient,
} from '#app/admin/clients/_parts/client-page-data.ts'
import { ClientShell } from '#app/admin/clients/_parts/client-shell.tsx'
import { sectionAddress } from '#app/admin/clients/_parts/section-address.ts'
import { ValueList } from '#app/admin/clients/_parts/value-list.tsx'
import { IntrospectionForm } from './form.tsx'

/** The resources whose tokens a client may introspect. */
export default async function ClientIntrospectionPage(props: ClientPageProps) {
  const t = await pageTexts()
  const id = await clientId(props.params)
  const { api, visitor } = await openConsole()
  const [data, { resourceIds }, resources] = await Promise.all([
    openClient(props),
    api.getClientIntrospection({ params: { id } }),
    mayRead(visitor, 'settings') ? api.listResources().then((list) => list.resources) : null,
  ])
  const { client, mayEdit } = data
  const nameOf = (one: number) =>
    resources?.find((resource) => resource.id === one)?.resourceIdentifier ?? String(one)
  return (
    <ClientShell data={data} section="introspection">
      {client.isPublic && (
        <Notice kind="info" id="public-client" className="mb-5">
          {t('clients.introspection.public')}
        </Notice>
      )}
      {(await isOff({ api, visitor })) && (
        <Notice kind="info" id="introspection-off" className="mb-5">
          {t('clients.introspection.off')}{' '}
          <Link href="/admin/settings/protocol" prefetch={false} className="text-link">
            {t('shell.admin.protocol')}
          </Link>
        </Notice>
      )}
      <Panel
        title={t('clients.sections.introspection')}
        id="introspection"
        intro={t('clients.introspection.intro')}
      >
        {mayEdit && resources && !client.isPublic ? (
          <ClientTexts areas={['clients']}>
            <IntrospectionForm
              action={`${sectionAddress(id, 'introspection')}/submit`}
              chosen={resourceIds}
              resources={resources.map(({ id: one, resourceIdentifier, description }) => ({
                id: one,
                resourceIdentifier,
                description,
              }))}
            />
          </ClientTexts>
        ) : (
          <ValueList values={resourceIds.map(nameOf)} empty="–" />
        )}
      </Panel>
    </ClientShell>
  )
}

async function isOff({ api, visitor }: Pick<Console, 'api' | 'visitor'>): Promise<boolean> {
  if (!mayRead(visitor, 'settings')) return false
  return !(await api.getProtocolSettings()).tokenIntrospectionEnabled
}
