import { notFound, redirect } from 'next/navigation'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { maxBulk, readSelection } from '#app/_ui/list/bulk-selection.ts'
import type { QueryValues } from '#app/_ui/list/list-query.ts'
import type { SearchParams } from '#app/_ui/list/list-state.ts'
import { type Api, openConsole } from '#app/_ui/shell/api.ts'
import { PageHeader } from '#app/_ui/shell/page-header.tsx'
import { mayWrite } from '#app/_ui/shell/rights.ts'
import { EmailAddress } from '#app/_ui/text/email-address.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { fullName } from '#lib/domain/users/full-name.ts'
import { type SelectedUsers, selectedUsers, type UserAct, userActOf } from '../_parts/user-bulk.ts'
import { userList } from '../_parts/user-list.ts'
import { userListStateOf } from '../_parts/user-list-state.ts'
import { BulkUsersForm } from './form.tsx'

/** Users that are named; the others are counted. */
const named = 10

interface BulkUsersPageProps {
  readonly searchParams: SearchParams
}

/** Asks before something is done with several users, and says what became of each. Works without scripts. */
export default async function BulkUsersPage({ searchParams }: BulkUsersPageProps) {
  const t = await pageTexts()
  const values = await searchParams
  if (values.act === 'export') redirect(exportAddress(values))
  const act = userActOf(values.act)
  const { api, visitor } = await openConsole()
  if (!mayWrite(visitor, 'users')) notFound()
  const selection = readSelection(userList, values)
  const back = { href: userList.path + userListStateOf(values).suffix, label: t('users.title') }
  if (!act || !selection) {
    return (
      <>
        <PageHeader title={t('lists.bulk.nobody')} back={back} />
        <Notice kind="warning">{t('lists.bulk.nobody_hint')}</Notice>
      </>
    )
  }
  const selected = await selectedUsers(api, selection)
  const { total, problem } = selected
  const title = t(`lists.bulk.title.${act}`, { count: total })
  const groups = act === 'add-to-group' ? (await api.listGroups()).groups : []
  return (
    <>
      <PageHeader title={title} back={back} />
      {problem && (
        <Notice kind="warning" className="mb-5">
          {problem === 'more'
            ? t('lists.bulk.more', { count: total })
            : t('lists.bulk.too_many', { max: maxBulk })}
        </Notice>
      )}
      <Consequences act={act} api={api} selected={selected} />
      {problem !== 'too_many' && (
        <BulkUsersForm
          label={t(`lists.bulk.do.${act}`)}
          isDangerous={act === 'disable' || act === 'end-sessions'}
          list={back.href}
          total={total}
          groups={groups.map(({ id, groupIdentifier }) => ({ id, name: groupIdentifier }))}
          texts={{ group: t('lists.group'), back: t('users.title'), cancel: t('console.cancel') }}
        />
      )}
    </>
  )
}

interface ConsequencesProps {
  readonly act: UserAct
  readonly api: Api
  readonly selected: SelectedUsers
}

async function Consequences({ act, api, selected: { ids, total } }: ConsequencesProps) {
  const t = await pageTexts()
  const shown = ids.slice(0, named)
  const query = { ids: shown.join() || '0', size: named, sort: 'name' } as const
  const { users } = await api.searchUsers({ query })
  return (
    <section className="ui-panel mb-5">
      <div className="ui-panel-body">
        <p>{t(`lists.bulk.text.${act}`)}</p>
        <ul className="ui-lines">
          {users.map((user) => (
            <li key={user.id} className="flex-wrap [overflow-wrap:anywhere]">
              <bdi className="text-ink">{fullName(user)}</bdi>
              <EmailAddress email={user.email} />
            </li>
          ))}
          {total > users.length && (
            <li>{t('lists.bulk.others', { count: total - users.length })}</li>
          )}
        </ul>
      </div>
    </section>
  )
}

/** The export of the same users. */
function exportAddress({ act, id, all, total, before, ...list }: QueryValues): string {
  const kept = Object.entries(list).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  const ticked = all ? [] : [id ?? []].flat().map((each): [string, string] => ['id', each])
  return `${userList.path}/export?${new URLSearchParams([...kept, ...ticked])}`
}
