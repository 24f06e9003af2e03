import { AppWindow, Plus, SearchX } from 'lucide-react'
import Link from 'next/link'
import { leadToLastPage, readListState, type SearchParams } from '#app/_ui/list/list-state.ts'
import { Pagination } from '#app/_ui/list/pagination.tsx'
import { SearchBox } from '#app/_ui/list/search-box.tsx'
import { openConsole } from '#app/_ui/shell/api.ts'
import { Card, EmptyState, tableInCard } from '#app/_ui/shell/card.tsx'
import { PageHeader } from '#app/_ui/shell/page-header.tsx'
import { mayWrite } from '#app/_ui/shell/rights.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { ClientBadges } from './_parts/client-badges.tsx'
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
      <div className="mb-4">
        <SearchBox label={t('clients.search')} query={query} />
      </div>
      <Card flush>
        {clients.length > 0 ? <Table clients={clients} /> : <NoneFound query={query} />}
        <Pagination page={page} size={size} total={total} path={path} query={kept} />
      </Card>
    </>
  )
}

async function NewClient() {
  const t = await pageTexts()
  return (
    <Link id="new-client" href={`${path}/new`} prefetch={false} className="btn btn-primary btn-sm">
      <Plus className="size-4" aria-hidden="true" />
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

async function Table({ clients }: { readonly clients: readonly ClientRecord[] }) {
  const t = await pageTexts()
  return (
    <table id="clients" className={tableInCard}>
      <thead>
        <tr>
          <th scope="col">{t('clients.client')}</th>
          <th scope="col" className="hidden md:table-cell">
            {t('clients.description')}
          </th>
          <th scope="col" className="text-end">
            {t('clients.kind_and_state')}
          </th>
        </tr>
      </thead>
      <tbody>
        {clients.map((client) => (
          <tr key={client.id} className="relative hover:bg-base-content/4">
            <td className="min-w-0">
              <Link
                href={sectionAddress(client.id, 'settings')}
                prefetch={false}
                className="text-link font-mono [overflow-wrap:anywhere] after:absolute after:inset-0"
              >
                <bdi dir="ltr">{client.clientIdentifier}</bdi>
              </Link>
              {client.displayName && (
                <div className="text-muted [overflow-wrap:anywhere]">
                  <bdi>{client.displayName}</bdi>
                </div>
              )}
            </td>
            <td className="hidden text-muted md:table-cell">
              <bdi className="line-clamp-2 max-w-md [overflow-wrap:anywhere]">
                {client.description}
              </bdi>
            </td>
            <td>
              <div className="flex flex-col items-end gap-1 sm:flex-row sm:flex-wrap sm:justify-end">
                <ClientBadges client={client} />
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
