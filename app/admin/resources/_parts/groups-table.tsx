import Link from 'next/link'
import { RowAction } from '#app/_ui/list/row-action.tsx'
import { Table } from '#app/_ui/list/table.tsx'
import type { Api } from '#app/_ui/shell/api.ts'
import { Badge } from '#app/_ui/text/badge.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { actionOf } from './change-holder.ts'
import { RemoveHolder } from './remove-holder.tsx'
import type { PermissionRecord } from './resource-page-data.ts'

type FoundGroup = Awaited<ReturnType<Api['searchGroups']>>['groups'][number]

interface GroupsTableProps {
  readonly groups: readonly FoundGroup[]
  readonly permission: PermissionRecord
  readonly mayGrant: boolean
}

/** Groups, whether they hold a permission, and the action to change that. */
export async function GroupsTable({ groups, permission, mayGrant }: GroupsTableProps) {
  const t = await pageTexts()
  return (
    <Table id="groups">
      <thead>
        <tr>
          <th scope="col">{t('resources.groups.group')}</th>
          <th scope="col" className="max-sm:hidden">
            {t('resources.holds')}
          </th>
          <th scope="col">
            <span className="sr-only">{t('console.manage')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {groups.map((group) => (
          <tr key={group.id}>
            <td className="min-w-0">
              <Link
                href={`/admin/groups/${group.id}/permissions`}
                prefetch={false}
                className="text-link [overflow-wrap:anywhere]"
              >
                {group.groupIdentifier}
              </Link>
              <div className="text-muted text-xs">
                {t('users.groups.members', { count: group.memberCount })}
              </div>
              <div className="mt-1 empty:hidden sm:hidden">{group.hasPermission && <Holds />}</div>
            </td>
            <td className="max-sm:hidden">
              {group.hasPermission ? (
                <Holds />
              ) : (
                <span className="text-muted">{t('console.no')}</span>
              )}
            </td>
            <td className="text-end">
              {mayGrant && <Change group={group} permission={permission} />}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** Marks a group that holds the permission; on a phone, other groups have no mark. */
async function Holds() {
  const t = await pageTexts()
  return <Badge tone="success">{t('resources.has_permission')}</Badge>
}

interface ChangeProps {
  readonly group: FoundGroup
  readonly permission: PermissionRecord
}

async function Change({ group, permission }: ChangeProps) {
  const t = await pageTexts()
  const { id, groupIdentifier: name } = group
  if (!group.hasPermission) {
    return (
      <RowAction
        id={`grant-${id}`}
        action={actionOf(permission.resourceId, 'group', 'give', [permission.id, id])}
        label={t('console.permissions.grant')}
        name={t('resources.grant_to', { name })}
      />
    )
  }
  return <RemoveHolder kind="group" id={id} name={name} permission={permission} />
}
