import { Boxes, Plus, SearchX } from 'lucide-react'
import Link from 'next/link'
import { leadToLastPage, readListState, type SearchParams } from '#app/_ui/list/list-state.ts'
import { Pagination } from '#app/_ui/list/pagination.tsx'
import { SearchBox } from '#app/_ui/list/search-box.tsx'
import { openConsole } from '#app/_ui/shell/api.ts'
import { Badge, Card, EmptyState, tableInCard } from '#app/_ui/shell/card.tsx'
import { PageHeader } from '#app/_ui/shell/page-header.tsx'
import { mayWrite } from '#app/_ui/shell/rights.ts'
import { resourceDescription } from '#app/_ui/text/built-in-texts.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { ResourceRecord } from './_parts/resource-page-data.ts'
import { sectionAddress } from './_parts/section-address.ts'

const path = '/admin/resources'
const size = 20

/** The APIs whose permissions this server grants. */
export default async function ResourcesPage({
  searchParams,
}: {
  readonly searchParams: SearchParams
}) {
  const t = await pageTexts()
  const { query, page } = await readListState(searchParams)
  const { api, visitor } = await openConsole()
  const { resources, total } = await api.searchResources({ query: { query, page, size } })
  const kept: Record<string, string> = query ? { query } : {}
  leadToLastPage({ shown: resources.length, total, size, path, kept })
  const shown = resources.map((resource) => ({
    ...resource,
    description: resourceDescription(t, resource),
  }))
  return (
    <>
      <PageHeader
        title={t('resources.title')}
        intro={t('resources.intro')}
        actions={mayWrite(visitor, 'settings') && <NewResource />}
      />
      <div className="mb-4">
        <SearchBox label={t('resources.search')} query={query} />
      </div>
      <Card flush>
        {shown.length > 0 ? <Table resources={shown} /> : <NoneFound query={query} />}
        <Pagination page={page} size={size} total={total} path={path} query={kept} />
      </Card>
    </>
  )
}

async function NewResource() {
  const t = await pageTexts()
  return (
    <Link
      id="new-resource"
      href={`${path}/new`}
      prefetch={false}
      className="btn btn-primary btn-sm"
    >
      <Plus className="size-4" aria-hidden="true" />
      {t('resources.add')}
    </Link>
  )
}

/** The built-in resource always exists, so only a search can be empty. */
async function NoneFound({ query }: { readonly query: string }) {
  const t = await pageTexts()
  return (
    <EmptyState
      icon={query ? SearchX : Boxes}
      title={t('console.search_empty', { query })}
      text={t('resources.search_hint')}
    >
      <Link href={path} prefetch={false} className="btn btn-sm">
        {t('console.show_all')}
      </Link>
    </EmptyState>
  )
}

async function Table({ resources }: { readonly resources: readonly ResourceRecord[] }) {
  const t = await pageTexts()
  return (
    <table id="resources" className={tableInCard}>
      <thead>
        <tr>
          <th scope="col">{t('resources.resource')}</th>
          <th scope="col" className="max-sm:hidden">
            {t('console.record.description')}
          </th>
        </tr>
      </thead>
      <tbody>
        {resources.map(({ id, resourceIdentifier, description, isSystemLevelResource }) => (
          <tr key={id} className="relative hover:bg-base-content/4">
            <td className="min-w-0">
              <span className="flex flex-wrap items-center gap-2">
                <Link
                  href={sectionAddress(id, 'permissions')}
                  prefetch={false}
                  className="text-link font-mono [overflow-wrap:anywhere] after:absolute after:inset-0"
                >
                  <bdi dir="ltr">{resourceIdentifier}</bdi>
                </Link>
                {isSystemLevelResource && <Badge>{t('resources.built_in')}</Badge>}
              </span>
              <div className="text-muted [overflow-wrap:anywhere] empty:hidden sm:hidden">
                {description}
              </div>
            </td>
            <td className="text-muted [overflow-wrap:anywhere] max-sm:hidden">
              <bdi>{description}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
