import { Play } from 'lucide-react'
import type { ReactNode } from 'react'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { ReadOnlyNotice } from '#app/_ui/feedback/read-only-notice.tsx'
import { Dotted } from '#app/_ui/layout/dotted.tsx'
import { PageHeader } from '#app/_ui/shell/page-header.tsx'
import { RecordMenu } from '#app/_ui/shell/record-menu.tsx'
import { mayWrite } from '#app/_ui/shell/rights.ts'
import { Tabs } from '#app/_ui/shell/tabs.tsx'
import { tabsOf } from '#app/_ui/shell/tabs-of.ts'
import { AppTile } from '#app/_ui/text/app-tile.tsx'
import { CopyButton } from '#app/_ui/text/copy-button.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { ClientBadges } from './client-badges.tsx'
import { ClientKind } from './client-kind.tsx'
import { type ClientPageData, readClientPermissions } from './client-page-data.ts'
import { type ClientSection, sectionAddress, sectionLabel } from './section-address.ts'

const signInSections = [
  'redirect-uris',
  'web-origins',
  'oauth2-flows',
  'authentication',
  'sign-out',
] as const

interface ClientShellProps {
  readonly data: ClientPageData
  readonly section: ClientSection
  readonly children: ReactNode
}

/** The frame of a client's pages: its name, the link back to the list, and links to its other pages. */
export async function ClientShell({ data, section, children }: ClientShellProps) {
  const t = await pageTexts()
  const { client, visitor, isBeyondReach } = data
  const held = client.clientCredentialsEnabled ? await readClientPermissions(client.id) : undefined
  const mayDelete = mayWrite(visitor, 'clients') && !client.isSystemLevelClient
  const tabs = tabsOf<ClientSection>(
    [
      { pages: ['connect'] },
      { label: t('clients.sections.settings'), pages: ['settings', 'registration', 'logo'] },
      { label: t('shell.tabs.sign_in'), pages: signInSections },
      {
        label: t('shell.tabs.access'),
        pages: ['permissions', 'restrictions', 'introspection'],
        count: held?.length,
      },
      { pages: ['tokens'] },
      { pages: ['user-sessions'] },
      { pages: ['history'] },
      { label: t('shell.tabs.danger'), pages: ['delete'], isDanger: true },
    ],
    {
      addressOf: (name) => sectionAddress(client.id, name),
      labelOf: (name) => t(sectionLabel(name)),
      isOffered: (name) =>
        (name !== 'delete' || mayWrite(visitor, 'clients')) &&
        (name !== 'registration' || client.createdViaDcr),
    },
  )
  return (
    <>
      <PageHeader
        title={[t(sectionLabel(section)), client.displayName || client.clientIdentifier]}
        heading={client.displayName || client.clientIdentifier}
        picture={<AppTile name={client.displayName || client.clientIdentifier} size="lg" />}
        badges={<ClientBadges client={client} />}
        intro={<Who data={data} />}
        actions={
          <>
            {section === 'connect' && <TestSignIn client={client} />}
            <RecordMenu
              name={client.displayName || client.clientIdentifier}
              copied={client.clientIdentifier}
              deletion={mayDelete ? sectionAddress(client.id, 'delete') : null}
            />
          </>
        }
        back={{ href: '/admin/clients', label: t('clients.title') }}
      />
      <Tabs
        label={t('clients.sections.label')}
        tabs={tabs}
        here={sectionAddress(client.id, section)}
        pagesLabel={t('shell.subsections')}
      >
        {client.isSystemLevelClient && section !== 'delete' && (
          <Notice kind="warning" id="built-in" className="mb-5">
            {t('clients.settings.built_in')}
          </Notice>
        )}
        {isBeyondReach && (
          <Notice kind="warning" id="beyond-reach" className="mb-5">
            {t('clients.beyond_reach')}
          </Notice>
        )}
        {!mayWrite(visitor, 'clients') && <ReadOnlyNotice />}
        {children}
      </Tabs>
    </>
  )
}

/** Opens a real sign-in in a new tab, for an application that people can sign in to. */
async function TestSignIn({ client }: Pick<ClientPageData, 'client'>) {
  const t = await pageTexts()
  if (!client.authorizationCodeEnabled || !client.redirectURIs?.length) return null
  return (
    <a
      id="test-sign-in"
      href={`${sectionAddress(client.id, 'connect')}/test`}
      target="_blank"
      rel="noopener"
      className="btn btn-sm"
      title={t('clients.tested.hint')}
    >
      <Play aria-hidden="true" />
      {t('clients.tested.start')}
      <span className="sr-only"> ({t('common.opens_in_new_tab')})</span>
    </a>
  )
}

async function Who({ data: { client } }: { readonly data: ClientPageData }) {
  const t = await pageTexts()
  return (
    <Dotted>
      <ClientKind client={client} />
      <span className="inline-flex min-w-0 items-center gap-1">
        <bdi dir="ltr" id="client-identifier" className="mono [overflow-wrap:anywhere]">
          {client.clientIdentifier}
        </bdi>
        <CopyButton value={client.clientIdentifier} label={t('clients.copy_identifier')} />
      </span>
    </Dotted>
  )
}
