import { phoneCountriesIn, phoneValues } from '#app/_ui/form/phone-form.ts'
import { Facts } from '#app/_ui/layout/facts.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { openUser, type UserPageProps } from '#app/admin/users/_parts/user-page-data.ts'
import { UserShell } from '#app/admin/users/_parts/user-shell.tsx'
import { UserPhoneForm } from './form.tsx'

export default async function UserPhonePage(props: UserPageProps) {
  const t = await pageTexts()
  const data = await openUser(props)
  const { user, language } = data
  const { phoneNumber, phoneNumberVerified, phoneNumberCountryCallingCode } = user
  return (
    <UserShell data={data} section="phone">
      <Panel title={t('users.phone.title')} intro={t('users.phone.intro')} id="phone">
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
      </Panel>
    </UserShell>
  )
}
