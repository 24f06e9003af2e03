import { pageTexts } from '../../_components/texts.ts'
import { openConsole } from '../../_console/api.ts'
import { PageHead } from '../../_console/page-head.tsx'

/** How the server stands: the first page of the administration. */
export default async function DashboardPage() {
  const t = await pageTexts()
  await openConsole()
  return <PageHead title={t('console.admin_nav.dashboard')} />
}
