import { AppWindow, Plus, SearchX } from 'lucide-react'
import Link from 'next/link'
import { EmptyState } from '#app/_ui/list/empty-state.tsx'
import { leadToLastPage, readListState, type SearchParams } from '#app/_ui/list/list-state.ts'
import { Pagination } from '#app/_ui/list/pagination.tsx'
import { RecordCell } from '#app/_ui/list/record-cell.tsx'
import { SearchBox } from '#app/_ui/list/search-box.tsx'
import { Table, TableFrame } from '#app/_ui/list/table.tsx'
import { Toolbar } from '#app/_ui/list/toolbar.tsx'
import { openConsole } from '#app/_ui/shell/api.ts'
import { PageHeader } from '#app/_ui/shell/page-header.tsx'
import { mayWrite } from '#app/_ui/shell/rights.ts'
import { AppTile } from '#app/_ui/text/app-tile.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { ClientBadges } from './_parts/client-badges.tsx'
import { ClientKind } from './_parts/client-kind.tsx'
import type { ClientRecord } from './_parts/client-page-data.ts'
import { sectionAddress } from './_parts/section-address.ts'

const path = '/admin/clients'
const size = 20

interface ClientsPageProps {
  readonly searchParams: SearchParams
}

/** The applications that may request tokens from this server. */
export default async function ClientsPage({ searchParams }: ClientsPageProps) {
  const t = await pageTexts()
  const { query, page } = await readListState(searchParams)
  const { api, visitor } = await openConsole()
  const { clients, total } = await api.searchClients({ query: { query, page, size } })
  const kept: Record<string, string> = query ? { query } : {}
  leadToLastPage({ shown: clients.length, total, size, path, kept })
  return (
    <>
      <PageHeader
        title={t('clients.title')}
        intro={t('clients.intro')}
        actions={mayWrite(visitor, 'clients') && <NewClient />}
      />
      <Toolbar>
        <SearchBox label={t('clients.search')} query={query} />
      </Toolbar>
      <TableFrame>
        {clients.length > 0 ? <ClientTable clients={clients} /> : <NoneFound query={query} />}
        <Pagination page={page} size={size} total={total} path={path} query={kept} />
      </TableFrame>
    </>
  )
}

async function NewClient() {
  const t = await pageTexts()
  return (
    <Link id="new-client" href={`${path}/new`} prefetch={false} className="btn btn-primary btn-sm">
      <Plus aria-hidden="true" />
      {t('clients.add')}
    </Link>
  )
}

/** The built-in client always exists, so only a search can be empty. */
async function NoneFound({ query }: { readonly query: string }) {
  const t = await pageTexts()
  return (
    <EmptyState
      icon={query ? SearchX : AppWindow}
      title={t('console.search_empty', { query })}
      text={t('clients.search_hint')}
    >
      <Link href={path} prefetch={false} className="btn btn-sm">
        {t('console.show_all')}
      </Link>
    </EmptyState>
  )
}

async function ClientTable({ clients }: { readonly clients: readonly ClientRecord[] }) {
  const t = await pageTexts()
  return (
    <Table id="clients" isStackable isFit>
      <thead>
        <tr>
          <th scope="col">{t('clients.client')}</th>
          <th scope="col" className="@max-[62rem]:hidden">
            {t('clients.description')}
          </th>
          <th scope="col">{t('clients.kind_and_state')}</th>
        </tr>
      </thead>
      <tbody>
        {clients.map((client) => (
          <ClientRow key={client.id} client={client} />
        ))}
      </tbody>
    </Table>
  )
}

function ClientRow({ client }: { readonly client: ClientRecord }) {
  const { id, clientIdentifier, displayName, description } = client
  const identifier = (
    <bdi dir="ltr" className="mono">
      {clientIdentifier}
    </bdi>
  )
  return (
    <tr className="relative">
      <RecordCell
        href={sectionAddress(id, 'settings')}
        picture={<AppTile name={displayName || clientIdentifier} />}
        inFull={displayName ? `${displayName} ${clientIdentifier}` : clientIdentifier}
      >
        {displayName ? <bdi>{displayName}</bdi> : identifier}
        {displayName && <small className="ms-2 max-sm:hidden">{identifier}</small>}
      </RecordCell>
      <td className="keep sm:hidden">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 [overflow-wrap:anywhere]">
          {displayName && identifier}
          <ClientKind client={client} />
          <ClientBadges client={client} />
        </span>
      </td>
      <td className="ui-soft @max-[62rem]:hidden">
        <bdi className="block max-w-80 truncate" title={description}>
          {description}
        </bdi>
      </td>
      <td>
        <span className="flex items-center gap-2">
          <ClientKind client={client} />
          <ClientBadges client={client} />
        </span>
      </td>
    </tr>
  )
}
