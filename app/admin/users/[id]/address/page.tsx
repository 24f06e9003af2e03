import { addressValues, countriesIn } from '#app/_ui/form/address-form.ts'
import { Facts } from '#app/_ui/layout/facts.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import {
  openUser,
  type UserPageData,
  type UserPageProps,
} from '#app/admin/users/_parts/user-page-data.ts'
import { UserShell } from '#app/admin/users/_parts/user-shell.tsx'
import { UserAddressForm } from './form.tsx'

export default async function UserAddressPage(props: UserPageProps) {
  const t = await pageTexts()
  const data = await openUser(props)
  const { user, language } = data
  return (
    <UserShell data={data} section="address">
      <Panel title={t('users.address.title')} intro={t('users.address.intro')} id="address">
        {data.mayEdit ? (
          <ClientTexts areas={['account']}>
            <UserAddressForm
              action={`/admin/users/${user.id}/address/submit`}
              values={addressValues(user)}
              countries={countriesIn(language)}
            />
          </ClientTexts>
        ) : (
          <Values data={data} />
        )}
      </Panel>
    </UserShell>
  )
}

async function Values({ data: { user, language } }: { readonly data: UserPageData }) {
  const t = await pageTexts()
  const country = new Map(countriesIn(language)).get(user.addressCountry)
  return (
    <Facts
      facts={[
        [t('account.address.line1'), user.addressLine1],
        [t('account.address.line2'), user.addressLine2],
        [t('account.address.postal_code'), user.addressPostalCode],
        [t('account.address.locality'), user.addressLocality],
        [t('account.address.region'), user.addressRegion],
        [t('account.address.country'), country ?? user.addressCountry],
      ]}
    />
  )
}
