import { UsersRound } from 'lucide-react'
import Link from 'next/link'
import { pageTexts } from '../../../../_components/texts.ts'
import { Card, EmptyState } from '../../../../_console/card.tsx'
import { ClientTexts } from '../../../../_console/client-texts.tsx'
import { UserFrame } from '../../_parts/user-frame.tsx'
import { openUser, type UserPageProps, type UserScene } from '../../_parts/user-scene.ts'
import { saveGroups } from './actions.ts'
import { GroupsForm } from './form.tsx'

/** The groups that a user belongs to (wire contract §7.3). */
export default async function UserGroupsPage(props: UserPageProps) {
  const t = await pageTexts()
  const scene = await openUser(props)
  return (
    <UserFrame scene={scene} section="groups">
      <Card title={t('users.groups.title')} intro={t('users.groups.intro')} id="groups">
        {scene.mayEdit ? <Editor scene={scene} /> : <List scene={scene} />}
      </Card>
    </UserFrame>
  )
}

interface PartProps {
  readonly scene: UserScene
}

/** Those the user belongs to stand first. */
async function Editor({ scene: { api, user } }: PartProps) {
  const t = await pageTexts()
  const { groups } = await api.listGroups()
  const ids = new Set(user.groups.map(({ id }) => id))
  if (groups.length === 0) {
    return (
      <EmptyState
        icon={UsersRound}
        title={t('users.groups.none_exist')}
        text={t('users.groups.none_exist_hint')}
      >
        <Link href="/admin/groups/new" prefetch={false} className="btn btn-sm">
          {t('users.groups.create')}
        </Link>
      </EmptyState>
    )
  }
  const choices = groups
    .map((group) => ({
      id: group.id,
      identifier: group.groupIdentifier,
      description: group.description,
      isMember: ids.has(group.id),
      members: t('users.groups.members', { count: group.memberCount }),
    }))
    .toSorted((a, b) => Number(b.isMember) - Number(a.isMember))
  return (
    <ClientTexts areas={['users']}>
      <GroupsForm action={saveGroups.bind(null, user.id, [...ids])} groups={choices} />
    </ClientTexts>
  )
}

async function List({ scene: { user } }: PartProps) {
  const t = await pageTexts()
  if (user.groups.length === 0)
    return <p className="text-muted text-sm">{t('users.groups.none')}</p>
  return (
    <ul className="flex flex-col gap-2 text-sm">
      {user.groups.map(({ id, groupIdentifier, description }) => (
        <li key={id} className="[overflow-wrap:anywhere]">
          <Link href={`/admin/groups/${id}/settings`} prefetch={false} className="text-link">
            {groupIdentifier}
          </Link>
          {description && <span className="text-muted"> – {description}</span>}
        </li>
      ))}
    </ul>
  )
}
