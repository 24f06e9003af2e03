import { SearchX } from 'lucide-react'
import Link from 'next/link'
import { permissionChoice } from '#app/_ui/form/permission-choice.ts'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { EmptyState } from '#app/_ui/list/empty-state.tsx'
import { leadToLastPage, readListState, type SearchParams } from '#app/_ui/list/list-state.ts'
import { Pagination } from '#app/_ui/list/pagination.tsx'
import { NobodyFound, PeopleTable } from '#app/_ui/list/people-table.tsx'
import { SearchBox } from '#app/_ui/list/search-box.tsx'
import { mayRead, mayWrite } from '#app/_ui/shell/rights.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { findHolders } from '#app/admin/resources/_parts/find-holders.ts'
import { type FoundHolder, FoundHolders } from '#app/admin/resources/_parts/found-holders.tsx'
import { GiveButton, HoldsBadge } from '#app/admin/resources/_parts/give-button.tsx'
import {
  type HolderKind,
  holderKindOf,
  holderKinds,
} from '#app/admin/resources/_parts/holder-kind.ts'
import { openPermission } from '#app/admin/resources/_parts/permission-page-data.ts'
import type { PermissionRecord } from '#app/admin/resources/_parts/resource-page-data.ts'
import { ResourceShell } from '#app/admin/resources/_parts/resource-shell.tsx'
import { sectionAddress } from '#app/admin/resources/_parts/section-address.ts'

const size = 10

interface GivePageProps {
  readonly params: Promise<{ readonly id: string; readonly permissionId: string }>
  readonly searchParams: SearchParams
}

/** Searches for a user, a group or an application to give a permission to. */
export default async function GivePage(props: GivePageProps) {
  const t = await pageTexts()
  const { permissionId } = await props.params
  const { query, page } = await readListState(props.searchParams)
  const data = await openPermission(props, permissionId)
  const { api, resource, permission, visitor } = data
  if (!permission) return null
  const seesClients = mayRead(visitor, 'clients')
  const wanted = holderKindOf((await props.searchParams).kind) ?? 'user'
  const kind = wanted === 'client' && !seesClients ? 'user' : wanted
  const mayGive = mayWrite(visitor, kind === 'client' ? 'clients' : 'users')
  const searches = {
    user: t('users.search'),
    group: t('groups.search'),
    client: t('clients.search'),
  }
  const search = { query, page, size, permissionId: permission.id }
  const result = await findHolders(api, kind, search)
  const path = `${sectionAddress(resource.id, 'users-with-permission')}/add/${permissionId}`
  const ofKind = kind === 'user' ? undefined : { kind }
  const kept = { ...ofKind, ...(query && { query }) }
  leadToLastPage({ shown: result.found.length, total: result.total, size, path, kept })
  return (
    <ResourceShell data={data} section="users-with-permission" isEditable={mayGive}>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <KindLinks path={path} kind={kind} seesClients={seesClients} />
        <SearchBox label={searches[kind]} query={query} kept={ofKind ?? {}} />
      </div>
      {!seesClients && (
        <p id="needs-role" className="ui-hint mb-4">
          {t('access.holders.needs_role', { role: t('access.roles.applications.name') })}
        </p>
      )}
      <Panel
        title={t('access.holders.give_title', { scope: permissionChoice(permission).scope })}
        id="people"
        flush
      >
        <Found result={result} permission={permission} mayGive={mayGive} query={query} />
        <Pagination path={path} size={size} total={result.total} page={page} query={kept} />
      </Panel>
    </ResourceShell>
  )
}

interface KindLinksProps {
  readonly path: string
  readonly kind: HolderKind
  readonly seesClients: boolean
}

async function KindLinks({ path, kind, seesClients }: KindLinksProps) {
  const t = await pageTexts()
  const labels = {
    user: t('users.title'),
    group: t('groups.title'),
    client: t('clients.title'),
  }
  return (
    <nav className="ui-segmented flex-wrap" aria-label={t('access.holders.kinds')}>
      {holderKinds
        .filter((one) => one !== 'client' || seesClients)
        .map((one) => (
          <Link
            key={one}
            href={one === 'user' ? path : `${path}?kind=${one}`}
            prefetch={false}
            aria-current={one === kind ? 'page' : undefined}
          >
            {labels[one]}
          </Link>
        ))}
    </nav>
  )
}

interface FoundProps {
  readonly result: Awaited<ReturnType<typeof findHolders>>
  readonly permission: PermissionRecord
  readonly mayGive: boolean
  readonly query: string
}

async function Found({ result, permission, mayGive, query }: FoundProps) {
  const t = await pageTexts()
  const { kind } = result
  if (kind === 'user') {
    if (result.found.length === 0) return <NobodyFound query={query} />
    return (
      <PeopleTable
        id="users"
        people={result.found}
        column={t('resources.holds')}
        state={({ hasPermission }) => <HoldsBadge isHeld={hasPermission === true} />}
        action={({ id, email, hasPermission }) =>
          mayGive &&
          !hasPermission && <GiveButton {...{ permission, kind, id }} name={email} isHeld={false} />
        }
      />
    )
  }
  if (result.found.length === 0) return <NothingFound query={query} />
  const found: readonly FoundHolder[] =
    kind === 'group'
      ? result.found.map(({ id, groupIdentifier, memberCount, hasPermission }) => ({
          id,
          name: groupIdentifier,
          href: `/admin/groups/${id}/permissions`,
          note: t('users.groups.members', { count: memberCount }),
          isHeld: hasPermission === true,
        }))
      : result.found.map(({ id, displayName, clientIdentifier, hasPermission }) => ({
          id,
          name: displayName || clientIdentifier,
          href: `/admin/clients/${id}/permissions`,
          note: <span dir="ltr">{clientIdentifier}</span>,
          isHeld: hasPermission,
        }))
  return <FoundHolders {...{ kind, found, permission, mayGive }} />
}

async function NothingFound({ query }: { readonly query: string }) {
  const t = await pageTexts()
  return (
    <EmptyState
      icon={SearchX}
      title={query ? t('console.search_empty', { query }) : t('users.groups.none_exist')}
      text={query ? t('resources.search_hint') : t('users.groups.none_exist_hint')}
    />
  )
}
