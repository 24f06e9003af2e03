import { pageTexts } from '../_components/texts.ts'
import { NotFound } from '../_console/not-found.tsx'

/** What was looked for in one's own account is not there, or not any more. */
export default async function AccountNotFound() {
  const t = await pageTexts()
  return <NotFound back={{ href: '/account/profile', label: t('console.account_nav.profile') }} />
}
