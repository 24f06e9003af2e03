import { Link2Off } from 'lucide-react'
import { viewData } from '#lib/http/page.ts'
import { BackToSignIn } from '../../_components/sign-in-link.tsx'
import { StatusCard } from '../../_components/status-card.tsx'
import { pageTexts } from '../../_components/texts.ts'

/** Where the next link is asked for. */
const places = {
  activate: '/account/register',
  reset: '/forgot-password',
  'sign-in': '/sign-in-link',
} as const

/** Says that a mailed link leads nowhere any more (`/account/activate`, `/reset-password`). */
export default async function LinkExpiredPage() {
  const { flow } = await viewData('link-expired')
  const t = await pageTexts()
  return (
    <StatusCard
      id="page-link-expired"
      heading={t(`pages.link-expired.${flow}.title`)}
      icon={Link2Off}
      tone="warning"
      message={t(`pages.link-expired.${flow}.message`)}
    >
      <a href={places[flow]} className="btn btn-primary btn-block min-h-11 text-base">
        {t(`pages.link-expired.${flow}.again`)}
      </a>
      <BackToSignIn ceremonyId="" />
    </StatusCard>
  )
}
