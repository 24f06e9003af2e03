import { Notice } from '#app/_ui/feedback/notice.tsx'
import { openConsole } from '#app/_ui/shell/api.ts'
import { mayWrite } from '#app/_ui/shell/rights.ts'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { ReadOnly } from '../_parts/read-only.tsx'
import { SettingsHeader } from '../_parts/settings-header.tsx'
import { ProtocolForm } from './form.tsx'
import { type ProtocolSwitch, protocolSwitches, protocolValues } from './values.ts'

/** The labels of the switches, by the keys of their texts. */
const labels = {
  authorizationServerMetadataEnabled: 'metadata',
  authorizationResponseIssEnabled: 'iss',
  tokenRevocationEnabled: 'revocation',
  tokenIntrospectionEnabled: 'introspection',
  backchannelLogoutEnabled: 'backchannel',
  resourceIndicatorsEnabled: 'resources',
} as const satisfies Record<ProtocolSwitch, string>

/** The additions to the protocol that an administrator switches on. */
export default async function ProtocolSettingsPage() {
  const t = await pageTexts()
  const { api, visitor } = await openConsole()
  const settings = await api.getProtocolSettings()
  const values = protocolValues(settings)
  const { issuerNote } = settings
  const onOff = (on: boolean) => (on ? t('settings.on') : t('settings.off'))
  return (
    <>
      <SettingsHeader heading={t('shell.admin.protocol')} intro={t('settings.protocol.intro')} />
      {issuerNote !== '' && (
        <Notice kind="warning" id="issuer-note" className="mb-5">
          {t(`settings.protocol.note.${issuerNote}`)}
        </Notice>
      )}
      {mayWrite(visitor, 'settings') ? (
        <ClientTexts areas={['settings']}>
          <ProtocolForm
            action="/admin/settings/protocol/submit"
            values={values}
            isIssWithoutEffect={settings.inactiveFeatures.length > 0}
          />
        </ClientTexts>
      ) : (
        <ReadOnly
          facts={protocolSwitches.map(
            (name) => [t(`settings.protocol.${labels[name]}`), onOff(values[name])] as const,
          )}
        />
      )}
    </>
  )
}
