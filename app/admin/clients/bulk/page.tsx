import { notFound } from 'next/navigation'
import { BulkPage } from '#app/_ui/list/bulk-page.tsx'
import type { SearchParams } from '#app/_ui/list/list-state.ts'
import { openConsole } from '#app/_ui/shell/api.ts'
import { mayWrite } from '#app/_ui/shell/rights.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { clientBulk } from '../_parts/client-bulk.ts'

interface BulkClientsPageProps {
  readonly searchParams: SearchParams
}

/** Asks before something is done with several applications. */
export default async function BulkClientsPage({ searchParams }: BulkClientsPageProps) {
  const t = await pageTexts()
  const values = await searchParams
  const { visitor } = await openConsole()
  if (!mayWrite(visitor, 'clients') && values.act !== 'export') notFound()
  return <BulkPage list={clientBulk} values={values} title={t('clients.title')} />
}
