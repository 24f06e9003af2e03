import { SignInLink } from '#app/_ui/card/sign-in-link.tsx'
import { StatusCard } from '#app/_ui/card/status-card.tsx'
import { ToApplication } from '#app/_ui/card/to-application.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { viewData } from '#lib/http/page.ts'

/** Confirms that the account exists now (`/account/register`, `/account/activate`). */
export default async function RegisteredPage() {
  const { ceremonyId, client, again, application } = await viewData('registered')
  const t = await pageTexts()
  return (
    <StatusCard
      id="page-registered"
      heading={t('card.registered.title')}
      client={client}
      message={t('card.registered.message')}
    >
      {application && <ToApplication application={application} />}
      <SignInLink ceremonyId={ceremonyId} client={client} again={again} isPrimary={!application} />
    </StatusCard>
  )
}
