import Link from 'next/link'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { Facts } from '#app/_ui/layout/facts.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { openConsole } from '#app/_ui/shell/api.ts'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { CopyButton } from '#app/_ui/text/copy-button.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { pageSettings } from '#lib/http/page.ts'
import {
  type ClientPageProps,
  type ClientRecord,
  clientId,
  openClient,
} from '../../_parts/client-page-data.ts'
import { ClientShell } from '../../_parts/client-shell.tsx'
import { sectionAddress } from '../../_parts/section-address.ts'
import { type Endpoints, readEndpoints } from './discovery.ts'
import { RegisteredAddresses } from './registered-addresses.tsx'
import { SnippetCards } from './snippet-cards.tsx'
import { snippetsFor } from './snippets.ts'

interface ConnectPageProps extends ClientPageProps {
  readonly searchParams: Promise<{ readonly unfinished?: string | string[] }>
}

/** How to connect an application: addresses, secret and configuration to copy. */
export default async function ClientConnectPage(props: ConnectPageProps) {
  const t = await pageTexts()
  const id = await clientId(props.params)
  const { api, visitor } = await openConsole()
  const [data, { permissions }, endpoints, { appName }, { unfinished }] = await Promise.all([
    openClient(props),
    api.getClientPermissions({ params: { id } }),
    readEndpoints({ visitor }),
    pageSettings(),
    props.searchParams,
  ])
  const { client, mayEdit } = data
  const snippets = snippetsFor(client, {
    ...endpoints,
    appName,
    clientIdentifier: client.clientIdentifier,
    redirectUri: client.redirectURIs?.[0]?.uri ?? 'https://app.example.com/callback',
    ownScopes: permissions
      .map((held) => `${held.resource.resourceIdentifier}:${held.permissionIdentifier}`)
      .join(' '),
  })
  return (
    <ClientShell data={data} section="connect">
      {unfinished && (
        <Notice kind="warning" id="unfinished" className="mb-5">
          {t('clients.new.unfinished')}
        </Notice>
      )}
      <MissingUri client={client} />
      {client.clientCredentialsEnabled && permissions.length === 0 && <MissingPermission id={id} />}
      <ClientTexts areas={['clients']}>
        <SnippetCards
          snippets={snippets}
          reveal={
            mayEdit && !client.isPublic ? `${sectionAddress(id, 'connect')}/submit/secret` : null
          }
        />
      </ClientTexts>
      <RegisteredAddresses client={client} mayEdit={mayEdit} />
      <EndpointCard endpoints={endpoints} />
    </ClientShell>
  )
}

async function MissingUri({ client }: { readonly client: ClientRecord }) {
  const t = await pageTexts()
  if (!client.authorizationCodeEnabled || client.redirectURIs?.length !== 0) return null
  return (
    <Notice kind="info" id="no-redirect-uri" className="mb-5">
      {t('clients.connect.no_redirect_uri')}{' '}
      <Link
        href={sectionAddress(client.id, 'redirect-uris')}
        prefetch={false}
        className="text-link"
      >
        {t('clients.redirect_uris.add')}
      </Link>
    </Notice>
  )
}

/** The client credentials flow refuses a client that holds no permission. */
async function MissingPermission({ id }: { readonly id: number }) {
  const t = await pageTexts()
  return (
    <Notice kind="info" id="no-permission" className="mb-5">
      {t('clients.connect.no_permission')}{' '}
      <Link href={sectionAddress(id, 'permissions')} prefetch={false} className="text-link">
        {t('clients.connect.grant_permission')}
      </Link>
    </Notice>
  )
}

async function EndpointCard({ endpoints }: { readonly endpoints: Endpoints }) {
  const t = await pageTexts()
  const names = ['issuer', 'discovery', 'authorization', 'token'] as const
  const all = [...names, 'userInfo', 'keys', 'signOut'] as const
  const keys = { userInfo: 'user_info', signOut: 'sign_out' } as const
  const label = (name: (typeof all)[number]) =>
    t(`clients.connect.${name in keys ? keys[name as keyof typeof keys] : (name as 'issuer')}`)
  return (
    <Panel
      title={t('clients.connect.endpoints')}
      id="endpoints"
      intro={t('clients.connect.endpoints_hint')}
    >
      <Facts
        facts={all.map((name) => [
          label(name),
          <span key={name} className="inline-flex items-center gap-1">
            <span dir="ltr" className="font-mono text-[0.8125rem] [overflow-wrap:anywhere]">
              {endpoints[name]}
            </span>
            <CopyButton
              value={endpoints[name]}
              label={t('clients.connect.copy_named', { name: label(name) })}
            />
          </span>,
        ])}
      />
    </Panel>
  )
}
