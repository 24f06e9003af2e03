import { Plus, SearchX, UsersRound } from 'lucide-react'
import Link from 'next/link'
import { leadToLastPage, readListState, type SearchParams } from '#app/_ui/list/list-state.ts'
import { Pagination } from '#app/_ui/list/pagination.tsx'
import { SearchBox } from '#app/_ui/list/search-box.tsx'
import { openConsole } from '#app/_ui/shell/api.ts'
import { Card, EmptyState, tableInCard } from '#app/_ui/shell/card.tsx'
import { PageHeader } from '#app/_ui/shell/page-header.tsx'
import { mayWrite } from '#app/_ui/shell/rights.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { sectionAddress } from './_parts/group-address.ts'
import { GroupBadges } from './_parts/group-badges.tsx'
import type { GroupRecord } from './_parts/group-page-data.ts'

const path = '/admin/groups'
const size = 20

/** The groups, whose members share permissions and attributes. */
export default async function GroupsPage({
  searchParams,
}: {
  readonly searchParams: SearchParams
}) {
  const t = await pageTexts()
  const { query, page } = await readListState(searchParams)
  const { api, visitor } = await openConsole()
  const { groups, total } = await api.searchGroups({ query: { query, page, size } })
  const kept: Record<string, string> = query ? { query } : {}
  leadToLastPage({ shown: groups.length, total, size, path, kept })
  const mayAdd = mayWrite(visitor, 'users')
  return (
    <>
      <PageHeader
        title={t('groups.title')}
        intro={t('groups.intro')}
        actions={mayAdd && <NewGroup />}
      />
      <div className="mb-4">
        <SearchBox label={t('groups.search')} query={query} />
      </div>
      <Card flush>
        {groups.length > 0 ? (
          <Table groups={groups} />
        ) : (
          <NoneFound query={query} mayAdd={mayAdd} />
        )}
        <Pagination page={page} size={size} total={total} path={path} query={kept} />
      </Card>
    </>
  )
}

async function NewGroup() {
  const t = await pageTexts()
  return (
    <Link id="new-group" href={`${path}/new`} prefetch={false} className="btn btn-primary btn-sm">
      <Plus className="size-4" aria-hidden="true" />
      {t('groups.add')}
    </Link>
  )
}

interface NoneFoundProps {
  readonly query: string
  readonly mayAdd: boolean
}

async function NoneFound({ query, mayAdd }: NoneFoundProps) {
  const t = await pageTexts()
  if (query) {
    return (
      <EmptyState
        icon={SearchX}
        title={t('console.search_empty', { query })}
        text={t('groups.search_hint')}
      >
        <Link href={path} prefetch={false} className="btn btn-sm">
          {t('console.show_all')}
        </Link>
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={UsersRound} title={t('groups.none')} text={t('groups.none_hint')}>
      {mayAdd && (
        <Link href={`${path}/new`} prefetch={false} className="btn btn-sm">
          {t('groups.add')}
        </Link>
      )}
    </EmptyState>
  )
}

async function Table({ groups }: { readonly groups: readonly GroupRecord[] }) {
  const t = await pageTexts()
  const { language } = await openConsole()
  return (
    <table id="groups" className={tableInCard}>
      <thead>
        <tr>
          <th scope="col">{t('groups.group')}</th>
          <th scope="col" className="hidden md:table-cell">
            {t('groups.in_tokens')}
          </th>
          <th scope="col" className="text-end">
            {t('groups.sections.members')}
          </th>
        </tr>
      </thead>
      <tbody>
        {groups.map((group) => (
          <tr key={group.id} className="relative hover:bg-base-content/4">
            <td className="min-w-0">
              <Link
                href={sectionAddress(group.id, 'members')}
                prefetch={false}
                className="text-link font-mono [overflow-wrap:anywhere] after:absolute after:inset-0"
              >
                <bdi dir="ltr">{group.groupIdentifier}</bdi>
              </Link>
              <div className="text-muted [overflow-wrap:anywhere] empty:hidden">
                {group.description}
              </div>
              <div className="mt-1 flex flex-wrap gap-1 empty:hidden md:hidden">
                <GroupBadges group={group} />
              </div>
            </td>
            <td className="hidden md:table-cell">
              <div className="flex flex-wrap gap-1">
                <GroupBadges group={group} />
              </div>
            </td>
            <td className="text-end tabular-nums">{group.memberCount.toLocaleString(language)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
