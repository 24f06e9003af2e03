import { AppWindow, Plus, UserRound, UsersRound } from 'lucide-react'
import Link from 'next/link'
import { permissionChoice } from '#app/_ui/form/permission-choice.ts'
import { EmptyState } from '#app/_ui/list/empty-state.tsx'
import { leadToLastPage, readListState } from '#app/_ui/list/list-state.ts'
import { Pagination } from '#app/_ui/list/pagination.tsx'
import { NobodyFound } from '#app/_ui/list/people-table.tsx'
import { SearchBox } from '#app/_ui/list/search-box.tsx'
import { TableFrame } from '#app/_ui/list/table.tsx'
import { Toolbar } from '#app/_ui/list/toolbar.tsx'
import { mayWrite } from '#app/_ui/shell/rights.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { type HolderKind, holderKindOf, holderKinds } from '../../_parts/holder-kind.ts'
import { HolderTable } from '../../_parts/holder-table.tsx'
import { NoPermissions } from '../../_parts/no-permissions.tsx'
import { PermissionNav } from '../../_parts/permission-nav.tsx'
import {
  type HeldPermission,
  openPermission,
  type PermissionPageData,
} from '../../_parts/permission-page-data.ts'
import type { ResourcePageProps } from '../../_parts/resource-page-data.ts'
import { ResourceShell } from '../../_parts/resource-shell.tsx'
import { sectionAddress } from '../../_parts/section-address.ts'

const size = 20

/** Who holds a permission, and why: users, groups and applications. */
export default async function WhoHasItPage(props: ResourcePageProps) {
  const { permission: wanted, kind: sent } = await props.searchParams
  const kind = holderKindOf(sent) ?? 'user'
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
            {...(await readListState(props.searchParams))}
            data={data}
            permission={permission}
            kind={kind}
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
  readonly kind: HolderKind
  readonly query: string
  readonly page: number
}

async function Holders({ data, permission, kind, query, page }: HoldersProps) {
  const t = await pageTexts()
  const { api, resource, visitor } = data
  const mayTake = mayWrite(visitor, kind === 'client' ? 'clients' : 'users')
  const text = kind === 'user' ? query : ''
  const found = await api.listPermissionHolders({
    params: { id: permission.id },
    query: { kind, query: text, page, size },
  })
  const path = sectionAddress(resource.id, 'users-with-permission')
  const chosen = { permission: String(permission.id), ...(kind !== 'user' && { kind }) }
  const kept = { ...chosen, ...(text && { query: text }) }
  const shown = found.users.length + found.groups.length + found.clients.length
  leadToLastPage({ shown, total: found.total, size, path, kept })
  return (
    <div id="holders" className="min-w-0">
      <h2 dir="ltr" className="mono mb-3 text-start [overflow-wrap:anywhere]">
        {permissionChoice(permission).scope}
      </h2>
      <Toolbar>
        <Kinds path={path} permission={permission} kind={kind} counts={found.counts} />
        {kind === 'user' && <SearchBox label={t('users.search')} query={text} kept={chosen} />}
      </Toolbar>
      <TableFrame>
        {shown > 0 && <HolderTable found={found} permission={permission} mayTake={mayTake} />}
        {shown === 0 && text && <NobodyFound query={text} />}
        {shown === 0 && !text && <Nobody kind={kind} />}
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
          href={`${path}?${new URLSearchParams({ permission: String(permission.id), ...(one !== 'user' && { kind: one }) })}`}
          prefetch={false}
          aria-current={one === kind ? 'page' : undefined}
        >
          {labels[one]}
        </Link>
      ))}
    </nav>
  )
}

/** Leads to the search for a user, a group or an application; it begins with the kind that the page shows. */
async function GiveTo({ permission, kind }: Pick<HoldersProps, 'permission' | 'kind'>) {
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

async function Nobody({ kind }: { readonly kind: HolderKind }) {
  const t = await pageTexts()
  const icons = { user: UserRound, group: UsersRound, client: AppWindow }
  const titles = {
    user: t('resources.users.none'),
    group: t('access.holders.none_groups'),
    client: t('access.holders.none_applications'),
  }
  return <EmptyState icon={icons[kind]} title={titles[kind]} text={t('access.holders.none_hint')} />
}
