import type { z } from 'zod'
import { openConsole } from '#app/_ui/shell/api.ts'
import { mayWrite } from '#app/_ui/shell/rights.ts'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { generalSettings } from '#lib/api/contract/models/settings.ts'
import { ReadOnly } from '../_parts/read-only.tsx'
import { SettingsHeader } from '../_parts/settings-header.tsx'
import { GeneralSettingsForm } from './form.tsx'
import { generalValues } from './values.ts'

/** The server's name, and the features available to applications. */
export default async function GeneralSettingsPage() {
  const t = await pageTexts()
  const { api, visitor } = await openConsole()
  const settings = await api.getGeneralSettings()
  return (
    <>
      <SettingsHeader
        heading={t('console.admin_nav.general')}
        intro={t('settings.general.intro')}
      />
      {mayWrite(visitor, 'settings') ? (
        <ClientTexts areas={['settings']}>
          <GeneralSettingsForm
            action="/admin/settings/general/submit"
            values={generalValues(settings)}
          />
        </ClientTexts>
      ) : (
        <GeneralFacts settings={settings} />
      )}
    </>
  )
}

async function GeneralFacts({ settings }: { readonly settings: z.output<typeof generalSettings> }) {
  const t = await pageTexts()
  const onOff = (on: boolean) => (on ? t('settings.on') : t('settings.off'))
  const {
    dynamicClientRegistrationEnabled,
    pkceRequired,
    implicitFlowEnabled,
    resourceOwnerPasswordCredentialsEnabled,
  } = settings
  return (
    <ReadOnly
      facts={[
        [t('settings.general.app_name'), settings.appName],
        [t('settings.general.issuer'), <bdi key="issuer">{settings.issuer}</bdi>],
        [t('settings.general.dynamic'), onOff(dynamicClientRegistrationEnabled)],
        [t('settings.general.pkce'), onOff(pkceRequired)],
        [t('settings.general.implicit'), onOff(implicitFlowEnabled)],
        [t('settings.general.ropc'), onOff(resourceOwnerPasswordCredentialsEnabled)],
      ]}
    />
  )
}
