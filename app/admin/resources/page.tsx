import { Boxes, Download, Plus, SearchX } from 'lucide-react'
import Link from 'next/link'
import { CopyId } from '#app/_ui/list/copy-id.tsx'
import { type Column, DataTable } from '#app/_ui/list/data-table.tsx'
import { EmptyState } from '#app/_ui/list/empty-state.tsx'
import type { SearchParams } from '#app/_ui/list/list-state.ts'
import { ListToolbar } from '#app/_ui/list/list-toolbar.tsx'
import { type List, openList, stayWithin } from '#app/_ui/list/open-list.ts'
import { RowMenu } from '#app/_ui/list/row-menu.tsx'
import { type Api, openConsole } from '#app/_ui/shell/api.ts'
import { PageHeader } from '#app/_ui/shell/page-header.tsx'
import { mayWrite } from '#app/_ui/shell/rights.ts'
import { Badge } from '#app/_ui/text/badge.tsx'
import { resourceDescription } from '#app/_ui/text/built-in-texts.ts'
import { pageTexts, type Texts } from '#app/_ui/text/texts.ts'
import { resourceList, resourceQuery } from './_parts/resource-list.ts'
import { sectionAddress } from './_parts/section-address.ts'

type ListedResource = Awaited<ReturnType<Api['searchResources']>>['resources'][number]

/** The APIs whose permissions this server grants. */
export default async function ResourcesPage({
  searchParams,
}: {
  readonly searchParams: SearchParams
}) {
  const t = await pageTexts()
  const list = await openList(resourceList, searchParams)
  const { api, visitor, language } = await openConsole()
  const { page, size } = list
  const query = { ...resourceQuery(list), page, size, details: 'true' as const }
  const { resources, total } = await api.searchResources({ query })
  stayWithin(list, resources.length, total)
  const columns = columnsOf(t, language)
  return (
    <>
      <PageHeader
        title={t('resources.title')}
        intro={t('resources.intro')}
        actions={mayWrite(visitor, 'settings') && <NewResource />}
      />
      <ListToolbar list={list} search={t('resources.search')} columns={columns} />
      <DataTable
        id="resources"
        list={list}
        total={total}
        rows={resources}
        first={{ label: t('lists.name'), sort: 'identifier' }}
        columns={columns}
        head={(resource) => rowHead(t, resource)}
        acts={[{ value: 'export', label: t('list.export'), icon: <Download /> }]}
        empty={<NoneFound list={list} />}
      />
    </>
  )
}

async function NewResource() {
  const t = await pageTexts()
  return (
    <Link
      id="new-resource"
      href={`${resourceList.path}/new`}
      prefetch={false}
      className="btn btn-primary btn-sm"
    >
      <Plus aria-hidden="true" />
      {t('resources.add')}
    </Link>
  )
}

/** The built-in resource always exists, so only a search can be empty. */
async function NoneFound({ list: { query } }: { readonly list: List }) {
  const t = await pageTexts()
  return (
    <EmptyState
      icon={query ? SearchX : Boxes}
      title={t('console.search_empty', { query })}
      text={t('resources.search_hint')}
    >
      <Link href={resourceList.path} prefetch={false} className="btn btn-sm">
        {t('console.show_all')}
      </Link>
    </EmptyState>
  )
}

function columnsOf(t: Texts, language: string): readonly Column<ListedResource>[] {
  return [
    {
      key: 'description',
      label: t('console.record.description'),
      from: 44,
      look: 'ui-soft',
      cell: (resource) => <Description text={resourceDescription(t, resource)} />,
    },
    {
      key: 'permissions',
      label: t('lists.permissions'),
      sort: 'permissionCount',
      look: 'num',
      cell: ({ permissionCount = 0 }) => permissionCount.toLocaleString(language),
    },
  ]
}

function Description({ text }: { readonly text: string }) {
  return (
    <bdi className="block max-w-[min(25rem,45cqi)] truncate" title={text}>
      {text}
    </bdi>
  )
}

function rowHead(t: Texts, resource: ListedResource) {
  const { id, resourceIdentifier, isSystemLevelResource } = resource
  const href = sectionAddress(id, 'permissions')
  return {
    key: id,
    name: resourceIdentifier,
    href,
    picture: <Boxes className="text-muted" aria-hidden="true" />,
    inFull: resourceIdentifier,
    badge: isSystemLevelResource && <Badge>{t('resources.built_in')}</Badge>,
    title: <bdi dir="ltr">{resourceIdentifier}</bdi>,
    phone: <bdi>{resourceDescription(t, resource)}</bdi>,
    menu: (
      <RowMenu id={`resource-${id}-menu`} name={resourceIdentifier}>
        <Link href={href} prefetch={false}>
          <Boxes aria-hidden="true" />
          {t('list.open')}
        </Link>
        <CopyId value={resourceIdentifier} />
      </RowMenu>
    ),
  }
}
