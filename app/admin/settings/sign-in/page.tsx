import { openConsole } from '#app/_ui/shell/api.ts'
import { mayWrite } from '#app/_ui/shell/rights.ts'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { pageSettings } from '#lib/http/page.ts'
import { ReadOnly } from '../_parts/read-only.tsx'
import { SettingsHeader } from '../_parts/settings-header.tsx'
import { SignInSettingsForm } from './form.tsx'
import { TryBreachCheck } from './try-breach-check.tsx'
import { signInValues } from './values.ts'

/** How people prove who they are, and how they get back in. */
export default async function SignInSettingsPage() {
  const t = await pageTexts()
  const { api, visitor } = await openConsole()
  const settings = await api.getSignInSettings()
  const { baseUrl } = await pageSettings()
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
      {mayWrite(visitor, 'settings') && settings.breachedPasswordCheck !== 'off' && (
        <TryBreachCheck />
      )}
      {mayWrite(visitor, 'settings') ? (
        <ClientTexts areas={['settings', 'methods']}>
          <SignInSettingsForm
            action="/admin/settings/sign-in/submit"
            values={signInValues(settings)}
            host={new URL(baseUrl).hostname}
            passkeys={settings.passkeys}
            passkeysOfOtherDomains={settings.passkeysOfOtherDomains}
            inactive={inactive}
          />
        </ClientTexts>
      ) : (
        <ReadOnly
          facts={[
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
            [
              t('methods.settings.allowed'),
              settings.registrationAllowedEmailDomains.join(', ') || '–',
            ],
            [
              t('methods.settings.blocked'),
              settings.registrationBlockedEmailDomains.join(', ') || '–',
            ],
            [t('methods.settings.trap'), onOff(settings.registrationTrapFieldEnabled)],
            [t('methods.settings.asks'), t(`methods.settings.asks_${settings.signInPage}`)],
            [t('methods.settings.chooser'), onOff(settings.accountChooserEnabled)],
          ]}
        />
      )}
    </>
  )
}
