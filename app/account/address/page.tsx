import { addressValues, countriesIn } from '#app/_ui/form/address-form.ts'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { openConsole, ownAccount } from '#app/_ui/shell/api.ts'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
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
      <Panel>
        <ClientTexts areas={['account']}>
          <AddressForm
            action="/account/address/submit"
            values={addressValues(user)}
            countries={countriesIn(language)}
          />
        </ClientTexts>
      </Panel>
    </>
  )
}
