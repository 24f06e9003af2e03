import { BulkPage } from '#app/_ui/list/bulk-page.tsx'
import type { SearchParams } from '#app/_ui/list/list-state.ts'
import { requireChange } from '#app/_ui/shell/require-change.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { sessionBulk } from '../_parts/session-bulk.ts'

interface BulkSessionsPageProps {
  readonly searchParams: SearchParams
}

/** Asks before an act on several sessions. */
export default async function BulkSessionsPage({ searchParams }: BulkSessionsPageProps) {
  const t = await pageTexts()
  const values = await searchParams
  if (values.act !== 'export') await requireChange('users')
  return <BulkPage list={sessionBulk} values={values} title={t('access.sessions.title')} />
}
