import type { SearchParams } from '#app/_ui/list/list-state.ts'
import { openConsole } from '#app/_ui/shell/api.ts'
import { mayWrite } from '#app/_ui/shell/rights.ts'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { pageSettings } from '#lib/http/page.ts'
import { Forms } from '../_parts/forms.tsx'
import { ReadOnly } from '../_parts/read-only.tsx'
import { SettingsHeader } from '../_parts/settings-header.tsx'
import { SignInSettingsForm } from './form.tsx'
import { policyLabels } from './policies.ts'
import { PolicyForm } from './policy-form.tsx'
import { RelatedOrigins } from './related-origins.tsx'
import { TrySection } from './try-section.tsx'
import { relatedOriginsFaults, signInValues } from './values.ts'

interface SignInSettingsPageProps {
  readonly searchParams: SearchParams
}

/** How people prove who they are, and how they get back in. */
export default async function SignInSettingsPage({ searchParams }: SignInSettingsPageProps) {
  const t = await pageTexts()
  const { api, visitor } = await openConsole()
  const [settings, { passwordPolicy }] = await Promise.all([
    api.getSignInSettings(),
    api.getGeneralSettings(),
  ])
  const { baseUrl } = await pageSettings()
  const { hostname: host } = new URL(baseUrl)
  const { related } = await searchParams
  const onOff = (on: boolean) => (on ? t('settings.on') : t('settings.off'))
  const inactive = Object.fromEntries(
    settings.inactiveFeatures.map(({ feature, reason }) => [
      feature,
      t(`methods.settings.inactive.${reason}`),
    ]),
  )
  return (
    <>
      <SettingsHeader heading={t('methods.settings.title')} intro={t('methods.settings.intro')} />
      {settings.passkeysEnabled && settings.originsOutside.length > 0 && (
        <RelatedOrigins
          domain={settings.passkeyRelyingPartyId || host}
          origins={settings.originsOutside}
          fault={relatedOriginsFaults.find((fault) => fault === related)}
        />
      )}
      {mayWrite(visitor, 'settings') ? (
        <ClientTexts areas={['settings', 'methods']}>
          <Forms>
            <PolicyForm
              action="/admin/settings/sign-in/submit/policy"
              values={{ passwordPolicy }}
              policies={await policyLabels()}
            />
            <TrySection checksBreaches={settings.breachedPasswordCheck !== 'off'} />
            <SignInSettingsForm
              action="/admin/settings/sign-in/submit"
              values={signInValues(settings)}
              host={host}
              passkeys={settings.passkeys}
              passkeysOfOtherDomains={settings.passkeysOfOtherDomains}
              usersWithoutPassword={settings.usersWithoutPassword}
              inactive={inactive}
            />
          </Forms>
        </ClientTexts>
      ) : (
        <ReadOnly
          facts={[
            [t('settings.password_policy.title'), t(`settings.password_policy.${passwordPolicy}`)],
            [
              t('methods.settings.breached'),
              t(`methods.settings.breached_${settings.breachedPasswordCheck}`),
            ],
            [t('methods.settings.allow'), onOff(settings.passkeysEnabled)],
            [t('methods.settings.offer'), onOff(settings.passkeyOfferEnabled)],
            [
              t('methods.settings.domain'),
              <bdi key="domain">{settings.passkeyRelyingPartyId || '–'}</bdi>,
            ],
            [t('methods.settings.recovery'), onOff(settings.recoveryCodesEnabled)],
            [t('methods.settings.remember'), settings.rememberBrowserDays],
            [t('methods.settings.new_sign_in'), onOff(settings.newSignInNoticeEnabled)],
            [t('methods.settings.providers_allow'), onOff(settings.identityProvidersEnabled)],
            [t('methods.settings.asks'), t(`methods.settings.asks_${settings.signInPage}`)],
            [t('methods.settings.chooser'), onOff(settings.accountChooserEnabled)],
          ]}
        />
      )}
    </>
  )
}
