import { pageTexts } from '../../_components/texts.ts'
import { openConsole, ownAccount } from '../../_console/api.ts'
import { Card } from '../../_console/card.tsx'
import { ClientTexts } from '../../_console/client-texts.tsx'
import { PageHeader } from '../../_console/page-header.tsx'
import { localesIn, profileValues } from '../../_console/profile-form.ts'
import { zonesIn } from '../../_console/time-zone-choices.ts'
import { ProfileForm } from './form.tsx'

/** The visitor's names, birth date, zone and language. */
export default async function ProfilePage() {
  const t = await pageTexts()
  const { language } = await openConsole()
  const user = await ownAccount()
  return (
    <>
      <PageHeader
        title={`${t('console.account')} - ${t('console.account_nav.profile')}`}
        heading={t('console.account_nav.profile')}
        intro={t('account.profile.intro')}
      />
      <Card>
        <ClientTexts areas={['account']}>
          <ProfileForm
            action="/account/profile/submit"
            values={profileValues(user)}
            zones={zonesIn(language, user)}
            locales={localesIn(language)}
          />
        </ClientTexts>
      </Card>
    </>
  )
}
