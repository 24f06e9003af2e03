import { Ban, Download, LogOut, SearchX, UserPlus, UserRound, UsersRound } from 'lucide-react'
import Link from 'next/link'
import { DataTable } from '#app/_ui/list/data-table.tsx'
import { EmptyState } from '#app/_ui/list/empty-state.tsx'
import type { SearchParams } from '#app/_ui/list/list-state.ts'
import { ListToolbar } from '#app/_ui/list/list-toolbar.tsx'
import { type List, openList, stayWithin } from '#app/_ui/list/open-list.ts'
import { openConsole } from '#app/_ui/shell/api.ts'
import { PageHeader } from '#app/_ui/shell/page-header.tsx'
import { mayWrite } from '#app/_ui/shell/rights.ts'
import { Avatar } from '#app/_ui/text/avatar.tsx'
import { EmailAddress } from '#app/_ui/text/email-address.tsx'
import { pageTexts, type Texts } from '#app/_ui/text/texts.ts'
import { shownEmail } from '#lib/domain/email/email-form.ts'
import { fullName } from '#lib/domain/users/full-name.ts'
import { UserBadges } from './_parts/user-badges.tsx'
import { type ListedUser, userColumns } from './_parts/user-columns.tsx'
import { userFilters } from './_parts/user-filters.ts'
import { userList, userQuery } from './_parts/user-list.ts'
import { type UserListState, userAddress, userListStateOf } from './_parts/user-list-state.ts'
import { UserRowMenu } from './_parts/user-row-menu.tsx'

/** The users, as the address narrows and sorts them. */
export default async function UsersPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const t = await pageTexts()
  const list = await openList(userList, searchParams)
  const listState = userListStateOf(await searchParams)
  const { api, visitor } = await openConsole()
  const { page, size } = list
  const query = { ...userQuery(list, visitor.now), page, size, details: 'true' as const }
  const { users, total } = await api.searchUsers({ query })
  stayWithin(list, users.length, total)
  const mayEdit = mayWrite(visitor, 'users')
  const columns = userColumns(t)
  return (
    <>
      <PageHeader
        title={t('users.title')}
        intro={t('users.intro')}
        actions={mayEdit && <NewUser listState={listState} />}
      />
      <ListToolbar
        list={list}
        search={t('users.search')}
        filters={await userFilters(t, api)}
        columns={columns}
      />
      <DataTable
        id="users"
        list={list}
        total={total}
        rows={users}
        first={{ label: t('lists.name'), sort: 'name' }}
        columns={columns}
        head={(user) => rowHead(user, listState, mayEdit)}
        acts={bulkActs(t, mayEdit)}
        empty={<NobodyFound list={list} />}
      />
    </>
  )
}

async function NewUser({ listState: { suffix } }: { readonly listState: UserListState }) {
  const t = await pageTexts()
  return (
    <Link
      id="new-user"
      href={`/admin/users/new${suffix}`}
      prefetch={false}
      className="btn btn-primary btn-sm"
    >
      <UserPlus aria-hidden="true" />
      {t('users.add')}
    </Link>
  )
}

/** The list always contains the visitor, so only a search or a filter can leave it empty. */
async function NobodyFound({ list }: { readonly list: List }) {
  const t = await pageTexts()
  const { query } = list
  return (
    <EmptyState
      icon={query ? SearchX : UserRound}
      title={query ? t('console.search_empty', { query }) : t('list.no_match')}
      text={query ? t('users.search_hint') : t('list.no_match_hint')}
    >
      <Link href={userList.path} prefetch={false} className="btn btn-sm">
        {t('console.show_all')}
      </Link>
    </EmptyState>
  )
}

function bulkActs(t: Texts, mayEdit: boolean) {
  const exporting = { value: 'export', label: t('list.export'), icon: <Download /> }
  if (!mayEdit) return [exporting]
  return [
    { value: 'add-to-group', label: t('lists.add_to_group'), icon: <UsersRound /> },
    { value: 'end-sessions', label: t('lists.end_sessions'), icon: <LogOut className="flip" /> },
    { value: 'disable', label: t('lists.disable'), icon: <Ban /> },
    exporting,
  ]
}

function rowHead(user: ListedUser, listState: UserListState, mayEdit: boolean) {
  const name = fullName(user)
  const email = shownEmail(user.email)
  const href = userAddress(user.id, 'details', listState)
  return {
    key: user.id,
    name: name || email,
    href,
    picture: <Avatar person={user} />,
    inFull: name ? `${name} ${email}` : email,
    title: (
      <>
        <bdi>{name || email}</bdi>
        {name && (
          <small className="ms-2 max-sm:hidden">
            <bdi>{email}</bdi>
          </small>
        )}
      </>
    ),
    phone: (
      <>
        {name && <EmailAddress email={user.email} />}
        <UserBadges user={user} />
      </>
    ),
    menu: <UserRowMenu user={user} name={name || email} href={href} mayEdit={mayEdit} />,
  }
}
