import { SignInLink } from '#app/_ui/card/sign-in-link.tsx'
import { StatusCard } from '#app/_ui/card/status-card.tsx'
import { ToApplication } from '#app/_ui/card/to-application.tsx'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { viewData } from '#lib/http/page.ts'
import { textOf } from '#lib/i18n/texts.ts'
import { WaysIn } from './ways-in.tsx'

/** Confirms that the new password is set (`/reset-password`), and shows what else signs the account in. */
export default async function PasswordSetPage() {
  const view = await viewData('password-set')
  const { ceremonyId, client, again, application, ways, error } = view
  const t = await pageTexts()
  return (
    <StatusCard
      id="page-password-set"
      heading={t('pages.password-set.title')}
      client={client}
      message={t('card.password_set')}
      after={ways && <WaysIn view={view} ways={ways} />}
    >
      {error && (
        <Notice kind="warning" id="removal-expired" alert>
          {textOf(t, error.key, error.parameters)}
        </Notice>
      )}
      {application && <ToApplication application={application} />}
      <SignInLink ceremonyId={ceremonyId} client={client} again={again} isPrimary={!application} />
    </StatusCard>
  )
}
