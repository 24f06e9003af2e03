import { SearchX, UsersRound } from 'lucide-react'
import { permissionChoice } from '#app/_ui/form/permission-choice.ts'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { EmptyState } from '#app/_ui/list/empty-state.tsx'
import { leadToLastPage, readListState } from '#app/_ui/list/list-state.ts'
import { Pagination } from '#app/_ui/list/pagination.tsx'
import { SearchBox } from '#app/_ui/list/search-box.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { GroupsTable } from '../../_parts/groups-table.tsx'
import { openPermission, type PermissionPageData } from '../../_parts/permission-page-data.ts'
import {
  NoPermissions,
  PermissionIntro,
  PermissionSelect,
} from '../../_parts/permission-select.tsx'
import type { PermissionRecord, ResourcePageProps } from '../../_parts/resource-page-data.ts'
import { ResourceShell } from '../../_parts/resource-shell.tsx'
import { sectionAddress } from '../../_parts/section-address.ts'

const size = 20

/** All groups, with those that hold a permission marked. */
export default async function GroupsWithPermissionPage(props: ResourcePageProps) {
  const t = await pageTexts()
  const { permission: wanted } = await props.searchParams
  const place = await readListState(props.searchParams)
  const data = await openPermission(props, wanted)
  const { permission, mayGrant } = data
  return (
    <ResourceShell data={data} section="groups-with-permission" isEditable={mayGrant}>
      {permission && <PermissionSelect data={data} />}
      <Panel
        title={permission ? permissionChoice(permission).scope : t('resources.groups.title')}
        intro={
          permission && (
            <PermissionIntro permission={permission} text={t('resources.groups.intro')} />
          )
        }
        id="holders"
        flush
      >
        {permission ? (
          <Groups {...place} data={data} permission={permission} />
        ) : (
          <NoPermissions data={data} />
        )}
      </Panel>
    </ResourceShell>
  )
}

interface GroupsProps {
  readonly data: PermissionPageData
  readonly permission: PermissionRecord
  readonly query: string
  readonly page: number
}

async function Groups({ data, permission, query, page }: GroupsProps) {
  const t = await pageTexts()
  const { groups, total } = await data.api.searchGroups({
    query: { query, page, size, annotatePermissionId: permission.id },
  })
  const path = sectionAddress(data.resource.id, 'groups-with-permission')
  const kept = { permission: String(permission.id), ...(query && { query }) }
  leadToLastPage({ shown: groups.length, total, size, path, kept })
  return (
    <>
      <div className="px-5 pt-2 pb-3">
        <SearchBox
          label={t('resources.groups.search')}
          query={query}
          kept={{ permission: String(permission.id) }}
        />
      </div>
      {groups.length > 0 ? (
        <GroupsTable groups={groups} permission={permission} mayGrant={data.mayGrant} />
      ) : (
        <NoGroups query={query} />
      )}
      <Pagination page={page} size={size} total={total} path={path} query={kept} />
    </>
  )
}

async function NoGroups({ query }: { readonly query: string }) {
  const t = await pageTexts()
  return (
    <EmptyState
      icon={query ? SearchX : UsersRound}
      title={query ? t('console.search_empty', { query }) : t('users.groups.none_exist')}
      text={query ? t('resources.search_hint') : t('users.groups.none_exist_hint')}
    />
  )
}
