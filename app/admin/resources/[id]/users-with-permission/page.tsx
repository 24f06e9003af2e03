import { UserPlus, UserRound } from 'lucide-react'
import Link from 'next/link'
import { Confirm } from '#app/_ui/form/confirm.tsx'
import { permissionChoice } from '#app/_ui/form/permission-choice.ts'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { EmptyState } from '#app/_ui/list/empty-state.tsx'
import { leadToLastPage, readListState } from '#app/_ui/list/list-state.ts'
import { Pagination } from '#app/_ui/list/pagination.tsx'
import { type ListedPerson, PeopleTable } from '#app/_ui/list/people-table.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { UserBadges } from '../../../users/_parts/user-badges.tsx'
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

/** The users who hold a permission directly. */
export default async function UsersWithPermissionPage(props: ResourcePageProps) {
  const t = await pageTexts()
  const { permission: wanted } = await props.searchParams
  const { page } = await readListState(props.searchParams)
  const data = await openPermission(props, wanted)
  const { permission } = data
  return (
    <ResourceShell data={data} section="users-with-permission" isEditable={data.mayGrant}>
      {permission && <PermissionSelect data={data} />}
      <Panel
        title={permission ? permissionChoice(permission).scope : t('resources.users.title')}
        intro={
          permission && (
            <PermissionIntro permission={permission} text={t('resources.users.intro')} />
          )
        }
        id="holders"
        actions={permission && data.mayGrant && <GrantLink permission={permission} />}
        flush
      >
        {permission ? (
          <Holders data={data} permission={permission} page={page} />
        ) : (
          <NoPermissions data={data} />
        )}
      </Panel>
    </ResourceShell>
  )
}

async function GrantLink({ permission }: { readonly permission: PermissionRecord }) {
  const t = await pageTexts()
  const list = sectionAddress(permission.resourceId, 'users-with-permission')
  return (
    <Link
      id="grant-to-user"
      href={`${list}/add/${permission.id}`}
      prefetch={false}
      className="btn btn-sm"
    >
      <UserPlus aria-hidden="true" />
      {t('resources.users.grant')}
    </Link>
  )
}

interface HoldersProps {
  readonly data: PermissionPageData
  readonly permission: PermissionRecord
  readonly page: number
}

async function Holders({ data: { api, resource, mayGrant }, permission, page }: HoldersProps) {
  const t = await pageTexts()
  const { id } = permission
  const { users, total } = await api.listPermissionUsers({ params: { id }, query: { page, size } })
  const path = sectionAddress(resource.id, 'users-with-permission')
  const kept = { permission: String(id) }
  leadToLastPage({ shown: users.length, total, size, path, kept })
  if (users.length === 0) {
    return (
      <EmptyState
        icon={UserRound}
        title={t('resources.users.none')}
        text={t('resources.users.none_hint')}
      />
    )
  }
  return (
    <>
      <PeopleTable
        id="users"
        people={users}
        column={t('users.state')}
        state={(user) => <UserBadges user={user} />}
        action={(user) => mayGrant && <TakeAway person={user} permission={permission} />}
      />
      <Pagination page={page} size={size} total={total} path={path} query={kept} />
    </>
  )
}

interface TakeAwayProps {
  readonly person: ListedPerson
  readonly permission: PermissionRecord
}

async function TakeAway({ person: { id, email }, permission }: TakeAwayProps) {
  const t = await pageTexts()
  const { scope } = permissionChoice(permission)
  const list = sectionAddress(permission.resourceId, 'users-with-permission')
  return (
    <Confirm
      id={`remove-${id}`}
      action={`${list}/submit/remove/${permission.id}/${id}`}
      trigger={t('console.remove')}
      triggerLabel={t('console.remove_named', { name: email })}
      title={t('resources.users.remove_title', { scope, email })}
      body={t('resources.removal')}
      confirm={t('console.remove')}
    />
  )
}
