import { SignInLink } from '#app/_ui/card/sign-in-link.tsx'
import { StatusCard } from '#app/_ui/card/status-card.tsx'
import { ToApplication } from '#app/_ui/card/to-application.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { viewData } from '#lib/http/page.ts'

/** Confirms that the new password is set (`/reset-password`). */
export default async function PasswordSetPage() {
  const { ceremonyId, client, again, application } = await viewData('password-set')
  const t = await pageTexts()
  return (
    <StatusCard
      id="page-password-set"
      heading={t('pages.password-set.title')}
      client={client}
      message={t('card.password_set')}
    >
      {application && <ToApplication application={application} />}
      <SignInLink ceremonyId={ceremonyId} client={client} again={again} isPrimary={!application} />
    </StatusCard>
  )
}
