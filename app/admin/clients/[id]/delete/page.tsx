import { Boxes, Globe, Link2, MonitorSmartphone } from 'lucide-react'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { ConfirmByTyping } from '#app/_ui/form/confirm-by-typing.tsx'
import { Consequences, Count } from '#app/_ui/layout/consequences.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { Row, Rows } from '#app/_ui/layout/rows.tsx'
import { openConsole } from '#app/_ui/shell/api.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import {
  type ClientPageProps,
  type ClientRecord,
  clientId,
  openClient,
} from '#app/admin/clients/_parts/client-page-data.ts'
import { ClientShell } from '#app/admin/clients/_parts/client-shell.tsx'
import { sectionAddress } from '#app/admin/clients/_parts/section-address.ts'

/** Acts on a client that cannot be undone. */
export default async function ClientDeletePage(props: ClientPageProps) {
  const t = await pageTexts()
  const id = await clientId(props.params)
  const data = await openClient(props)
  const { client, mayEdit } = data
  const { clientIdentifier: identifier, displayName, isSystemLevelClient } = client
  return (
    <ClientShell data={data} section="delete">
      <Panel id="delete" isDanger flush>
        <Rows>
          <Row
            title={t('clients.delete.title', { identifier })}
            hint={t('clients.delete.intro')}
            action={
              mayEdit &&
              !isSystemLevelClient && (
                <ConfirmByTyping
                  action={`${sectionAddress(id, 'delete')}/submit`}
                  identifier={identifier}
                  trigger={t('clients.delete.submit')}
                  title={t('console.record.delete_title', { name: displayName || identifier })}
                  body={<Losses client={client} />}
                  label={t('clients.delete.submit')}
                />
              )
            }
          />
        </Rows>
      </Panel>
      {isSystemLevelClient && (
        <Notice kind="warning" id="cannot-delete">
          {t('clients.delete.built_in')}
        </Notice>
      )}
    </ClientShell>
  )
}

/** What goes with the client. */
async function Losses({ client }: { readonly client: ClientRecord }) {
  const t = await pageTexts()
  const { api, language } = await openConsole()
  const params = { id: client.id }
  const [{ permissions }, { total }] = await Promise.all([
    api.getClientPermissions({ params }),
    api.getClientSessions({ params, query: { size: 1 } }),
  ])
  const count = (
    key: 'user_sessions' | 'redirect_uris' | 'web_origins' | 'permissions',
    value = 0,
  ) => (
    <Count key={key} name={t(`clients.sections.${key}`)} count={value.toLocaleString(language)} />
  )
  return (
    <>
      <p>{t('console.record.delete_body')}</p>
      <Consequences
        id="summary"
        lines={[
          [MonitorSmartphone, count('user_sessions', total)],
          [Link2, count('redirect_uris', client.redirectURIs?.length)],
          [Globe, count('web_origins', client.webOrigins?.length)],
          [Boxes, count('permissions', permissions.length)],
        ]}
      />
    </>
  )
}
