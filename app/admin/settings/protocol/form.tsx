'use client'

import { CheckField } from '#app/_ui/form/fields.tsx'
import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { Section } from '#app/_ui/layout/section.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { Identities } from './identities.tsx'
import { Possession } from './possession.tsx'
import { PresetButtons } from './preset-buttons.tsx'
import type { ProtocolValues } from './values.ts'

interface ProtocolFormProps {
  readonly action: string
  readonly values: ProtocolValues
  /** The issuer is no address, so what relies on it has no effect. */
  readonly isIssuerNoAddress: boolean
  /** Why documents of applications have no effect. */
  readonly inactiveDocuments: 'no_trusted_host' | 'base_url_not_https' | null
  /** Proofs of possession are on and have no effect. */
  readonly isDpopInactive: boolean
}

/** The additions to the protocol, in groups. */
export function ProtocolForm(props: ProtocolFormProps) {
  const { action, values, isIssuerNoAddress, inactiveDocuments, isDpopInactive } = props
  const t = useTexts()
  const { field, ...form } = useConsoleForm<ProtocolValues>({ action, values })
  const set = (chosen: Partial<ProtocolValues>) => {
    for (const [name, value] of Object.entries(chosen)) {
      form.form.setValue(name as keyof ProtocolValues, value, { shouldDirty: true })
    }
  }
  return (
    <form {...form.props} className="max-w-240">
      <PresetButtons set={set} />
      <Section
        id="discovery"
        title={t('settings.protocol.discovery')}
        intro={t('settings.protocol.discovery_intro')}
      >
        <CheckField
          label={t('settings.protocol.metadata')}
          badge="RFC 8414"
          hint={t('settings.protocol.metadata_hint')}
          binding={field('authorizationServerMetadataEnabled')}
        />
        <CheckField
          label={t('settings.protocol.iss')}
          badge="RFC 9207"
          hint={t(
            isIssuerNoAddress && values.authorizationResponseIssEnabled
              ? 'settings.protocol.iss_without_effect'
              : 'settings.protocol.iss_hint',
          )}
          binding={field('authorizationResponseIssEnabled')}
        />
      </Section>
      <Section
        id="tokens"
        title={t('settings.protocol.tokens')}
        intro={t('settings.protocol.tokens_intro')}
      >
        <CheckField
          label={t('settings.protocol.revocation')}
          badge="RFC 7009"
          hint={t('settings.protocol.revocation_hint')}
          binding={field('tokenRevocationEnabled')}
        />
        <CheckField
          label={t('settings.protocol.introspection')}
          badge="RFC 7662"
          hint={t('settings.protocol.introspection_hint')}
          binding={field('tokenIntrospectionEnabled')}
        />
      </Section>
      <Section
        id="back-channel"
        title={t('settings.protocol.sign_out')}
        intro={t('settings.protocol.sign_out_intro')}
      >
        <CheckField
          label={t('settings.protocol.backchannel')}
          hint={t('settings.protocol.backchannel_hint')}
          binding={field('backchannelLogoutEnabled')}
        />
      </Section>
      <Section
        id="apis"
        title={t('settings.protocol.apis')}
        intro={t('settings.protocol.apis_intro')}
      >
        <CheckField
          label={t('settings.protocol.resources')}
          badge="RFC 8707"
          hint={t('settings.protocol.resources_hint')}
          binding={field('resourceIndicatorsEnabled')}
        />
      </Section>
      <Section
        id="authentication"
        title={t('settings.protocol.authentication')}
        intro={t('settings.protocol.authentication_intro')}
      >
        <CheckField
          label={t('settings.protocol.private_key_jwt')}
          badge="RFC 7523"
          hint={t(
            isIssuerNoAddress && values.privateKeyJwtEnabled
              ? 'settings.protocol.iss_without_effect'
              : 'settings.protocol.private_key_jwt_hint',
          )}
          binding={field('privateKeyJwtEnabled')}
        />
        <CheckField
          label={t('settings.protocol.assertion_audience')}
          hint={t('settings.protocol.assertion_audience_hint')}
          binding={field('clientAssertionTokenEndpointAudienceAllowed')}
        />
      </Section>
      <Section
        id="requests"
        title={t('settings.protocol.requests')}
        intro={t('settings.protocol.requests_intro')}
      >
        <CheckField
          label={t('settings.protocol.par')}
          badge="RFC 9126"
          hint={t('settings.protocol.par_hint')}
          binding={field('pushedAuthorizationRequestsEnabled')}
        />
      </Section>
      <Possession field={field} isInactive={isDpopInactive} />
      <Section
        id="devices"
        title={t('settings.protocol.devices_title')}
        intro={t('settings.protocol.devices_intro')}
      >
        <CheckField
          label={t('settings.protocol.devices')}
          badge="RFC 8628"
          hint={t('settings.protocol.devices_hint')}
          binding={field('deviceGrantEnabled')}
        />
      </Section>
      <Identities field={field} inactive={inactiveDocuments} />
      <FormFooter {...form} label={t('console.save')} />
    </form>
  )
}
