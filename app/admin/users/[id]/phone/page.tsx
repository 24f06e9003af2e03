import { pageTexts } from '../../../../_components/texts.ts'
import { Card } from '../../../../_console/card.tsx'
import { ClientTexts } from '../../../../_console/client-texts.tsx'
import { Facts } from '../../../../_console/facts.tsx'
import { phoneCountriesIn, phoneValues } from '../../../../_console/phone-form.ts'
import { openUser, type UserPageProps } from '../../_parts/user-page-data.ts'
import { UserShell } from '../../_parts/user-shell.tsx'
import { UserPhoneForm } from './form.tsx'

export default async function UserPhonePage(props: UserPageProps) {
  const t = await pageTexts()
  const data = await openUser(props)
  const { user, language } = data
  const { phoneNumber, phoneNumberVerified, phoneNumberCountryCallingCode } = user
  return (
    <UserShell data={data} section="phone">
      <Card title={t('users.phone.title')} intro={t('users.phone.intro')} id="phone">
        {data.mayEdit ? (
          <ClientTexts areas={['account', 'users']}>
            <UserPhoneForm
              action={`/admin/users/${user.id}/phone/submit`}
              values={{ ...phoneValues(user), phoneNumberVerified }}
              countries={phoneCountriesIn(language)}
            />
          </ClientTexts>
        ) : (
          <Facts
            facts={[
              [
                t('users.phone.title'),
                phoneNumber && (
                  <bdi dir="ltr">{`${phoneNumberCountryCallingCode} ${phoneNumber}`}</bdi>
                ),
              ],
              [t('users.phone.verified'), t(phoneNumberVerified ? 'console.yes' : 'console.no')],
            ]}
          />
        )}
      </Card>
    </UserShell>
  )
}
