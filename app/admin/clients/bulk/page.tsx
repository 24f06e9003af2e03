import { BulkPage } from '#app/_ui/list/bulk-page.tsx'
import type { SearchParams } from '#app/_ui/list/list-state.ts'
import { requireChange } from '#app/_ui/shell/require-change.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { clientBulk } from '../_parts/client-bulk.ts'

interface BulkClientsPageProps {
  readonly searchParams: SearchParams
}

/** Asks before an act on several applications. */
export default async function BulkClientsPage({ searchParams }: BulkClientsPageProps) {
  const t = await pageTexts()
  const values = await searchParams
  if (values.act !== 'export') await requireChange('clients')
  return <BulkPage list={clientBulk} values={values} title={t('clients.title')} />
}
