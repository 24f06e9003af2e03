import { phoneCountriesIn, phoneRegions, phoneValues } from '#app/_ui/form/phone-form.ts'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { openConsole, ownAccount } from '#app/_ui/shell/api.ts'
import { Badge } from '#app/_ui/text/badge.tsx'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { AccountHeader } from '../account-header.tsx'
import { PhoneForm } from './form.tsx'

/** Shows and changes the visitor's phone number. */
export default async function PhonePage() {
  const t = await pageTexts()
  const { language } = await openConsole()
  const user = await ownAccount()
  return (
    <>
      <AccountHeader page="phone" intro={t('account.phone.intro')} />
      <Panel>
        {user.phoneNumberVerified && (
          <p className="mb-5 flex flex-wrap items-center gap-3 text-muted text-sm">
            <Badge tone="success">{t('account.phone.verified')}</Badge>
            {t('account.phone.verified_hint')}
          </p>
        )}
        <ClientTexts areas={['account']}>
          <PhoneForm
            action="/account/phone/submit"
            values={phoneValues(user)}
            countries={phoneCountriesIn(language)}
            regions={phoneRegions()}
          />
        </ClientTexts>
      </Panel>
    </>
  )
}
