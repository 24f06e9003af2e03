import { SearchX, UsersRound } from 'lucide-react'
import Link from 'next/link'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { EmptyState } from '#app/_ui/list/empty-state.tsx'
import { isFound, leadToLastPage, readListState } from '#app/_ui/list/list-state.ts'
import { Pagination } from '#app/_ui/list/pagination.tsx'
import { SearchBox } from '#app/_ui/list/search-box.tsx'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import {
  listOfUser,
  pageOfList,
  searchOfList,
  userAddress,
} from '#app/admin/users/_parts/user-list-state.ts'
import {
  openUser,
  type UserDetails,
  type UserPageData,
  type UserPageProps,
} from '#app/admin/users/_parts/user-page-data.ts'
import { UserShell } from '#app/admin/users/_parts/user-shell.tsx'
import { GroupsForm } from './form.tsx'

export default async function UserGroupsPage(props: UserPageProps) {
  const t = await pageTexts()
  const data = await openUser(props)
  return (
    <UserShell data={data} section="groups">
      <Panel title={t('users.groups.title')} intro={t('users.groups.intro')} id="groups">
        {data.mayEdit ? (
          <Editor data={data} searchParams={props.searchParams} />
        ) : (
          <List data={data} />
        )}
      </Panel>
    </UserShell>
  )
}

interface PartProps {
  readonly data: UserPageData
}

interface EditorProps extends PartProps {
  readonly searchParams: UserPageProps['searchParams']
}

/** Up to this number of groups, the browser filters without the server. */
const size = 50

/** One page of the groups found; the user's own groups come first on every page. */
async function Editor({ data: { api, user, listState }, searchParams }: EditorProps) {
  const { query, page } = await readListState(searchParams, pageOfList, searchOfList)
  const { groups: found, total } = await api.searchGroups({ query: { query, page, size } })
  const list = { ...listOfUser(user.id, 'groups', listState), size }
  const kept = { ...list.kept, ...(query && { [searchOfList]: query }) }
  leadToLastPage({ ...list, kept, shown: found.length, total })
  if (total === 0 && !query) return <NoGroups />
  const own = user.groups.filter((group) =>
    isFound(query, group.groupIdentifier, group.description),
  )
  const isOwn = (group: Group) => user.groups.some(({ id }) => id === group.id)
  const shown = [...own, ...found.filter((group) => !isOwn(group))]
  const unseen = user.groups.filter((group) => !own.includes(group))
  const areAll = !query && total <= size
  const t = await pageTexts()
  return (
    <>
      {!areAll && (
        <div className="mb-4">
          <SearchBox
            label={t('groups.search')}
            query={query}
            name={searchOfList}
            kept={list.kept}
          />
        </div>
      )}
      {shown.length > 0 ? (
        <ClientTexts areas={['users']}>
          <GroupsForm
            key={`${query} ${page}`}
            action={`/admin/users/${user.id}/groups/submit`}
            expected={user.groups.map(idOf)}
            unseen={unseen.map(idOf)}
            groups={shown.map((group) => ({
              id: group.id,
              identifier: group.groupIdentifier,
              description: group.description,
              isMember: isOwn(group),
              members: t('users.groups.members', { count: group.memberCount }),
            }))}
            areAll={areAll}
          />
        </ClientTexts>
      ) : (
        <NoneFound query={query} all={userAddress(user.id, 'groups', listState)} />
      )}
      {!areAll && (
        <div className="-mx-5 max-sm:-mx-4 mt-5 -mb-5">
          <Pagination {...list} page={page} total={total} query={kept} />
        </div>
      )}
    </>
  )
}

type Group = UserDetails['groups'][number]

function idOf({ id }: Group): number {
  return id
}

async function NoGroups() {
  const t = await pageTexts()
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

async function NoneFound({ query, all }: { readonly query: string; readonly all: string }) {
  const t = await pageTexts()
  return (
    <EmptyState
      icon={SearchX}
      title={t('console.search_empty', { query })}
      text={t('groups.search_hint')}
    >
      <Link href={all} prefetch={false} className="btn btn-sm">
        {t('console.show_all')}
      </Link>
    </EmptyState>
  )
}

async function List({ data: { user } }: PartProps) {
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
