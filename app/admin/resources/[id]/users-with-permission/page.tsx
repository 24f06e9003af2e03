import { AppWindow, Download, Plus, SearchX, UserRound, UsersRound } from 'lucide-react'
import Link from 'next/link'
import { permissionChoice } from '#app/_ui/form/permission-choice.ts'
import { EmptyState } from '#app/_ui/list/empty-state.tsx'
import { addressWith } from '#app/_ui/list/list-address.ts'
import { leadToLastPage, readListState } from '#app/_ui/list/list-state.ts'
import { Pagination } from '#app/_ui/list/pagination.tsx'
import { NobodyFound } from '#app/_ui/list/people-table.tsx'
import { SearchBox } from '#app/_ui/list/search-box.tsx'
import { TableFrame } from '#app/_ui/list/table.tsx'
import { Toolbar } from '#app/_ui/list/toolbar.tsx'
import { mayWrite } from '#app/_ui/shell/rights.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import {
  type HolderFilter,
  holderFilterIn,
  holderParameters,
  holderSources,
} from '#app/admin/resources/_parts/holder-filter.ts'
import { type HolderKind, holderKinds } from '#app/admin/resources/_parts/holder-kind.ts'
import { HolderTable } from '#app/admin/resources/_parts/holder-table.tsx'
import { NoPermissions } from '#app/admin/resources/_parts/no-permissions.tsx'
import { PermissionNav } from '#app/admin/resources/_parts/permission-nav.tsx'
import {
  type HeldPermission,
  openPermission,
  type PermissionPageData,
} from '#app/admin/resources/_parts/permission-page-data.ts'
import type { ResourcePageProps } from '#app/admin/resources/_parts/resource-page-data.ts'
import { ResourceShell } from '#app/admin/resources/_parts/resource-shell.tsx'
import { sectionAddress } from '#app/admin/resources/_parts/section-address.ts'

const size = 20

/** Who holds a permission, and why: users, groups and applications. */
export default async function WhoHasItPage(props: ResourcePageProps) {
  const { permission: wanted, ...sent } = await props.searchParams
  const filter = holderFilterIn(sent)
  const { kind } = filter
  const data = await openPermission(props, wanted)
  const { permission, visitor } = data
  const mayGive = data.mayGrant || mayWrite(visitor, 'clients')
  return (
    <ResourceShell
      data={data}
      section="users-with-permission"
      isEditable={data.mayGrant}
      actions={permission && mayGive && <GiveTo permission={permission} kind={kind} />}
    >
      {permission ? (
        <div className="grid items-start gap-6 @min-[52rem]:grid-cols-[17rem_minmax(0,1fr)]">
          <PermissionNav data={data} />
          <Holders
            page={(await readListState(props.searchParams)).page}
            data={data}
            permission={permission}
            filter={filter}
          />
        </div>
      ) : (
        <NoPermissions data={data} />
      )}
    </ResourceShell>
  )
}

interface HoldersProps {
  readonly data: PermissionPageData
  readonly permission: HeldPermission
  readonly filter: HolderFilter
  readonly page: number
}

async function Holders({ data, permission, filter, page }: HoldersProps) {
  const t = await pageTexts()
  const { api, resource, visitor } = data
  const { kind, query } = filter
  const mayTake = mayWrite(visitor, kind === 'client' ? 'clients' : 'users')
  const found = await api.listPermissionHolders({
    params: { id: permission.id },
    query: { ...filter, page, size },
  })
  const path = sectionAddress(resource.id, 'users-with-permission')
  const kept = holderParameters(permission.id, filter)
  const shown = found.users.length + found.groups.length + found.clients.length
  leadToLastPage({ shown, total: found.total, size, path, kept })
  const { query: _, ...beside } = kept
  return (
    <div id="holders" className="min-w-0">
      <h2 dir="ltr" className="mono mb-3 text-start [overflow-wrap:anywhere]">
        {permissionChoice(permission).scope}
      </h2>
      <Toolbar>
        <Kinds path={path} permission={permission} kind={kind} counts={found.counts} />
        {kind === 'user' && <SearchBox label={t('users.search')} query={query} kept={beside} />}
        {kind === 'user' && <Sources path={path} permission={permission} filter={filter} />}
        <span className="grow" />
        {shown > 0 && (
          <a
            id="export"
            href={addressWith(`${path}/export`, kept)}
            className="btn btn-sm btn-square max-sm:hidden print:hidden"
            aria-label={t('list.export')}
            title={t('list.export_hint')}
          >
            <Download aria-hidden="true" />
          </a>
        )}
      </Toolbar>
      <TableFrame>
        {shown > 0 && <HolderTable found={found} permission={permission} mayTake={mayTake} />}
        {shown === 0 && query && <NobodyFound query={query} />}
        {shown === 0 && !query && <Nobody filter={filter} />}
        <Pagination page={page} size={size} total={found.total} path={path} query={kept} />
      </TableFrame>
    </div>
  )
}

interface KindsProps {
  readonly path: string
  readonly permission: HeldPermission
  readonly kind: HolderKind
  readonly counts: Readonly<Record<'users' | 'groups' | 'clients', number>>
}

async function Kinds({ path, permission, kind, counts }: KindsProps) {
  const t = await pageTexts()
  const labels = {
    user: t('access.holders.users', { count: counts.users }),
    group: t('access.holders.groups', { count: counts.groups }),
    client: t('access.holders.applications', { count: counts.clients }),
  }
  return (
    <nav className="ui-segmented flex-wrap" aria-label={t('access.holders.kinds')}>
      {holderKinds.map((one) => (
        <Link
          key={one}
          href={addressWith(path, holderParameters(permission.id, holderFilterIn({ kind: one })))}
          prefetch={false}
          aria-current={one === kind ? 'page' : undefined}
        >
          {labels[one]}
        </Link>
      ))}
    </nav>
  )
}

interface SourcesProps {
  readonly path: string
  readonly permission: HeldPermission
  readonly filter: HolderFilter
}

/** Narrows the users to those who have the permission in one way. */
async function Sources({ path, permission, filter }: SourcesProps) {
  const t = await pageTexts()
  const labels = { direct: t('access.direct'), group: t('access.holders.by_group') }
  return (
    <nav id="sources" className="ui-segmented flex-wrap" aria-label={t('access.source')}>
      {[undefined, ...holderSources].map((source) => (
        <Link
          key={source ?? 'any'}
          href={addressWith(path, holderParameters(permission.id, { ...filter, source }))}
          prefetch={false}
          aria-current={source === filter.source ? 'page' : undefined}
        >
          {source ? labels[source] : t('access.holders.any_source')}
        </Link>
      ))}
    </nav>
  )
}

/** Leads to the search for a user, a group or an application; it begins with the kind that the page shows. */
async function GiveTo({ permission, kind }: Pick<KindsProps, 'permission' | 'kind'>) {
  const t = await pageTexts()
  const { id, resourceId } = permission
  const path = `${sectionAddress(resourceId, 'users-with-permission')}/add/${id}`
  return (
    <Link
      id="give-to"
      href={kind === 'user' ? path : `${path}?kind=${kind}`}
      prefetch={false}
      className="btn btn-primary btn-sm"
    >
      <Plus aria-hidden="true" />
      {t('access.holders.give')}
    </Link>
  )
}

async function Nobody({ filter: { kind, source } }: { readonly filter: HolderFilter }) {
  const t = await pageTexts()
  if (source) {
    const texts = { title: t('list.no_match'), text: t('list.no_match_hint') }
    return <EmptyState icon={SearchX} {...texts} />
  }
  const icons = { user: UserRound, group: UsersRound, client: AppWindow }
  const titles = {
    user: t('resources.users.none'),
    group: t('access.holders.none_groups'),
    client: t('access.holders.none_applications'),
  }
  return <EmptyState icon={icons[kind]} title={titles[kind]} text={t('access.holders.none_hint')} />
}
