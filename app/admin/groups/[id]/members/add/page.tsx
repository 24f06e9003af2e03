import { Panel } from '#app/_ui/layout/panel.tsx'
import { idInAddress, leadToLastPage, readListState } from '#app/_ui/list/list-state.ts'
import { Pagination } from '#app/_ui/list/pagination.tsx'
import { NobodyFound, PeopleTable } from '#app/_ui/list/people-table.tsx'
import { RowAction } from '#app/_ui/list/row-action.tsx'
import { SearchBox } from '#app/_ui/list/search-box.tsx'
import { type Api, openConsole } from '#app/_ui/shell/api.ts'
import { Badge } from '#app/_ui/text/badge.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { sectionAddress } from '#app/admin/groups/_parts/group-address.ts'
import {
  type GroupPageData,
  type GroupPageProps,
  openGroup,
} from '#app/admin/groups/_parts/group-page-data.ts'
import { GroupShell } from '#app/admin/groups/_parts/group-shell.tsx'

const size = 10

/** Searches for a user to add to a group. */
export default async function AddGroupMemberPage(props: GroupPageProps) {
  const t = await pageTexts()
  const { api } = await openConsole()
  const id = idInAddress((await props.params).id)
  const { query, page } = await readListState(props.searchParams)
  const [data, { users, total }] = await Promise.all([
    openGroup(props),
    api.searchUsers({ query: { query, page, size, annotateGroupMembership: id } }),
  ])
  const paging = { total, size, path: `${sectionAddress(id, 'members')}/add` }
  const kept: Record<string, string> = query ? { query } : {}
  leadToLastPage({ ...paging, shown: users.length, kept })
  return (
    <GroupShell data={data} section="members">
      <div className="mb-4">
        <SearchBox label={t('users.search')} query={query} />
      </div>
      <Panel
        title={t('groups.members.add_title', { group: data.group.groupIdentifier })}
        id="people"
        flush
      >
        {users.length === 0 ? <NobodyFound query={query} /> : <Found users={users} data={data} />}
        <Pagination {...paging} page={page} query={kept} />
      </Panel>
    </GroupShell>
  )
}

async function MemberBadge({ isMember }: { readonly isMember: boolean }) {
  const t = await pageTexts()
  // Hidden on a phone: without the column heading, “No” has no meaning.
  if (!isMember) return <span className="text-muted max-sm:hidden">{t('console.no')}</span>
  return <Badge tone="success">{t('groups.members.in_group')}</Badge>
}

interface FoundProps {
  readonly users: Awaited<ReturnType<Api['searchUsers']>>['users']
  readonly data: GroupPageData
}

async function Found({ users, data: { group, mayEdit } }: FoundProps) {
  const t = await pageTexts()
  return (
    <PeopleTable
      id="users"
      people={users}
      column={t('groups.members.membership')}
      state={({ inGroup }) => <MemberBadge isMember={inGroup === true} />}
      action={({ id, email, inGroup }) =>
        mayEdit &&
        !inGroup && (
          <RowAction
            id={`add-${id}`}
            action={`${sectionAddress(group.id, 'members')}/add/submit/${id}`}
            label={t('console.add')}
            name={t('groups.members.add_named', { email })}
          />
        )
      }
    />
  )
}
