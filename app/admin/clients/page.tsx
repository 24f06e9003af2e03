import { AppWindow, Ban, CircleCheck, Download, Plus, SearchX, Trash2 } from 'lucide-react'
import Link from 'next/link'
import { DataTable } from '#app/_ui/list/data-table.tsx'
import { EmptyState } from '#app/_ui/list/empty-state.tsx'
import type { SearchParams } from '#app/_ui/list/list-state.ts'
import { ListToolbar } from '#app/_ui/list/list-toolbar.tsx'
import { type List, openList, stayWithin } from '#app/_ui/list/open-list.ts'
import { openConsole } from '#app/_ui/shell/api.ts'
import { PageHeader } from '#app/_ui/shell/page-header.tsx'
import { mayWrite } from '#app/_ui/shell/rights.ts'
import { AppTile } from '#app/_ui/text/app-tile.tsx'
import { pageTexts, type Texts } from '#app/_ui/text/texts.ts'
import { Awaiting } from './_parts/awaiting.tsx'
import { ClientBadges } from './_parts/client-badges.tsx'
import { clientColumns, type ListedClient } from './_parts/client-columns.tsx'
import { clientFilters } from './_parts/client-filters.ts'
import { ClientKind } from './_parts/client-kind.tsx'
import { clientList, clientQuery } from './_parts/client-list.ts'
import { ClientRowMenu } from './_parts/client-row-menu.tsx'
import { sectionAddress } from './_parts/section-address.ts'

interface ClientsPageProps {
  readonly searchParams: SearchParams
}

/** The applications that may request tokens from this server. */
export default async function ClientsPage({ searchParams }: ClientsPageProps) {
  const t = await pageTexts()
  const list = await openList(clientList, searchParams)
  const { api, visitor, language } = await openConsole()
  const { page, size } = list
  const query = { ...clientQuery(list, visitor.now), page, size, details: 'true' as const }
  const [{ clients, total }, awaiting] = await Promise.all([
    api.searchClients({ query }),
    api.listSelfRegisteredClients({ query: { state: 'pending', size: 5 } }),
  ])
  stayWithin(list, clients.length, total)
  const columns = clientColumns(t, language)
  const mayEdit = mayWrite(visitor, 'clients')
  return (
    <>
      <PageHeader
        title={t('clients.title')}
        intro={t('clients.intro')}
        actions={mayEdit && <NewClient />}
      />
      <Awaiting awaiting={awaiting} />
      <ListToolbar
        list={list}
        search={t('clients.search')}
        filters={clientFilters(t)}
        columns={columns}
      />
      <DataTable
        id="clients"
        list={list}
        total={total}
        rows={clients}
        first={{ label: t('lists.name'), sort: 'name' }}
        columns={columns}
        head={(client) => rowHead(t, client, mayEdit)}
        acts={bulkActs(t, mayEdit)}
        empty={<NoneFound list={list} />}
      />
    </>
  )
}

async function NewClient() {
  const t = await pageTexts()
  return (
    <Link
      id="new-client"
      href={`${clientList.path}/new`}
      prefetch={false}
      className="btn btn-primary btn-sm"
    >
      <Plus aria-hidden="true" />
      {t('clients.add')}
    </Link>
  )
}

/** The built-in client always exists, so only a search or a filter can leave the list empty. */
async function NoneFound({ list: { query } }: { readonly list: List }) {
  const t = await pageTexts()
  return (
    <EmptyState
      icon={query ? SearchX : AppWindow}
      title={query ? t('console.search_empty', { query }) : t('list.no_match')}
      text={query ? t('clients.search_hint') : t('list.no_match_hint')}
    >
      <Link href={clientList.path} prefetch={false} className="btn btn-sm">
        {t('console.show_all')}
      </Link>
    </EmptyState>
  )
}

function bulkActs(t: Texts, mayEdit: boolean) {
  const exporting = { value: 'export', label: t('list.export'), icon: <Download /> }
  if (!mayEdit) return [exporting]
  return [
    { value: 'disable-applications', label: t('lists.disable'), icon: <Ban /> },
    { value: 'enable-applications', label: t('lists.enable'), icon: <CircleCheck /> },
    exporting,
    { value: 'delete-applications', label: t('console.delete'), icon: <Trash2 /> },
  ]
}

function rowHead(t: Texts, client: ListedClient, mayEdit: boolean) {
  const { id, clientIdentifier, createdViaDcr } = client
  // The name of an application that registered itself is not verified.
  const displayName =
    client.displayName && createdViaDcr
      ? t('own.apps.quoted', { name: client.displayName })
      : client.displayName
  const href = sectionAddress(id, 'settings')
  const identifier = (
    <bdi dir="ltr" className="mono">
      {clientIdentifier}
    </bdi>
  )
  return {
    key: id,
    name: displayName || clientIdentifier,
    href,
    picture: <AppTile name={client.displayName || clientIdentifier} />,
    inFull: displayName ? `${displayName} ${clientIdentifier}` : clientIdentifier,
    title: (
      <>
        {displayName ? <bdi>{displayName}</bdi> : identifier}
        {displayName && <small className="ms-2 max-sm:hidden">{identifier}</small>}
      </>
    ),
    phone: (
      <>
        {displayName && identifier}
        <ClientKind client={client} />
        <ClientBadges client={client} />
      </>
    ),
    menu: <ClientRowMenu client={client} href={href} mayEdit={mayEdit} />,
  }
}
