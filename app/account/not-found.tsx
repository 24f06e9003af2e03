import { NotFound } from '#app/_ui/feedback/not-found.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'

export default async function AccountNotFound() {
  const t = await pageTexts()
  return <NotFound back={{ href: '/account/overview', label: t('shell.account.overview') }} />
}
