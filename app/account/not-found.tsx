import { pageTexts } from '../_components/texts.ts'
import { NotFound } from '../_console/not-found.tsx'

export default async function AccountNotFound() {
  const t = await pageTexts()
  return <NotFound back={{ href: '/account/profile', label: t('console.account_nav.profile') }} />
}
