import { SearchX, UserPlus, UserRound } from 'lucide-react'
import Link from 'next/link'
import { EmptyState } from '#app/_ui/list/empty-state.tsx'
import { leadToLastPage, type SearchParams } from '#app/_ui/list/list-state.ts'
import { Pagination } from '#app/_ui/list/pagination.tsx'
import { RecordCell } from '#app/_ui/list/record-cell.tsx'
import { SearchBox } from '#app/_ui/list/search-box.tsx'
import { Table, TableFrame } from '#app/_ui/list/table.tsx'
import { Toolbar } from '#app/_ui/list/toolbar.tsx'
import { type Api, openConsole } from '#app/_ui/shell/api.ts'
import { PageHeader } from '#app/_ui/shell/page-header.tsx'
import { mayWrite } from '#app/_ui/shell/rights.ts'
import { Avatar } from '#app/_ui/text/avatar.tsx'
import { EmailAddress } from '#app/_ui/text/email-address.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { shownEmail } from '#lib/domain/email-form.ts'
import { fullName } from '#lib/domain/full-name.ts'
import { UserBadges } from './_parts/user-badges.tsx'
import { type UserListState, userAddress, userListStateOf } from './_parts/user-list-state.ts'

const path = '/admin/users'
const size = 10

/** The users, ten per page. */
export default async function UsersPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const t = await pageTexts()
  const listState = userListStateOf(await searchParams)
  const { api, visitor } = await openConsole()
  const { query, page } = listState
  const { users, total } = await api.searchUsers({ query: { query, page, size } })
  const kept: Record<string, string> = query ? { query } : {}
  leadToLastPage({ shown: users.length, total, size, path, kept })
  return (
    <>
      <PageHeader
        title={t('users.title')}
        intro={t('users.intro')}
        actions={mayWrite(visitor, 'users') && <NewUser listState={listState} />}
      />
      <Toolbar>
        <SearchBox label={t('users.search')} query={query} />
      </Toolbar>
      <TableFrame>
        {users.length > 0 && <UserTable users={users} listState={listState} />}
        {users.length === 0 && <NobodyFound query={query} />}
        <Pagination page={page} size={size} total={total} path={path} query={kept} />
      </TableFrame>
    </>
  )
}

async function NewUser({ listState: { suffix } }: { readonly listState: UserListState }) {
  const t = await pageTexts()
  return (
    <Link
      id="new-user"
      href={`${path}/new${suffix}`}
      prefetch={false}
      className="btn btn-primary btn-sm"
    >
      <UserPlus aria-hidden="true" />
      {t('users.add')}
    </Link>
  )
}

/** The list always contains the visitor, so only a search can be empty. */
async function NobodyFound({ query }: { readonly query: string }) {
  const t = await pageTexts()
  return (
    <EmptyState
      icon={query ? SearchX : UserRound}
      title={t('console.search_empty', { query })}
      text={t('users.search_hint')}
    >
      <Link href={path} prefetch={false} className="btn btn-sm">
        {t('console.show_all')}
      </Link>
    </EmptyState>
  )
}

interface UserTableProps {
  readonly users: Awaited<ReturnType<Api['searchUsers']>>['users']
  readonly listState: UserListState
}

async function UserTable({ users, listState }: UserTableProps) {
  const t = await pageTexts()
  return (
    <Table id="users" isStackable isFit>
      <thead>
        <tr>
          <th scope="col">{t('users.person')}</th>
          <th scope="col">{t('users.state')}</th>
          <th scope="col" className="@max-[44rem]:hidden">
            {t('users.username')}
          </th>
          <th scope="col" className="@max-[62rem]:hidden">
            {t('users.subject')}
          </th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <UserRow key={user.id} user={user} listState={listState} />
        ))}
      </tbody>
    </Table>
  )
}

interface UserRowProps {
  readonly user: UserTableProps['users'][number]
  readonly listState: UserListState
}

function UserRow({ user, listState }: UserRowProps) {
  const name = fullName(user)
  const email = shownEmail(user.email)
  const inFull = name ? `${name} ${email}` : email
  return (
    <tr className="relative">
      <RecordCell
        href={userAddress(user.id, 'details', listState)}
        picture={<Avatar person={user} />}
        inFull={inFull}
      >
        {name ? <bdi>{name}</bdi> : <EmailAddress email={user.email} />}
        {name && (
          <small className="ms-2 max-sm:hidden">
            <EmailAddress email={user.email} />
          </small>
        )}
      </RecordCell>
      <td className="keep sm:hidden">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {name && <EmailAddress email={user.email} />}
          <UserBadges user={user} />
        </span>
      </td>
      <td>
        <span className="flex gap-1">
          <UserBadges user={user} />
        </span>
      </td>
      <td className="ui-soft @max-[44rem]:hidden">{user.username}</td>
      <td className="ui-soft @max-[62rem]:hidden">
        <span dir="ltr" className="mono">
          {user.subject}
        </span>
      </td>
    </tr>
  )
}
