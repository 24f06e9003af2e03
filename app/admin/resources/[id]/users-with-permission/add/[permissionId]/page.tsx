import { permissionChoice } from '#app/_ui/form/permission-choice.ts'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { leadToLastPage, readListState, type SearchParams } from '#app/_ui/list/list-state.ts'
import { Pagination } from '#app/_ui/list/pagination.tsx'
import { NobodyFound, PeopleTable } from '#app/_ui/list/people-table.tsx'
import { RowAction } from '#app/_ui/list/row-action.tsx'
import { SearchBox } from '#app/_ui/list/search-box.tsx'
import type { Api } from '#app/_ui/shell/api.ts'
import { Badge } from '#app/_ui/text/badge.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { openPermission } from '../../../../_parts/permission-page-data.ts'
import type { PermissionRecord } from '../../../../_parts/resource-page-data.ts'
import { ResourceShell } from '../../../../_parts/resource-shell.tsx'
import { sectionAddress } from '../../../../_parts/section-address.ts'

const size = 10

interface GrantToUserPageProps {
  readonly params: Promise<{ readonly id: string; readonly permissionId: string }>
  readonly searchParams: SearchParams
}

/** Searches for a user to grant a permission to. */
export default async function GrantToUserPage(props: GrantToUserPageProps) {
  const t = await pageTexts()
  const { permissionId } = await props.params
  const { query, page } = await readListState(props.searchParams)
  const data = await openPermission(props, permissionId)
  const { api, resource, permission, mayGrant } = data
  if (!permission) return null
  const { users, total } = await api.searchUsers({
    query: { query, page, size, annotatePermissionId: permission.id },
  })
  const list = sectionAddress(resource.id, 'users-with-permission')
  const paging = { total, size, path: `${list}/add/${permissionId}` }
  const kept: Record<string, string> = query ? { query } : {}
  leadToLastPage({ ...paging, shown: users.length, kept })
  return (
    <ResourceShell data={data} section="users-with-permission" isEditable={mayGrant}>
      <div className="mb-4">
        <SearchBox label={t('users.search')} query={query} />
      </div>
      <Panel
        title={t('resources.users.grant_title', { scope: permissionChoice(permission).scope })}
        id="people"
        flush
      >
        {users.length === 0 ? (
          <NobodyFound query={query} />
        ) : (
          <Found users={users} permission={permission} mayGrant={mayGrant} />
        )}
        <Pagination {...paging} page={page} query={kept} />
      </Panel>
    </ResourceShell>
  )
}

async function HoldsBadge({ isHeld }: { readonly isHeld: boolean }) {
  const t = await pageTexts()
  // Hidden on a phone: without the column heading, “No” has no meaning.
  if (!isHeld) return <span className="text-muted max-sm:hidden">{t('console.no')}</span>
  return <Badge tone="success">{t('resources.has_permission')}</Badge>
}

interface FoundProps {
  readonly users: Awaited<ReturnType<Api['searchUsers']>>['users']
  readonly permission: PermissionRecord
  readonly mayGrant: boolean
}

async function Found({ users, permission, mayGrant }: FoundProps) {
  const t = await pageTexts()
  const list = sectionAddress(permission.resourceId, 'users-with-permission')
  return (
    <PeopleTable
      id="users"
      people={users}
      column={t('resources.holds')}
      state={({ hasPermission }) => <HoldsBadge isHeld={hasPermission === true} />}
      action={({ id, email, hasPermission }) =>
        mayGrant &&
        !hasPermission && (
          <RowAction
            id={`grant-${id}`}
            action={`${list}/add/${permission.id}/submit/${id}`}
            label={t('console.permissions.grant')}
            name={t('resources.grant_to', { name: email })}
          />
        )
      }
    />
  )
}
