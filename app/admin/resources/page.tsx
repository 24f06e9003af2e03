import { Boxes, Download, Plus, SearchX, Trash2, UserRound } from 'lucide-react'
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
import { mayRead, mayWrite } from '#app/_ui/shell/rights.ts'
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
  const mayEdit = mayWrite(visitor, 'settings')
  return (
    <>
      <PageHeader
        title={t('resources.title')}
        intro={t('resources.intro')}
        actions={mayEdit && <NewResource />}
      />
      <ListToolbar list={list} search={t('resources.search')} columns={columns} />
      <DataTable
        id="resources"
        list={list}
        total={total}
        rows={resources}
        first={{ label: t('lists.name'), sort: 'identifier' }}
        columns={columns}
        head={(resource) => rowHead(t, resource, { mayEdit, maySee: mayRead(visitor, 'users') })}
        acts={bulkActs(t, mayEdit)}
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
    <span className="block max-w-[min(25rem,45cqi)] truncate" title={text}>
      <bdi>{text}</bdi>
    </span>
  )
}

function bulkActs(t: Texts, mayEdit: boolean) {
  const exporting = { value: 'export', label: t('list.export'), icon: <Download /> }
  if (!mayEdit) return [exporting]
  return [exporting, { value: 'delete-apis', label: t('console.delete'), icon: <Trash2 /> }]
}

interface RowRights {
  readonly mayEdit: boolean
  /** The visitor may see who holds a permission. */
  readonly maySee: boolean
}

function rowHead(t: Texts, resource: ListedResource, { mayEdit, maySee }: RowRights) {
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
        {maySee && (
          <Link href={sectionAddress(id, 'users-with-permission')} prefetch={false}>
            <UserRound aria-hidden="true" />
            {t('shell.tabs.holders')}
          </Link>
        )}
        {mayEdit && !isSystemLevelResource && (
          <>
            <hr />
            <Link href={sectionAddress(id, 'delete')} prefetch={false} className="danger">
              <Trash2 aria-hidden="true" />
              {t('console.delete')}…
            </Link>
          </>
        )}
      </RowMenu>
    ),
  }
}
