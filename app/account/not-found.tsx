import { pageTexts } from '../_components/texts.ts'
import { NotThere } from '../_console/not-there.tsx'

/** What was looked for in one's own account is not there, or not any more. */
export default async function AccountNotFound() {
  const t = await pageTexts()
  return <NotThere back={{ href: '/account/profile', label: t('console.account_nav.profile') }} />
}
