import { AppWindow, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyState } from '#app/_ui/list/empty-state.tsx'
import { RecordCell } from '#app/_ui/list/record-cell.tsx'
import { Table } from '#app/_ui/list/table.tsx'
import { type Api, openConsole } from '#app/_ui/shell/api.ts'
import { mayRead } from '#app/_ui/shell/rights.ts'
import { AppTile } from '#app/_ui/text/app-tile.tsx'
import { Badge } from '#app/_ui/text/badge.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { RoleBadges } from './role-badges.tsx'

type Administrators = Awaited<ReturnType<Api['listAdministrators']>>

/** Groups whose members are administrators. */
export async function AdministratorGroups({ groups }: Pick<Administrators, 'groups'>) {
  const t = await pageTexts()
  if (groups.length === 0) {
    return (
      <EmptyState
        icon={UsersRound}
        title={t('access.administrators.no_groups')}
        text={t('access.administrators.no_groups_hint')}
      />
    )
  }
  return (
    <Frame column={t('access.administrators.members')}>
      {groups.map((group) => (
        <tr key={group.id} className="relative">
          <RecordCell
            href={`/admin/groups/${group.id}/members`}
            picture={<UsersRound className="size-4 text-muted" aria-hidden="true" />}
            inFull={group.groupIdentifier}
          >
            {group.groupIdentifier}
          </RecordCell>
          <td className="keep">
            <RoleBadges permissions={group.permissionIdentifiers} />
          </td>
          <td className="ui-soft">{t('users.groups.members', { count: group.memberCount })}</td>
        </tr>
      ))}
    </Frame>
  )
}

/** Applications that hold administrative permissions, or may act with those of the people who sign in to them. */
export async function AdministratorClients({ clients }: Pick<Administrators, 'clients'>) {
  const t = await pageTexts()
  const { visitor } = await openConsole()
  const mayOpen = mayRead(visitor, 'clients')
  if (clients.length === 0) {
    return (
      <EmptyState
        icon={AppWindow}
        title={t('access.administrators.no_applications')}
        text={t('access.administrators.no_applications_hint')}
      />
    )
  }
  return (
    <Frame column={t('access.administrators.on_behalf')}>
      {clients.map((client) => {
        const name = client.displayName || client.clientIdentifier
        return (
          <tr key={client.id} className="relative">
            <RecordCell
              href={mayOpen ? `/admin/clients/${client.id}/permissions` : null}
              picture={<AppTile name={name} />}
              inFull={`${name} ${client.clientIdentifier}`}
            >
              <bdi>{name}</bdi>
            </RecordCell>
            <td className="keep">
              <span className="flex flex-wrap gap-1">
                <RoleBadges permissions={client.permissionIdentifiers} />
                {!client.enabled && <Badge tone="danger">{t('users.disabled')}</Badge>}
              </span>
            </td>
            <td className="ui-soft">
              {t(client.administrativeScopesAllowed ? 'console.yes' : 'console.no')}
            </td>
          </tr>
        )
      })}
    </Frame>
  )
}

async function Frame({
  column,
  children,
}: {
  readonly column: string
  readonly children: ReactNode
}) {
  const t = await pageTexts()
  return (
    <Table id="administrators" isStackable isFit>
      <thead>
        <tr>
          <th scope="col">{t('access.administrators.name')}</th>
          <th scope="col">{t('access.administrators.roles')}</th>
          <th scope="col">{column}</th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </Table>
  )
}
