import { UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { Confirm } from '#app/_ui/form/confirm.tsx'
import { permissionChoice } from '#app/_ui/form/permission-choice.ts'
import { RecordCell } from '#app/_ui/list/record-cell.tsx'
import { Table } from '#app/_ui/list/table.tsx'
import type { Api } from '#app/_ui/shell/api.ts'
import { AppTile } from '#app/_ui/text/app-tile.tsx'
import { Avatar } from '#app/_ui/text/avatar.tsx'
import { Badge } from '#app/_ui/text/badge.tsx'
import { EmailAddress } from '#app/_ui/text/email-address.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { Timestamp } from '#app/_ui/text/timestamp.tsx'
import { SourceBadges } from '#app/admin/administrators/_parts/role-badges.tsx'
import { UserBadges } from '#app/admin/users/_parts/user-badges.tsx'
import { fullName } from '#lib/domain/full-name.ts'
import type { HeldPermission } from './permission-page-data.ts'
import { type ResourceSection, sectionAddress } from './section-address.ts'

type Holders = Awaited<ReturnType<Api['listPermissionHolders']>>

interface HolderTableProps {
  readonly found: Holders
  readonly permission: HeldPermission
  readonly mayGrant: boolean
}

/** The holders of one kind, where they have the permission from, since when, and its removal where it is direct. */
export async function HolderTable({ found, permission, mayGrant }: HolderTableProps) {
  const t = await pageTexts()
  const { scope } = permissionChoice(permission)
  const remove = (section: ResourceSection, id: number, name: string, title: string) =>
    mayGrant && (
      <Remove
        id={id}
        action={`${sectionAddress(permission.resourceId, section)}/submit/remove/${permission.id}/${id}`}
        name={name}
        title={title}
      />
    )
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
          <Row
            key={user.id}
            name={<UserCell user={user} />}
            source={
              <span className="flex flex-wrap gap-1.5">
                <SourceBadges sources={user.sources} />
                <UserBadges user={user} />
              </span>
            }
            since={user.sources[0]?.since}
            action={
              user.sources.some(({ kind }) => kind === 'direct') &&
              remove(
                'users-with-permission',
                user.id,
                user.email,
                t('resources.users.remove_title', { scope, email: user.email }),
              )
            }
          />
        ))}
        {found.groups.map(({ id, groupIdentifier, since }) => (
          <Row
            key={id}
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
            action={remove(
              'groups-with-permission',
              id,
              groupIdentifier,
              t('resources.groups.remove_title', { scope, name: groupIdentifier }),
            )}
          />
        ))}
        {found.clients.map(({ id, displayName, clientIdentifier, enabled, since }) => (
          <Row
            key={id}
            name={
              <RecordCell
                href={`/admin/clients/${id}/permissions`}
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
          />
        ))}
      </tbody>
    </Table>
  )
}

function tableId({ users, groups }: Holders): string {
  if (users.length > 0) return 'users'
  return groups.length > 0 ? 'groups' : 'applications'
}

function UserCell({ user }: { readonly user: Holders['users'][number] }) {
  const name = fullName(user)
  return (
    <RecordCell
      href={`/admin/users/${user.id}/permissions`}
      picture={<Avatar person={user} />}
      inFull={`${name} ${user.email}`}
    >
      {name && <bdi>{name}</bdi>}
      <small className={name ? 'ms-2 max-sm:hidden @max-[44rem]:hidden' : ''}>
        <EmailAddress email={user.email} />
      </small>
    </RecordCell>
  )
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

interface RemoveProps {
  readonly id: number
  readonly action: string
  readonly name: string
  readonly title: string
}

async function Remove({ id, action, name, title }: RemoveProps) {
  const t = await pageTexts()
  return (
    <Confirm
      id={`remove-${id}`}
      action={action}
      trigger={t('console.remove')}
      triggerLabel={t('console.remove_named', { name })}
      title={title}
      body={t('resources.removal')}
      confirm={t('console.remove')}
    />
  )
}
