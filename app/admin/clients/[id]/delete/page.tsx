import { Notice } from '#app/_ui/feedback/notice.tsx'
import { ConfirmByTyping } from '#app/_ui/form/confirm-by-typing.tsx'
import { Facts } from '#app/_ui/list/facts.tsx'
import { openConsole } from '#app/_ui/shell/api.ts'
import { Card } from '#app/_ui/shell/card.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { Timestamp } from '#app/_ui/text/timestamp.tsx'
import { type ClientPageProps, clientId, openClient } from '../../_parts/client-page-data.ts'
import { ClientShell } from '../../_parts/client-shell.tsx'
import { sectionAddress } from '../../_parts/section-address.ts'

/** The consequences of deleting a client, and the form that deletes it. */
export default async function ClientDeletePage(props: ClientPageProps) {
  const t = await pageTexts()
  const id = await clientId(props.params)
  const { api } = await openConsole()
  const [data, { permissions }, { total }] = await Promise.all([
    openClient(props),
    api.getClientPermissions({ params: { id } }),
    api.getClientSessions({ params: { id }, query: { size: 1 } }),
  ])
  const { client, mayEdit } = data
  return (
    <ClientShell data={data} section="delete">
      <Card
        title={t('clients.delete.title', { identifier: client.clientIdentifier })}
        id="delete"
        intro={t('clients.delete.intro')}
      >
        <Facts
          facts={[
            [t('clients.sections.redirect_uris'), String(client.redirectURIs?.length ?? 0)],
            [t('clients.sections.web_origins'), String(client.webOrigins?.length ?? 0)],
            [t('clients.sections.permissions'), String(permissions.length)],
            [t('clients.sections.user_sessions'), String(total)],
            [t('clients.delete.created'), <Timestamp key="created" value={client.createdAt} />],
          ]}
        />
        <div className="mt-6 border-line border-t pt-6">
          {client.isSystemLevelClient && (
            <Notice kind="warning" id="cannot-delete">
              {t('clients.delete.built_in')}
            </Notice>
          )}
          {mayEdit && !client.isSystemLevelClient && (
            <ConfirmByTyping
              action={`${sectionAddress(id, 'delete')}/submit`}
              identifier={client.clientIdentifier}
              label={t('clients.delete.submit')}
            />
          )}
        </div>
      </Card>
    </ClientShell>
  )
}
