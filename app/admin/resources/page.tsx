import { Boxes, Plus, SearchX } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
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
import { Badge } from '#app/_ui/text/badge.tsx'
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
      <Toolbar>
        <SearchBox label={t('resources.search')} query={query} />
      </Toolbar>
      <TableFrame>
        {shown.length > 0 ? <ResourceTable resources={shown} /> : <NoneFound query={query} />}
        <Pagination page={page} size={size} total={total} path={path} query={kept} />
      </TableFrame>
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
      <Plus aria-hidden="true" />
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

async function ResourceTable({ resources }: { readonly resources: readonly ResourceRecord[] }) {
  const t = await pageTexts()
  return (
    <Table id="resources" isStackable isFit>
      <thead>
        <tr>
          <th scope="col">{t('resources.resource')}</th>
          <th scope="col">{t('console.record.description')}</th>
        </tr>
      </thead>
      <tbody>
        {resources.map((resource) => (
          <ResourceRow
            key={resource.id}
            resource={resource}
            badge={resource.isSystemLevelResource && <Badge>{t('resources.built_in')}</Badge>}
          />
        ))}
      </tbody>
    </Table>
  )
}

interface ResourceRowProps {
  readonly resource: ResourceRecord
  readonly badge: ReactNode
}

function ResourceRow({ resource, badge }: ResourceRowProps) {
  const { id, resourceIdentifier, description } = resource
  return (
    <tr className="relative">
      <RecordCell
        href={sectionAddress(id, 'permissions')}
        picture={<Boxes className="text-muted" aria-hidden="true" />}
        inFull={resourceIdentifier}
        badge={badge}
      >
        <bdi dir="ltr">{resourceIdentifier}</bdi>
      </RecordCell>
      <td className="keep ui-soft">
        <bdi
          className="block max-w-[min(25rem,45cqi)] truncate max-sm:whitespace-normal"
          title={description}
        >
          {description}
        </bdi>
      </td>
    </tr>
  )
}
