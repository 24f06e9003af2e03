import { Clock, Link2Off } from 'lucide-react'
import { viewData } from '#lib/http/page.ts'
import { BackToSignIn } from '../../_components/sign-in-link.tsx'
import { StatusCard } from '../../_components/status-card.tsx'
import { pageTexts } from '../../_components/texts.ts'

/** Says that a mailed link leads nowhere any more (`/account/activate`, `/reset-password`). */
export default async function LinkExpiredPage() {
  const { flow, inFlight } = await viewData('link-expired')
  const t = await pageTexts()
  const said = inFlight ? 'in_flight' : flow
  return (
    <StatusCard
      id="page-link-expired"
      heading={t(`pages.link-expired.${said}.title`)}
      icon={inFlight ? Clock : Link2Off}
      tone="warning"
      message={t(`pages.link-expired.${said}.message`)}
    >
      {!inFlight && (
        <a
          href={flow === 'activate' ? '/account/register' : '/forgot-password'}
          className="btn btn-primary btn-block min-h-11 text-base"
        >
          {t(`pages.link-expired.${flow}.again`)}
        </a>
      )}
      <BackToSignIn ceremonyId="" />
    </StatusCard>
  )
}
