import { localesIn, profileValues } from '#app/_ui/form/profile-form.ts'
import { Facts } from '#app/_ui/layout/facts.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { zonesIn } from '#app/_ui/text/time-zone-choices.ts'
import {
  openUser,
  type UserDetails,
  type UserPageData,
  type UserPageProps,
} from '#app/admin/users/_parts/user-page-data.ts'
import { UserShell } from '#app/admin/users/_parts/user-shell.tsx'
import { UserProfileForm } from './form.tsx'

/** A user's names, birth date, zone and language. */
export default async function UserProfilePage(props: UserPageProps) {
  const t = await pageTexts()
  const data = await openUser(props)
  return (
    <UserShell data={data} section="profile">
      <Panel title={t('users.profile.title')} intro={t('users.profile.intro')} id="profile">
        {data.mayEdit ? <Form data={data} /> : <Values user={data.user} />}
      </Panel>
    </UserShell>
  )
}

function Form({ data: { user, language } }: { readonly data: UserPageData }) {
  return (
    <ClientTexts areas={['account']}>
      <UserProfileForm
        action={`/admin/users/${user.id}/profile/submit`}
        values={profileValues(user)}
        zones={zonesIn(language, user)}
        locales={localesIn(language)}
      />
    </ClientTexts>
  )
}

async function Values({ user }: { readonly user: UserDetails }) {
  const t = await pageTexts()
  const gender = user.gender && t(`account.profile.${user.gender}`)
  return (
    <Facts
      facts={[
        [t('account.profile.username'), user.username],
        [t('account.profile.nickname'), user.nickname],
        [t('account.profile.given_name'), user.givenName],
        [t('account.profile.middle_name'), user.middleName],
        [t('account.profile.family_name'), user.familyName],
        [t('account.profile.website'), user.website],
        [t('account.profile.gender'), gender],
        [t('account.profile.birth_date'), user.birthDate?.slice(0, 10)],
        [t('account.profile.zone'), user.zoneInfo],
        [t('account.profile.locale'), user.locale],
      ]}
    />
  )
}
