import type { z } from 'zod'
import type { FieldBinding } from '#app/_ui/form/fields.tsx'
import type { protocolSettings } from '#lib/api/contract/models/protocol-settings.ts'

/** The switches of the page, in its order. */
export const protocolSwitches = [
  'authorizationServerMetadataEnabled',
  'authorizationResponseIssEnabled',
  'tokenRevocationEnabled',
  'tokenIntrospectionEnabled',
  'backchannelLogoutEnabled',
  'resourceIndicatorsEnabled',
  'clientIdMetadataDocumentsEnabled',
  'dynamicClientApprovalRequired',
  'privateKeyJwtEnabled',
  'clientAssertionTokenEndpointAudienceAllowed',
  'pushedAuthorizationRequestsEnabled',
  'dpopEnabled',
  'dpopNonceRequired',
  'deviceGrantEnabled',
] as const

export type ProtocolSwitch = (typeof protocolSwitches)[number]

/** Fields of applications that bring their own identity; a list has an entry a line. */
export interface IdentityValues {
  readonly clientIdMetadataDocumentHosts: string
  readonly clientIdMetadataDocumentOtherHosts: string
  /** The list counts. */
  readonly limited: boolean
  readonly selfRegisteredClientScopes: string
  readonly unusedSelfRegisteredClientDays: string
  readonly selfRegisteredClientTokenExpirationInSeconds: string
}

export type ProtocolValues = Record<ProtocolSwitch, boolean> & IdentityValues

/** What every section of the form is given. */
export interface ProtocolSectionProps {
  readonly field: (name: keyof ProtocolValues) => FieldBinding
}

/** Initial values of the form. */
export function protocolValues(settings: z.output<typeof protocolSettings>): ProtocolValues {
  const scopes = settings.selfRegisteredClientScopes
  return {
    authorizationServerMetadataEnabled: settings.authorizationServerMetadataEnabled,
    authorizationResponseIssEnabled: settings.authorizationResponseIssEnabled,
    tokenRevocationEnabled: settings.tokenRevocationEnabled,
    tokenIntrospectionEnabled: settings.tokenIntrospectionEnabled,
    backchannelLogoutEnabled: settings.backchannelLogoutEnabled,
    resourceIndicatorsEnabled: settings.resourceIndicatorsEnabled,
    clientIdMetadataDocumentsEnabled: settings.clientIdMetadataDocumentsEnabled,
    clientIdMetadataDocumentHosts: settings.clientIdMetadataDocumentHosts.join('\n'),
    clientIdMetadataDocumentOtherHosts: settings.clientIdMetadataDocumentOtherHosts,
    dynamicClientApprovalRequired: settings.dynamicClientApprovalRequired,
    privateKeyJwtEnabled: settings.privateKeyJwtEnabled,
    clientAssertionTokenEndpointAudienceAllowed:
      settings.clientAssertionTokenEndpointAudienceAllowed,
    pushedAuthorizationRequestsEnabled: settings.pushedAuthorizationRequestsEnabled,
    dpopEnabled: settings.dpopEnabled,
    dpopNonceRequired: settings.dpopNonceRequired,
    deviceGrantEnabled: settings.deviceGrantEnabled,
    limited: scopes !== null,
    selfRegisteredClientScopes: (scopes ?? []).join('\n'),
    unusedSelfRegisteredClientDays: String(settings.unusedSelfRegisteredClientDays),
    selfRegisteredClientTokenExpirationInSeconds: String(
      settings.selfRegisteredClientTokenExpirationInSeconds,
    ),
  }
}
