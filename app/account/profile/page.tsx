import { localesIn, profileValues } from '#app/_ui/form/profile-form.ts'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { openConsole, ownAccount } from '#app/_ui/shell/api.ts'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { zonesIn } from '#app/_ui/text/time-zone-choices.ts'
import { nameOrder } from '#lib/domain/users/full-name.ts'
import { AccountHeader } from '../account-header.tsx'
import { ProfileForm } from './form.tsx'

/** The visitor's names, birth date, zone and language. */
export default async function ProfilePage() {
  const t = await pageTexts()
  const { language } = await openConsole()
  const user = await ownAccount()
  return (
    <>
      <AccountHeader page="profile" intro={t('account.profile.intro')} />
      <Panel>
        <ClientTexts areas={['account']}>
          <ProfileForm
            action="/account/profile/submit"
            values={profileValues(user)}
            zones={zonesIn(language, user)}
            locales={localesIn(language)}
            names={nameOrder(user)}
          />
        </ClientTexts>
      </Panel>
    </>
  )
}
