import { BulkPage } from '#app/_ui/list/bulk-page.tsx'
import type { SearchParams } from '#app/_ui/list/list-state.ts'
import { openConsole } from '#app/_ui/shell/api.ts'
import { requireChange } from '#app/_ui/shell/require-change.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { userBulk } from '../_parts/user-bulk.ts'

interface BulkUsersPageProps {
  readonly searchParams: SearchParams
}

/** Asks before something is done with several users. */
export default async function BulkUsersPage({ searchParams }: BulkUsersPageProps) {
  const t = await pageTexts()
  const values = await searchParams
  if (values.act !== 'export') await requireChange('users')
  return (
    <BulkPage
      list={userBulk}
      values={values}
      title={t('users.title')}
      fields={(act) => act === 'add-to-group' && <GroupChoice />}
    />
  )
}

async function GroupChoice() {
  const t = await pageTexts()
  const { api } = await openConsole()
  const { groups } = await api.listGroups()
  return (
    <label className="grid max-w-sm gap-1 font-medium text-sm">
      {t('lists.group')}
      <select id="group" name="group" className="select">
        {groups.map(({ id, groupIdentifier }) => (
          <option key={id} value={id}>
            {groupIdentifier}
          </option>
        ))}
      </select>
    </label>
  )
}
