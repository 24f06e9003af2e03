import { pageTexts } from '../../_components/texts.ts'
import { addressValues, countriesIn } from '../../_console/address-form.ts'
import { openConsole, ownAccount } from '../../_console/api.ts'
import { Card } from '../../_console/card.tsx'
import { ClientTexts } from '../../_console/client-texts.tsx'
import { AccountHeader } from '../account-header.tsx'
import { AddressForm } from './form.tsx'

/** Shows and changes the visitor's postal address. */
export default async function AddressPage() {
  const t = await pageTexts()
  const { language } = await openConsole()
  const user = await ownAccount()
  return (
    <>
      <AccountHeader page="address" intro={t('account.address.intro')} />
      <Card>
        <ClientTexts areas={['account']}>
          <AddressForm
            action="/account/address/submit"
            values={addressValues(user)}
            countries={countriesIn(language)}
          />
        </ClientTexts>
      </Card>
    </>
  )
}
