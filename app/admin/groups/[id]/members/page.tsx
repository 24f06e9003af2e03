import { UserPlus, UserRound } from 'lucide-react'
import Link from 'next/link'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { EmptyState } from '#app/_ui/list/empty-state.tsx'
import { idInAddress, leadToLastPage, readListState } from '#app/_ui/list/list-state.ts'
import { Pagination } from '#app/_ui/list/pagination.tsx'
import { type ListedPerson, PeopleTable } from '#app/_ui/list/people-table.tsx'
import { RowAction } from '#app/_ui/list/row-action.tsx'
import { openConsole } from '#app/_ui/shell/api.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { sectionAddress } from '#app/admin/groups/_parts/group-address.ts'
import {
  type GroupPageProps,
  type GroupRecord,
  openGroup,
} from '#app/admin/groups/_parts/group-page-data.ts'
import { GroupShell } from '#app/admin/groups/_parts/group-shell.tsx'
import { UserBadges } from '#app/admin/users/_parts/user-badges.tsx'

const size = 20

export default async function GroupMembersPage(props: GroupPageProps) {
  const t = await pageTexts()
  const { api } = await openConsole()
  const id = idInAddress((await props.params).id)
  const { page } = await readListState(props.searchParams)
  const [data, { members, total }] = await Promise.all([
    openGroup(props),
    api.listGroupMembers({ params: { id }, query: { page, size } }),
  ])
  const { group, mayEdit } = data
  const paging = { total, size, path: sectionAddress(id, 'members') }
  leadToLastPage({ ...paging, shown: members.length, kept: {} })
  return (
    <GroupShell data={data} section="members">
      <Panel
        title={t('groups.sections.members')}
        intro={t('groups.members.intro')}
        id="members"
        actions={mayEdit && members.length > 0 && <AddMember groupId={id} />}
        flush
      >
        {members.length === 0 && (
          <EmptyState
            icon={UserRound}
            title={t('groups.members.none')}
            text={t('groups.members.none_hint')}
          >
            {mayEdit && <AddMember groupId={id} />}
          </EmptyState>
        )}
        {members.length > 0 && (
          <PeopleTable
            id="users"
            people={members}
            column={t('users.state')}
            state={(user) => <UserBadges user={user} />}
            action={(user) => mayEdit && <Remove group={group} person={user} />}
          />
        )}
        <Pagination {...paging} page={page} />
      </Panel>
    </GroupShell>
  )
}

async function AddMember({ groupId }: { readonly groupId: number }) {
  const t = await pageTexts()
  return (
    <Link
      id="add-member"
      href={`${sectionAddress(groupId, 'members')}/add`}
      prefetch={false}
      className="btn btn-sm"
    >
      <UserPlus aria-hidden="true" />
      {t('groups.members.add')}
    </Link>
  )
}

interface RemoveProps {
  readonly group: GroupRecord
  readonly person: ListedPerson
}

async function Remove({ group, person: { id, email } }: RemoveProps) {
  const t = await pageTexts()
  return (
    <RowAction
      id={`remove-${id}`}
      action={`${sectionAddress(group.id, 'members')}/submit/remove/${id}`}
      label={t('console.remove')}
      name={t('console.remove_named', { name: email })}
    />
  )
}
