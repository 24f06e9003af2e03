import { locales } from '#lib/domain/locales.ts'
import { timeZones } from '#lib/domain/time-zones.ts'
import { pageTexts } from '../../_components/texts.ts'
import { openConsole, ownAccount } from '../../_console/api.ts'
import { Card } from '../../_console/card.tsx'
import { ClientTexts } from '../../_console/client-texts.tsx'
import { PageHead } from '../../_console/page-head.tsx'
import { saveProfile } from './actions.ts'
import { ProfileForm } from './form.tsx'

/** One's own names, birthday, zone and language (wire contract §7.2). */
export default async function ProfilePage() {
  const t = await pageTexts()
  const { language } = await openConsole()
  const user = await ownAccount()
  return (
    <>
      <PageHead
        title={`${t('console.account')} - ${t('console.account_nav.profile')}`}
        heading={t('console.account_nav.profile')}
        intro={t('account.profile.intro')}
      />
      <Card>
        <ClientTexts areas={['account']}>
          <ProfileForm
            action={saveProfile}
            values={{
              username: user.username,
              givenName: user.givenName,
              middleName: user.middleName,
              familyName: user.familyName,
              nickname: user.nickname,
              website: user.website,
              gender: user.gender,
              dateOfBirth: user.birthDate?.slice(0, 10) ?? '',
              zone: user.zoneInfo && `${user.zoneInfo}|${user.zoneInfoCountryName}`,
              locale: user.locale,
            }}
            zones={zonesIn(language)}
            locales={localesIn(language)}
          />
        </ClientTexts>
      </Card>
    </>
  )
}

/** Every zone with its country, in the visitor's language. */
function zonesIn(language: string): readonly (readonly [value: string, label: string])[] {
  const names = new Intl.DisplayNames([language], { type: 'region' })
  return timeZones()
    .map(({ zone, countryCode, countryName }) => {
      const label = `${names.of(countryCode) ?? countryName} - ${zone.replaceAll('_', ' ')}`
      return [`${zone}|${countryName}`, label] as const
    })
    .toSorted(([, a], [, b]) => a.localeCompare(b, language))
}

/** Every locale by its own name and its English one. */
function localesIn(language: string): readonly (readonly [value: string, label: string])[] {
  const english = new Intl.DisplayNames(['en'], { type: 'language' })
  return locales()
    .map((tag) => {
      const own = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
      return [tag, `${own} (${english.of(tag) ?? tag})`] as const
    })
    .toSorted(([, a], [, b]) => a.localeCompare(b, language))
}
