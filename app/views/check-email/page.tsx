import { MailCheck } from 'lucide-react'
import { BackToSignIn } from '#app/_ui/feedback/sign-in-link.tsx'
import { StatusCard } from '#app/_ui/shell/status-card.tsx'
import { EmailInText } from '#app/_ui/text/email-in-text.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { viewData } from '#lib/http/page.ts'

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
