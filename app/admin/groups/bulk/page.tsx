import { BulkPage } from '#app/_ui/list/bulk-page.tsx'
import type { SearchParams } from '#app/_ui/list/list-state.ts'
import { requireChange } from '#app/_ui/shell/require-change.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { groupBulk } from '../_parts/group-bulk.ts'

interface BulkGroupsPageProps {
  readonly searchParams: SearchParams
}

/** Asks before an act on several groups. */
export default async function BulkGroupsPage({ searchParams }: BulkGroupsPageProps) {
  const t = await pageTexts()
  const values = await searchParams
  if (values.act !== 'export') await requireChange('users')
  return <BulkPage list={groupBulk} values={values} title={t('groups.title')} />
}
