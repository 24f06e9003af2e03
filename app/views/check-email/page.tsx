import { MailCheck } from 'lucide-react'
import { viewData } from '#lib/http/page.ts'
import { EmailInText } from '../../_components/email-in-text.tsx'
import { BackToSignIn } from '../../_components/sign-in-link.tsx'
import { StatusCard } from '../../_components/status-card.tsx'
import { pageTexts } from '../../_components/texts.ts'

/** Announces a message; the same for every address, registered or not (`/account/register`). */
export default async function CheckEmailPage() {
  const { ceremonyId, email } = await viewData('check-email')
  const t = await pageTexts()
  return (
    <StatusCard
      id="page-check-email"
      heading={t('pages.check-email.title')}
      icon={MailCheck}
      tone="neutral"
      message={<EmailInText email={email} text={t('pages.check-email.message', { email })} />}
    >
      <p className="text-balance text-center text-muted text-sm">
        {t('pages.check-email.nothing_arrived')}
      </p>
      <BackToSignIn ceremonyId={ceremonyId} />
    </StatusCard>
  )
}
