import { SearchX, UserPlus, UserRound } from 'lucide-react'
import Link from 'next/link'
import { leadToLastPage, type SearchParams } from '#app/_ui/list/list-state.ts'
import { Pagination } from '#app/_ui/list/pagination.tsx'
import { SearchBox } from '#app/_ui/list/search-box.tsx'
import { type Api, openConsole } from '#app/_ui/shell/api.ts'
import { Card, EmptyState, tableInCard } from '#app/_ui/shell/card.tsx'
import { PageHeader } from '#app/_ui/shell/page-header.tsx'
import { mayWrite } from '#app/_ui/shell/rights.ts'
import { EmailAddress } from '#app/_ui/text/email-address.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
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
      <div className="mb-4">
        <SearchBox label={t('users.search')} query={query} />
      </div>
      <Card flush>
        {users.length > 0 && <Table users={users} listState={listState} />}
        {users.length === 0 && <NobodyFound query={query} />}
        <Pagination page={page} size={size} total={total} path={path} query={kept} />
      </Card>
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
      <UserPlus className="size-4" aria-hidden="true" />
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

interface TableProps {
  readonly users: Awaited<ReturnType<Api['searchUsers']>>['users']
  readonly listState: UserListState
}

async function Table({ users, listState }: TableProps) {
  const t = await pageTexts()
  return (
    <table id="users" className={tableInCard}>
      <thead>
        <tr>
          <th scope="col">{t('users.person')}</th>
          <th scope="col" className="hidden md:table-cell">
            {t('users.username')}
          </th>
          <th scope="col" className="hidden xl:table-cell">
            {t('users.subject')}
          </th>
          <th scope="col" className="text-end max-sm:hidden">
            {t('users.state')}
          </th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <Row key={user.id} user={user} listState={listState} />
        ))}
      </tbody>
    </table>
  )
}

interface RowProps {
  readonly user: TableProps['users'][number]
  readonly listState: UserListState
}

function Row({ user, listState }: RowProps) {
  return (
    <tr className="relative hover:bg-base-content/4">
      <td className="min-w-0">
        <Link
          href={userAddress(user.id, 'details', listState)}
          prefetch={false}
          className="text-link after:absolute after:inset-0"
        >
          <EmailAddress email={user.email} />
        </Link>
        {fullName(user) && (
          <div className="text-muted [overflow-wrap:anywhere]">
            <bdi>{fullName(user)}</bdi>
          </div>
        )}
        <div className="mt-1 flex flex-wrap gap-1 sm:hidden">
          <UserBadges user={user} />
        </div>
      </td>
      <td className="hidden md:table-cell">{user.username}</td>
      <td className="hidden xl:table-cell">
        <span dir="ltr" className="font-mono text-muted text-xs">
          {user.subject}
        </span>
      </td>
      <td className="max-sm:hidden">
        <div className="flex flex-wrap justify-end gap-1">
          <UserBadges user={user} />
        </div>
      </td>
    </tr>
  )
}
