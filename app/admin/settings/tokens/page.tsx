import { durationText } from '#app/_ui/form/duration.ts'
import { openConsole } from '#app/_ui/shell/api.ts'
import { mayWrite } from '#app/_ui/shell/rights.ts'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { ReadOnly } from '../_parts/read-only.tsx'
import { SettingsHeader } from '../_parts/settings-header.tsx'
import { TokenSettingsForm } from './form.tsx'
import { tokenValues } from './values.ts'

/** The lifetimes and claims of tokens. */
export default async function TokenSettingsPage() {
  const t = await pageTexts()
  const { api, visitor, language } = await openConsole()
  const settings = await api.getTokenSettings()
  const {
    tokenExpirationInSeconds: access,
    refreshTokenOfflineIdleTimeoutInSeconds: idle,
    refreshTokenOfflineMaxLifetimeInSeconds: lifetime,
    ...claims
  } = settings
  const { includeOpenIDConnectClaimsInAccessToken, includeOpenIDConnectClaimsInIdToken } = claims
  const onOff = (on: boolean) => (on ? t('settings.on') : t('settings.off'))
  return (
    <>
      <SettingsHeader page="tokens" heading={t('console.admin_nav.tokens')} />
      {mayWrite(visitor, 'settings') ? (
        <ClientTexts areas={['settings']}>
          <TokenSettingsForm
            action="/admin/settings/tokens/submit"
            language={language}
            values={tokenValues(settings)}
          />
        </ClientTexts>
      ) : (
        <ReadOnly
          facts={[
            [t('settings.tokens.access'), durationText(access, language)],
            [t('settings.tokens.offline_idle'), durationText(idle, language)],
            [t('settings.tokens.offline_lifetime'), durationText(lifetime, language)],
            [t('settings.tokens.claims_access'), onOff(includeOpenIDConnectClaimsInAccessToken)],
            [t('settings.tokens.claims_id'), onOff(includeOpenIDConnectClaimsInIdToken)],
          ]}
        />
      )}
    </>
  )
}
