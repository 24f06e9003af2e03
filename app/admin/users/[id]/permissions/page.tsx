import { Plus, ShieldAlert, UsersRound } from 'lucide-react'
import Link from 'next/link'
import { Confirm } from '#app/_ui/form/confirm.tsx'
import { EmptyState } from '#app/_ui/list/empty-state.tsx'
import { RowAction } from '#app/_ui/list/row-action.tsx'
import { SearchBox } from '#app/_ui/list/search-box.tsx'
import { Table, TableFrame } from '#app/_ui/list/table.tsx'
import { Toolbar } from '#app/_ui/list/toolbar.tsx'
import type { Api } from '#app/_ui/shell/api.ts'
import { mayManage } from '#app/_ui/shell/rights.ts'
import { Badge } from '#app/_ui/text/badge.tsx'
import { permissionDescription, resourceDescription } from '#app/_ui/text/built-in-texts.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { SourceBadges } from '#app/admin/administrators/_parts/role-badges.tsx'
import { userAddress } from '#app/admin/users/_parts/user-list-state.ts'
import {
  openUser,
  type UserPageData,
  type UserPageProps,
} from '#app/admin/users/_parts/user-page-data.ts'
import { UserShell } from '#app/admin/users/_parts/user-shell.tsx'
import { hasWords } from '#lib/base/text/folding.ts'
import { InToken } from './in-token.tsx'

type Access = Awaited<ReturnType<Api['getEffectiveAccess']>>
type Permission = Access['permissions'][number]

/** What a user may do and why, and what an application receives. */
export default async function UserAccessPage(props: UserPageProps) {
  const data = await openUser(props)
  const { filter = '', client = '' } = await props.searchParams
  const wanted = typeof filter === 'string' ? filter.trim().slice(0, 200) : ''
  const clientId = typeof client === 'string' && /^[1-9]\d{0,14}$/.test(client) ? client : ''
  const access = await data.api.getEffectiveAccess({
    params: { id: data.user.id },
    query: clientId ? { clientId: Number(clientId) } : {},
  })
  return (
    <UserShell data={data} section="permissions">
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <Permissions data={data} access={access} wanted={wanted} clientId={clientId} />
        <InToken data={data} preview={access.client} />
      </div>
    </UserShell>
  )
}

interface PermissionsProps {
  readonly data: UserPageData
  readonly access: Access
  /** Words that a shown permission contains. */
  readonly wanted: string
  readonly clientId: string
}

async function Permissions({ data, access, wanted, clientId }: PermissionsProps) {
  const t = await pageTexts()
  const { user, listState, mayEdit } = data
  const { permissions } = access
  const shown = permissions.filter((one) => hasWords(textOf(one), wanted))
  const byResource = Map.groupBy(shown, ({ resource }) => resource.resourceIdentifier)
  const direct = permissions.filter(isDirect).length
  return (
    <div className="min-w-0">
      <Toolbar>
        <SearchBox
          label={t('access.permissions.filter')}
          query={wanted}
          name="filter"
          kept={clientId ? { client: clientId } : {}}
        />
        <span className="grow" />
        {mayEdit && (
          <Link
            id="give-permission"
            href={userAddress(user.id, 'permissions/give', listState)}
            prefetch={false}
            className="btn btn-primary btn-sm"
          >
            <Plus aria-hidden="true" />
            {t('access.permissions.give')}
          </Link>
        )}
      </Toolbar>
      <TableFrame id="permissions">
        {shown.length === 0 ? (
          <EmptyState
            icon={ShieldAlert}
            title={
              wanted ? t('console.search_empty', { query: wanted }) : t('access.permissions.none')
            }
            text={t('access.permissions.none_hint')}
          />
        ) : (
          <Table id="effective">
            <thead>
              <tr>
                <th scope="col">{t('access.permissions.permission')}</th>
                <th scope="col" className="max-sm:hidden">
                  {t('access.permissions.allows')}
                </th>
                <th scope="col" className="max-sm:hidden">
                  {t('access.source')}
                </th>
                <th scope="col">
                  <span className="sr-only">{t('console.manage')}</span>
                </th>
              </tr>
            </thead>
            {[...byResource].map(([resource, list]) => (
              <ResourceRows key={resource} data={data} permissions={list} />
            ))}
          </Table>
        )}
        <div className="ui-table-foot">
          {t('access.permissions.summary', {
            count: permissions.length,
            direct,
            groups: permissions.length - direct,
          })}
        </div>
      </TableFrame>
    </div>
  )
}

interface ResourceRowsProps {
  readonly data: UserPageData
  /** Of one resource. */
  readonly permissions: readonly Permission[]
}

async function ResourceRows({ data, permissions }: ResourceRowsProps) {
  const t = await pageTexts()
  const [first] = permissions
  if (!first) return null
  const { resource } = first
  return (
    <tbody>
      <tr className="bg-canvas">
        <th scope="rowgroup" colSpan={4} className="h-8! font-semibold! text-ink!">
          <span title={resourceDescription(t, resource)}>{resource.resourceIdentifier}</span>{' '}
          <span className="ui-soft font-normal">{permissions.length}</span>
        </th>
      </tr>
      {permissions.map((permission) => (
        <PermissionRow key={permission.id} data={data} permission={permission} />
      ))}
    </tbody>
  )
}

interface PermissionRowProps {
  readonly data: UserPageData
  readonly permission: Permission
}

async function PermissionRow({ data, permission }: PermissionRowProps) {
  const t = await pageTexts()
  const { scope, administrative, sources } = permission
  const description = permissionDescription(t, permission)
  const mayRemove =
    data.mayEdit && isDirect(permission) && (!administrative || mayManage(data.visitor))
  return (
    <tr>
      <td className="min-w-0 whitespace-normal!">
        <span dir="ltr" className="mono font-medium [overflow-wrap:anywhere]">
          {scope}
        </span>{' '}
        {administrative && (
          <Badge tone="warning" icon={ShieldAlert}>
            {t('console.permissions.administrative')}
          </Badge>
        )}
        <div className="grid gap-1 sm:hidden">
          <span className="text-muted [overflow-wrap:anywhere]">{description}</span>
          <SourceBadges sources={sources} />
        </div>
      </td>
      <td className="ui-soft whitespace-normal! [overflow-wrap:anywhere] max-sm:hidden">
        <bdi>{description}</bdi>
      </td>
      <td className="whitespace-normal! max-sm:hidden">
        <SourceBadges sources={sources} />
      </td>
      <td className="fit text-end">
        {mayRemove && <Remove userId={data.user.id} permission={permission} />}
        {!isDirect(permission) && (
          <UsersRound
            role="img"
            className="inline size-4 text-subtle"
            aria-label={t('access.permissions.from_group')}
          />
        )}
      </td>
    </tr>
  )
}

/** Removes a direct grant. If a group gives the permission too, the question says that access stays. */
async function Remove({
  userId,
  permission,
}: {
  readonly userId: number
  readonly permission: Permission
}) {
  const t = await pageTexts()
  const { id, scope, sources } = permission
  const action = `/admin/users/${userId}/permissions/submit/remove/${id}`
  const name = t('console.remove_named', { name: scope })
  if (sources.every(({ kind }) => kind === 'direct')) {
    return <RowAction id={`remove-${id}`} action={action} label={t('console.remove')} name={name} />
  }
  return (
    <Confirm
      id={`remove-${id}`}
      action={action}
      trigger={t('console.remove')}
      triggerLabel={name}
      title={name}
      body={t('access.permissions.stays', { scope })}
      confirm={t('console.remove')}
    />
  )
}

function isDirect({ sources }: Permission): boolean {
  return sources.some(({ kind }) => kind === 'direct')
}

function textOf({ scope, description, resource, sources }: Permission): string {
  const groups = sources.flatMap(({ group }) => group?.groupIdentifier ?? [])
  return [scope, description, resource.description, ...groups].join(' ')
}
