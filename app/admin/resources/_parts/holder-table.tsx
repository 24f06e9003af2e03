import { UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { RecordCell } from '#app/_ui/list/record-cell.tsx'
import { Table } from '#app/_ui/list/table.tsx'
import { UserCell } from '#app/_ui/list/user-cell.tsx'
import { type Api, openConsole } from '#app/_ui/shell/api.ts'
import { mayRead } from '#app/_ui/shell/rights.ts'
import { AppTile } from '#app/_ui/text/app-tile.tsx'
import { Badge } from '#app/_ui/text/badge.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { Timestamp } from '#app/_ui/text/timestamp.tsx'
import { SourceBadges } from '#app/admin/administrators/_parts/role-badges.tsx'
import { UserBadges } from '#app/admin/users/_parts/user-badges.tsx'
import { holderAction } from './change-holder.ts'
import type { HolderKind } from './holder-kind.ts'
import type { HeldPermission } from './permission-page-data.ts'
import { RemoveHolder } from './remove-holder.tsx'

type Holders = Awaited<ReturnType<Api['listPermissionHolders']>>

interface HolderTableProps {
  readonly found: Holders
  readonly permission: HeldPermission
  /** The visitor may take it from holders of this kind. */
  readonly mayTake: boolean
}

/** The holders of one kind, where they have the permission from, since when, and its removal where it is direct. */
export async function HolderTable({ found, permission, mayTake }: HolderTableProps) {
  const t = await pageTexts()
  const { id: permissionId, resourceId } = permission
  const remove = (kind: HolderKind, holder: number, name: string) => {
    const action = holderAction({ resourceId, permissionId, kind, holder }, 'remove')
    return mayTake && <RemoveHolder id={holder} {...{ kind, name, permission, action }} />
  }
  return (
    <Table id={tableId(found)} isStackable isFit>
      <thead>
        <tr>
          <th scope="col">{t('access.administrators.name')}</th>
          <th scope="col">{t('access.source')}</th>
          <th scope="col" className="@max-[60rem]:hidden">
            {t('access.since')}
          </th>
          <th scope="col">
            <span className="sr-only">{t('console.manage')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {found.users.map((user) => (
          <UserRow key={user.id} user={user} action={remove('user', user.id, user.email)} />
        ))}
        {found.groups.map((group) => (
          <GroupRow
            key={group.id}
            group={group}
            action={remove('group', group.id, group.groupIdentifier)}
          />
        ))}
        {found.clients.map((client) => (
          <ClientRow
            key={client.id}
            client={client}
            action={remove('client', client.id, client.displayName || client.clientIdentifier)}
          />
        ))}
      </tbody>
    </Table>
  )
}

interface UserRowProps {
  readonly user: Holders['users'][number]
  readonly action: ReactNode
}

/** A permission through a group is removed from the group. */
function UserRow({ user, action }: UserRowProps) {
  return (
    <Row
      name={<UserCell user={user} href={`/admin/users/${user.id}/permissions`} />}
      source={
        <span className="flex flex-wrap gap-1.5">
          <SourceBadges sources={user.sources} />
          <UserBadges user={user} />
        </span>
      }
      since={user.sources[0]?.since}
      action={user.sources.some(({ kind }) => kind === 'direct') && action}
    />
  )
}

interface GroupRowProps {
  readonly group: Holders['groups'][number]
  readonly action: ReactNode
}

async function GroupRow({ group: { id, groupIdentifier, since }, action }: GroupRowProps) {
  const t = await pageTexts()
  return (
    <Row
      name={
        <RecordCell
          href={`/admin/groups/${id}/members`}
          picture={<UsersRound className="size-4 text-muted" aria-hidden="true" />}
          inFull={groupIdentifier}
        >
          {groupIdentifier}
        </RecordCell>
      }
      source={<Badge>{t('access.direct')}</Badge>}
      since={since}
      action={action}
    />
  )
}

interface ClientRowProps {
  readonly client: Holders['clients'][number]
  readonly action: ReactNode
}

async function ClientRow({ client, action }: ClientRowProps) {
  const { id, displayName, clientIdentifier, enabled, since } = client
  const t = await pageTexts()
  const { visitor } = await openConsole()
  return (
    <Row
      name={
        <RecordCell
          href={mayRead(visitor, 'clients') ? `/admin/clients/${id}/permissions` : null}
          picture={<AppTile name={displayName || clientIdentifier} />}
          inFull={`${displayName} ${clientIdentifier}`}
        >
          <bdi>{displayName || clientIdentifier}</bdi>
        </RecordCell>
      }
      source={
        <span className="flex flex-wrap gap-1.5">
          <Badge>{t('access.direct')}</Badge>
          {!enabled && <Badge tone="danger">{t('users.disabled')}</Badge>}
        </span>
      }
      since={since}
      action={action}
    />
  )
}

function tableId({ users, groups }: Holders): string {
  if (users.length > 0) return 'users'
  return groups.length > 0 ? 'groups' : 'applications'
}

interface RowProps {
  readonly name: ReactNode
  readonly source: ReactNode
  readonly since: string | undefined
  readonly action?: ReactNode
}

function Row({ name, source, since, action }: RowProps) {
  return (
    <tr className="relative">
      {name}
      <td className="keep min-w-44 whitespace-normal!">{source}</td>
      <td className="time @max-[60rem]:hidden">
        <Timestamp value={since} />
      </td>
      <td className="fit keep end">
        <span className="relative">{action}</span>
      </td>
    </tr>
  )
}
