import Link from 'next/link'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { permissionChoices } from '#app/_ui/form/permission-choice.ts'
import { PermissionsForm } from '#app/_ui/form/permissions-form.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { openConsole } from '#app/_ui/shell/api.ts'
import { mayRead } from '#app/_ui/shell/rights.ts'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import {
  type ClientPageProps,
  type ClientRecord,
  clientId,
  openClient,
  readClientPermissions,
} from '#app/admin/clients/_parts/client-page-data.ts'
import { ClientShell } from '#app/admin/clients/_parts/client-shell.tsx'
import { sectionAddress } from '#app/admin/clients/_parts/section-address.ts'
import { ValueList } from '#app/admin/clients/_parts/value-list.tsx'

/** The permissions that a client has for requests of its own. */
export default async function ClientPermissionsPage(props: ClientPageProps) {
  const t = await pageTexts()
  const id = await clientId(props.params)
  const { api, visitor } = await openConsole()
  const [data, permissions, resources] = await Promise.all([
    openClient(props),
    readClientPermissions(id),
    mayRead(visitor, 'settings') ? api.listResources().then((list) => list.resources) : null,
  ])
  const { client, mayEdit } = data
  const granted = permissionChoices(t, permissions)
  return (
    <ClientShell data={data} section="permissions">
      {!client.clientCredentialsEnabled && <Unused client={client} />}
      <Panel
        title={t('clients.sections.permissions')}
        id="permissions"
        intro={t('clients.permissions.intro')}
      >
        {mayEdit && client.clientCredentialsEnabled ? (
          <ClientTexts areas={['clients']}>
            <PermissionsForm
              action={`${sectionAddress(id, 'permissions')}/submit`}
              resources={
                resources?.map(({ id, resourceIdentifier }) => ({ id, resourceIdentifier })) ?? null
              }
              granted={granted}
              empty={t('clients.permissions.empty')}
              className="flex max-w-3xl flex-col gap-5"
            />
          </ClientTexts>
        ) : (
          <ValueList
            values={granted.map(({ scope }) => scope)}
            empty={t('clients.permissions.none')}
          />
        )}
      </Panel>
    </ClientShell>
  )
}

/** Says why the client's permissions have no effect. */
async function Unused({ client }: { readonly client: ClientRecord }) {
  const t = await pageTexts()
  const { id, isPublic } = client
  return (
    <Notice kind="info" id="unused" className="mb-5">
      {t('clients.permissions.unused')}{' '}
      {isPublic ? (
        t('clients.flows.machine_public')
      ) : (
        <Link href={sectionAddress(id, 'oauth2-flows')} prefetch={false} className="text-link">
          {t('clients.to_flows')}
        </Link>
      )}
    </Notice>
  )
}
