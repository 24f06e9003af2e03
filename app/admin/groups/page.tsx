import { Plus, SearchX, UsersRound } from 'lucide-react'
import Link from 'next/link'
import { EmptyState } from '#app/_ui/list/empty-state.tsx'
import { leadToLastPage, readListState, type SearchParams } from '#app/_ui/list/list-state.ts'
import { Pagination } from '#app/_ui/list/pagination.tsx'
import { RecordCell } from '#app/_ui/list/record-cell.tsx'
import { SearchBox } from '#app/_ui/list/search-box.tsx'
import { Table, TableFrame } from '#app/_ui/list/table.tsx'
import { Toolbar } from '#app/_ui/list/toolbar.tsx'
import { openConsole } from '#app/_ui/shell/api.ts'
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
      <Toolbar>
        <SearchBox label={t('groups.search')} query={query} />
      </Toolbar>
      <TableFrame>
        {groups.length > 0 ? (
          <GroupTable groups={groups} />
        ) : (
          <NoneFound query={query} mayAdd={mayAdd} />
        )}
        <Pagination page={page} size={size} total={total} path={path} query={kept} />
      </TableFrame>
    </>
  )
}

async function NewGroup() {
  const t = await pageTexts()
  return (
    <Link id="new-group" href={`${path}/new`} prefetch={false} className="btn btn-primary btn-sm">
      <Plus aria-hidden="true" />
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

async function GroupTable({ groups }: { readonly groups: readonly GroupRecord[] }) {
  const t = await pageTexts()
  const { language } = await openConsole()
  return (
    <Table id="groups" isStackable isFit>
      <thead>
        <tr>
          <th scope="col">{t('groups.group')}</th>
          <th scope="col" className="@max-[62rem]:hidden">
            {t('console.record.description')}
          </th>
          <th scope="col" className="@max-[44rem]:hidden">
            {t('groups.in_tokens')}
          </th>
          <th scope="col" className="num">
            {t('groups.sections.members')}
          </th>
        </tr>
      </thead>
      <tbody>
        {groups.map((group) => (
          <GroupRow
            key={group.id}
            group={group}
            members={group.memberCount.toLocaleString(language)}
            label={t('users.groups.members', { count: group.memberCount })}
          />
        ))}
      </tbody>
    </Table>
  )
}

interface GroupRowProps {
  readonly group: GroupRecord
  readonly members: string
  /** The number of members, in words. */
  readonly label: string
}

function GroupRow({ group, members, label }: GroupRowProps) {
  const { id, groupIdentifier, description } = group
  return (
    <tr className="relative">
      <RecordCell
        href={sectionAddress(id, 'members')}
        picture={<UsersRound className="text-muted" aria-hidden="true" />}
        inFull={groupIdentifier}
      >
        <bdi dir="ltr">{groupIdentifier}</bdi>
      </RecordCell>
      <td className="keep sm:hidden">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 [overflow-wrap:anywhere]">
          {description && <bdi>{description}</bdi>}
          <span>{label}</span>
          <GroupBadges group={group} />
        </span>
      </td>
      <td className="ui-soft @max-[62rem]:hidden">
        <bdi className="block max-w-80 truncate" title={description}>
          {description}
        </bdi>
      </td>
      <td className="@max-[44rem]:hidden">
        <span className="flex gap-1">
          <GroupBadges group={group} />
        </span>
      </td>
      <td className="num">{members}</td>
    </tr>
  )
}
