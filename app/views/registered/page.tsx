import { CircleCheck } from 'lucide-react'
import { viewData } from '#lib/http/page.ts'
import { SignInLink } from '../../_components/sign-in-link.tsx'
import { StatusCard } from '../../_components/status-card.tsx'
import { pageTexts } from '../../_components/texts.ts'

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
