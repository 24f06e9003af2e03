import type { z } from 'zod'
import type { protocolSettings } from '#lib/api/contract/models/protocol-settings.ts'
import { splitWords } from '#lib/base/text/text.ts'
import type { Config } from '#lib/config/config.ts'
import type { OtherHostRule } from '#lib/domain/clients/document-hosts.ts'
import { readScopeList } from '#lib/domain/permissions/scope-lists.ts'
import { inactiveFeatures, issuerNote } from '#lib/domain/settings/protocol-features.ts'
import type { SettingsRecord } from '#lib/persistence/store.ts'

/** The protocol settings on the wire, with what is not in effect. */
export function protocolSettingsToWire(
  config: Config,
  settings: SettingsRecord,
): z.input<typeof protocolSettings> {
  const scopes = readScopeList(settings.selfRegisteredClientScopes)
  return {
    authorizationServerMetadataEnabled: settings.authorizationServerMetadataEnabled,
    authorizationResponseIssEnabled: settings.authorizationResponseIssEnabled,
    tokenRevocationEnabled: settings.tokenRevocationEnabled,
    tokenIntrospectionEnabled: settings.tokenIntrospectionEnabled,
    backchannelLogoutEnabled: settings.backchannelLogoutEnabled,
    resourceIndicatorsEnabled: settings.resourceIndicatorsEnabled,
    clientIdMetadataDocumentsEnabled: settings.clientIdMetadataDocumentsEnabled,
    clientIdMetadataDocumentHosts: splitWords(settings.clientIdMetadataDocumentHosts),
    clientIdMetadataDocumentOtherHosts:
      settings.clientIdMetadataDocumentOtherHosts as OtherHostRule,
    dynamicClientApprovalRequired: settings.dynamicClientApprovalRequired,
    selfRegisteredClientScopes: scopes && [...scopes],
    unusedSelfRegisteredClientDays: settings.unusedSelfRegisteredClientDays,
    selfRegisteredClientTokenExpirationInSeconds:
      settings.selfRegisteredClientTokenExpirationInSeconds,
    privateKeyJwtEnabled: settings.privateKeyJwtEnabled,
    clientAssertionTokenEndpointAudienceAllowed:
      settings.clientAssertionTokenEndpointAudienceAllowed,
    pushedAuthorizationRequestsEnabled: settings.pushedAuthorizationRequestsEnabled,
    dpopEnabled: settings.dpopEnabled,
    dpopNonceRequired: settings.dpopNonceRequired,
    deviceGrantEnabled: settings.deviceGrantEnabled,
    inactiveFeatures: inactiveFeatures({ config, settings }),
    issuerNote: issuerNote(config, settings),
  }
}
