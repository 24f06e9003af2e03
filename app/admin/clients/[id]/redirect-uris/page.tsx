import Link from 'next/link'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { openConsole } from '#app/_ui/shell/api.ts'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import {
  type ClientPageProps,
  clientId,
  openClient,
} from '#app/admin/clients/_parts/client-page-data.ts'
import { ClientShell } from '#app/admin/clients/_parts/client-shell.tsx'
import { consoleCallbacks } from '#app/admin/clients/_parts/console-callbacks.ts'
import { kindOf } from '#app/admin/clients/_parts/kind-of.ts'
import { sectionAddress } from '#app/admin/clients/_parts/section-address.ts'
import { generalSettings } from '#app/admin/clients/_parts/settings-if-allowed.ts'
import { UriListForm } from '#app/admin/clients/_parts/uri-list-form.tsx'
import { ValueList } from '#app/admin/clients/_parts/value-list.tsx'
import { LastUses } from './last-uses.tsx'
import { proposedAddress } from './proposed-address.ts'

export default async function ClientRedirectUrisPage(props: ClientPageProps) {
  const t = await pageTexts()
  const id = await clientId(props.params)
  const { api } = await openConsole()
  const [data, { connection }, settings] = await Promise.all([
    openClient(props),
    api.getClientConnection({ params: { id } }),
    openConsole().then(generalSettings),
  ])
  const { client, mayEdit } = data
  // If the visitor may not read the settings, the server decides.
  const implicit = client.implicitGrantEnabled ?? settings?.implicitFlowEnabled ?? true
  const isUsed = client.authorizationCodeEnabled || implicit
  const uris = (client.redirectURIs ?? []).map(({ uri }) => uri)
  const callbacks = consoleCallbacks(client)
  const proposed = mayEdit && isUsed ? await proposedAddress(props, client.id, uris) : undefined
  return (
    <ClientShell data={data} section="redirect-uris">
      {!isUsed && (
        <Notice kind="info" id="unused" className="mb-5">
          {t('clients.redirect_uris.unused')}{' '}
          <Link
            href={sectionAddress(client.id, 'oauth2-flows')}
            prefetch={false}
            className="text-link"
          >
            {t('clients.to_flows')}
          </Link>
        </Notice>
      )}
      {proposed && (
        <Notice kind="warning" id="proposed" className="mb-5">
          {t('clients.redirect_uris.proposed')}
        </Notice>
      )}
      <Panel
        title={t('clients.sections.redirect_uris')}
        id="redirect-uris"
        intro={t('clients.redirect_uris.intro')}
      >
        {mayEdit && isUsed ? (
          <ClientTexts areas={['clients']}>
            <UriListForm
              kind="redirect_uris"
              action={`${sectionAddress(client.id, 'redirect-uris')}/submit`}
              entries={uris}
              of={kindOf(client)}
              proposed={proposed}
              // Among several callbacks, only the server knows the current one: the console may have moved.
              kept={callbacks.length === 1 ? callbacks : []}
            />
          </ClientTexts>
        ) : (
          <ValueList values={uris} empty={t('clients.redirect_uris.empty')} />
        )}
        <LastUses uses={connection.redirectUriUses} />
        {callbacks.length > 0 && (
          <p className="mt-6 max-w-3xl text-pretty text-muted text-sm [overflow-wrap:anywhere]">
            {t('clients.redirect_uris.console_needs', { address: callbacks.join(', ') })}
          </p>
        )}
        <p className="mt-6 max-w-3xl border-line border-t pt-4 text-pretty text-muted text-xs">
          {t('clients.redirect_uris.loopback')}
        </p>
      </Panel>
    </ClientShell>
  )
}
