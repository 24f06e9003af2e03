import { CircleCheck } from 'lucide-react'
import { SignInLink } from '#app/_ui/feedback/sign-in-link.tsx'
import { StatusCard } from '#app/_ui/shell/status-card.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { viewData } from '#lib/http/page.ts'

/** Confirms that the account exists now (`/account/register`, `/account/activate`). */
export default async function RegisteredPage() {
  const { ceremonyId } = await viewData('registered')
  const t = await pageTexts()
  return (
    <StatusCard
      id="page-registered"
      title={t('pages.register.title')}
      heading={t('pages.registered.title')}
      icon={CircleCheck}
      tone="success"
      message={t('pages.registered.message')}
    >
      <SignInLink ceremonyId={ceremonyId} />
    </StatusCard>
  )
}
