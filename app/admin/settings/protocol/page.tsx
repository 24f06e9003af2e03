import { Notice } from '#app/_ui/feedback/notice.tsx'
import { type Api, openConsole } from '#app/_ui/shell/api.ts'
import { mayWrite } from '#app/_ui/shell/rights.ts'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { ReadOnly } from '../_parts/read-only.tsx'
import { SettingsHeader } from '../_parts/settings-header.tsx'
import { ProtocolForm } from './form.tsx'
import { Readiness } from './readiness.tsx'
import { type ProtocolSwitch, protocolSwitches, protocolValues } from './values.ts'

/** The labels of the switches, by the keys of their texts. */
const labels = {
  authorizationServerMetadataEnabled: 'metadata',
  authorizationResponseIssEnabled: 'iss',
  tokenRevocationEnabled: 'revocation',
  tokenIntrospectionEnabled: 'introspection',
  backchannelLogoutEnabled: 'backchannel',
  resourceIndicatorsEnabled: 'resources',
  clientIdMetadataDocumentsEnabled: 'documents',
  dynamicClientApprovalRequired: 'approval',
  privateKeyJwtEnabled: 'private_key_jwt',
  clientAssertionTokenEndpointAudienceAllowed: 'assertion_audience',
  pushedAuthorizationRequestsEnabled: 'par',
  dpopEnabled: 'dpop',
  dpopNonceRequired: 'dpop_nonce',
  deviceGrantEnabled: 'devices',
} as const satisfies Record<ProtocolSwitch, string>

/** The additions to the protocol that an administrator switches on. */
export default async function ProtocolSettingsPage() {
  const t = await pageTexts()
  const { api, visitor, language } = await openConsole()
  const [settings, readiness] = await Promise.all([
    api.getProtocolSettings(),
    api.getProtocolReadiness(),
  ])
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
      <Readiness readiness={readiness} hasResourceIndicators={settings.resourceIndicatorsEnabled} />
      {mayWrite(visitor, 'settings') ? (
        <ClientTexts areas={['settings']}>
          <ProtocolForm
            action="/admin/settings/protocol/submit"
            values={values}
            language={language}
            isIssuerNoAddress={issuerNote === 'issuer_not_a_url'}
            inactiveDocuments={documentsReason(settings)}
            isDpopInactive={reasonOf(settings, 'dpop') !== null}
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

type Settings = Awaited<ReturnType<Api['getProtocolSettings']>>

function reasonOf({ inactiveFeatures }: Settings, feature: string) {
  return inactiveFeatures.find((inactive) => inactive.feature === feature)?.reason ?? null
}

function documentsReason(settings: Settings) {
  const reason = reasonOf(settings, 'clientIdMetadataDocuments')
  return reason === 'issuer_not_a_url' ? null : reason
}
