import { BulkPage } from '#app/_ui/list/bulk-page.tsx'
import type { SearchParams } from '#app/_ui/list/list-state.ts'
import { requireChange } from '#app/_ui/shell/require-change.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { resourceBulk } from '../_parts/resource-bulk.ts'

interface BulkResourcesPageProps {
  readonly searchParams: SearchParams
}

/** Asks before an act on several APIs. */
export default async function BulkResourcesPage({ searchParams }: BulkResourcesPageProps) {
  const t = await pageTexts()
  const values = await searchParams
  if (values.act !== 'export') await requireChange('settings')
  return <BulkPage list={resourceBulk} values={values} title={t('resources.title')} />
}
