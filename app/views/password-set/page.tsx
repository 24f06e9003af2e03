import { CircleCheck } from 'lucide-react'
import { SignInLink } from '#app/_ui/feedback/sign-in-link.tsx'
import { StatusCard } from '#app/_ui/shell/status-card.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { viewData } from '#lib/http/page.ts'

/** Confirms that the new password is set (`/reset-password`). */
export default async function PasswordSetPage() {
  await viewData('password-set')
  const t = await pageTexts()
  return (
    <StatusCard
      id="page-password-set"
      title={t('pages.reset-password.title')}
      heading={t('pages.password-set.title')}
      icon={CircleCheck}
      tone="success"
      message={t('pages.password-set.message')}
    >
      <SignInLink ceremonyId="" />
    </StatusCard>
  )
}
