import { pageTexts } from '../../_components/texts.ts'
import { openConsole, ownAccount } from '../../_console/api.ts'
import { Badge, Card } from '../../_console/card.tsx'
import { ClientTexts } from '../../_console/client-texts.tsx'
import { phoneCountriesIn, phoneValues } from '../../_console/phone-form.ts'
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
      <Card>
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
          />
        </ClientTexts>
      </Card>
    </>
  )
}
