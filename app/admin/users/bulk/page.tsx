import { BulkPage } from '#app/_ui/list/bulk-page.tsx'
import type { SearchParams } from '#app/_ui/list/list-state.ts'
import { requireChange } from '#app/_ui/shell/require-change.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { userBulk } from '../_parts/user-bulk.ts'
import { GroupChoice, GroupSearchForm } from './group-choice.tsx'

interface BulkUsersPageProps {
  readonly searchParams: SearchParams
}

/** Asks before an act on several users. */
export default async function BulkUsersPage({ searchParams }: BulkUsersPageProps) {
  const t = await pageTexts()
  const values = await searchParams
  if (values.act !== 'export') await requireChange('users')
  return (
    <>
      <BulkPage
        list={userBulk}
        values={values}
        title={t('users.title')}
        fields={(act) => act === 'add-to-group' && <GroupChoice values={values} />}
      />
      <GroupSearchForm values={values} />
    </>
  )
}
