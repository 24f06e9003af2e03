import Link from 'next/link'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { leadToLastPage, readListState, type SearchParams } from '#app/_ui/list/list-state.ts'
import { Pagination } from '#app/_ui/list/pagination.tsx'
import { NobodyFound, PeopleTable } from '#app/_ui/list/people-table.tsx'
import { SearchBox } from '#app/_ui/list/search-box.tsx'
import { openConsole } from '#app/_ui/shell/api.ts'
import { PageHeader } from '#app/_ui/shell/page-header.tsx'
import { requireChange } from '#app/_ui/shell/require-change.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { UserBadges } from '#app/admin/users/_parts/user-badges.tsx'
import { fullName } from '#lib/domain/users/full-name.ts'

const list = '/admin/administrators'
const path = `${list}/add`
const size = 10

/** Finds the person to make an administrator; the roles come next. */
export default async function AddAdministratorPage({
  searchParams,
}: {
  readonly searchParams: SearchParams
}) {
  const t = await pageTexts()
  const { api } = await openConsole()
  await requireChange('owner')
  const { query, page } = await readListState(searchParams)
  const { users, total } = await api.searchUsers({ query: { query, page, size } })
  const kept: Record<string, string> = query ? { query } : {}
  leadToLastPage({ shown: users.length, total, size, path, kept })
  return (
    <>
      <PageHeader
        title={t('access.administrators.add')}
        intro={t('access.administrators.add_intro')}
        back={{ href: list, label: t('access.administrators.title') }}
      />
      <div className="mb-4">
        <SearchBox label={t('users.search')} query={query} />
      </div>
      <Panel title={t('access.administrators.person')} id="people" flush>
        {users.length === 0 ? (
          <NobodyFound query={query} />
        ) : (
          <PeopleTable
            id="users"
            people={users}
            column={t('users.state')}
            state={(user) => <UserBadges user={user} />}
            action={(user) => (
              <Link
                id={`choose-${user.id}`}
                href={`${list}/${user.id}/roles`}
                prefetch={false}
                className="btn btn-sm"
                aria-label={t('access.administrators.choose_named', {
                  name: fullName(user) || user.email,
                })}
              >
                {t('access.administrators.choose')}
              </Link>
            )}
          />
        )}
        <Pagination page={page} size={size} total={total} path={path} query={kept} />
      </Panel>
    </>
  )
}
