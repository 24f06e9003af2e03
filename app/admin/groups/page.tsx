import { Download, Plus, SearchX, Trash2, UserPlus, UsersRound } from 'lucide-react'
import Link from 'next/link'
import { CopyId } from '#app/_ui/list/copy-id.tsx'
import { type Column, DataTable } from '#app/_ui/list/data-table.tsx'
import { EmptyState } from '#app/_ui/list/empty-state.tsx'
import type { SearchParams } from '#app/_ui/list/list-state.ts'
import { ListToolbar } from '#app/_ui/list/list-toolbar.tsx'
import { type List, openList, stayWithin } from '#app/_ui/list/open-list.ts'
import { RowMenu } from '#app/_ui/list/row-menu.tsx'
import { type Api, openConsole } from '#app/_ui/shell/api.ts'
import { PageHeader } from '#app/_ui/shell/page-header.tsx'
import { mayWrite } from '#app/_ui/shell/rights.ts'
import { pageTexts, type Texts } from '#app/_ui/text/texts.ts'
import { Timestamp } from '#app/_ui/text/timestamp.tsx'
import { sectionAddress } from './_parts/group-address.ts'
import { GroupBadges } from './_parts/group-badges.tsx'
import { groupList, groupQuery } from './_parts/group-list.ts'

type ListedGroup = Awaited<ReturnType<Api['searchGroups']>>['groups'][number]

/** The groups, whose members share permissions and attributes. */
export default async function GroupsPage({
  searchParams,
}: {
  readonly searchParams: SearchParams
}) {
  const t = await pageTexts()
  const list = await openList(groupList, searchParams)
  const { api, visitor, language } = await openConsole()
  const { page, size } = list
  const query = { ...groupQuery(list), page, size, details: 'true' as const }
  const { groups, total } = await api.searchGroups({ query })
  stayWithin(list, groups.length, total)
  const mayAdd = mayWrite(visitor, 'users')
  const columns = columnsOf(t, language)
  return (
    <>
      <PageHeader
        title={t('groups.title')}
        intro={t('groups.intro')}
        actions={mayAdd && <NewGroup />}
      />
      <ListToolbar
        list={list}
        search={t('groups.search')}
        filters={[
          {
            name: 'inTokens',
            label: t('lists.in_tokens'),
            options: [
              { value: 'true', label: t('lists.yes') },
              { value: 'false', label: t('lists.no') },
            ],
          },
        ]}
        columns={columns}
      />
      <DataTable
        id="groups"
        list={list}
        total={total}
        rows={groups}
        first={{ label: t('lists.name'), sort: 'identifier' }}
        columns={columns}
        head={(group) => rowHead(t, group, mayAdd)}
        acts={bulkActs(t, mayAdd)}
        empty={<NoneFound list={list} mayAdd={mayAdd} />}
      />
    </>
  )
}

async function NewGroup() {
  const t = await pageTexts()
  return (
    <Link
      id="new-group"
      href={`${groupList.path}/new`}
      prefetch={false}
      className="btn btn-primary btn-sm"
    >
      <Plus aria-hidden="true" />
      {t('groups.add')}
    </Link>
  )
}

interface NoneFoundProps {
  readonly list: List
  readonly mayAdd: boolean
}

async function NoneFound({ list: { query, filters }, mayAdd }: NoneFoundProps) {
  const t = await pageTexts()
  if (query || Object.keys(filters).length > 0) {
    return (
      <EmptyState
        icon={SearchX}
        title={query ? t('console.search_empty', { query }) : t('list.no_match')}
        text={query ? t('groups.search_hint') : t('list.no_match_hint')}
      >
        <Link href={groupList.path} prefetch={false} className="btn btn-sm">
          {t('console.show_all')}
        </Link>
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={UsersRound} title={t('groups.none')} text={t('groups.none_hint')}>
      {mayAdd && (
        <Link href={`${groupList.path}/new`} prefetch={false} className="btn btn-sm">
          {t('groups.add')}
        </Link>
      )}
    </EmptyState>
  )
}

function columnsOf(t: Texts, language: string): readonly Column<ListedGroup>[] {
  return [
    {
      key: 'description',
      label: t('console.record.description'),
      from: 60,
      look: 'ui-soft',
      cell: ({ description }) => (
        <span className="block max-w-80 truncate" title={description}>
          <bdi>{description}</bdi>
        </span>
      ),
    },
    {
      key: 'inTokens',
      label: t('groups.in_tokens'),
      from: 44,
      cell: (group) => (
        <span className="flex gap-1">
          <GroupBadges group={group} />
        </span>
      ),
    },
    {
      key: 'permissions',
      label: t('lists.permissions'),
      from: 52,
      look: 'num',
      cell: ({ permissionCount = 0 }) => permissionCount.toLocaleString(language),
    },
    {
      key: 'members',
      label: t('groups.sections.members'),
      sort: 'memberCount',
      look: 'num',
      cell: ({ memberCount }) => memberCount.toLocaleString(language),
    },
    {
      key: 'created',
      label: t('lists.created'),
      sort: 'createdAt',
      from: 60,
      look: 'time',
      cell: ({ createdAt }) => <Timestamp value={createdAt} />,
    },
  ]
}

function bulkActs(t: Texts, mayEdit: boolean) {
  const exporting = { value: 'export', label: t('list.export'), icon: <Download /> }
  if (!mayEdit) return [exporting]
  return [exporting, { value: 'delete-groups', label: t('console.delete'), icon: <Trash2 /> }]
}

function rowHead(t: Texts, group: ListedGroup, mayEdit: boolean) {
  const { id, groupIdentifier, description, memberCount } = group
  const href = sectionAddress(id, 'members')
  return {
    key: id,
    name: groupIdentifier,
    href,
    picture: <UsersRound className="text-muted" aria-hidden="true" />,
    inFull: groupIdentifier,
    title: <bdi dir="ltr">{groupIdentifier}</bdi>,
    phone: (
      <>
        {description && <bdi>{description}</bdi>}
        <span>{t('users.groups.members', { count: memberCount })}</span>
        <GroupBadges group={group} />
      </>
    ),
    menu: (
      <RowMenu id={`group-${id}-menu`} name={groupIdentifier}>
        <Link href={href} prefetch={false}>
          <UsersRound aria-hidden="true" />
          {t('list.open')}
        </Link>
        <CopyId value={groupIdentifier} />
        {mayEdit && (
          <>
            <Link href={`${href}/add`} prefetch={false}>
              <UserPlus aria-hidden="true" />
              {t('groups.members.add')}
            </Link>
            <hr />
            <Link href={sectionAddress(id, 'delete')} prefetch={false} className="danger">
              <Trash2 aria-hidden="true" />
              {t('console.delete')}…
            </Link>
          </>
        )}
      </RowMenu>
    ),
  }
}
