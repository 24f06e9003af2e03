import type { ProtocolValues } from './values.ts'

/** What a button sets at once; nothing is saved by it. */
export type Preset = 'recommended' | 'agents'

/** None of the recommended ones refuses anything that was accepted before. */
export const presets: Readonly<Record<Preset, Partial<ProtocolValues>>> = {
  recommended: {
    authorizationServerMetadataEnabled: true,
    authorizationResponseIssEnabled: true,
    tokenRevocationEnabled: true,
    tokenIntrospectionEnabled: true,
    backchannelLogoutEnabled: true,
  },
  agents: {
    authorizationServerMetadataEnabled: true,
    authorizationResponseIssEnabled: true,
    tokenRevocationEnabled: true,
    resourceIndicatorsEnabled: true,
    clientIdMetadataDocumentsEnabled: true,
    clientIdMetadataDocumentOtherHosts: 'approve',
    dynamicClientApprovalRequired: true,
    unusedSelfRegisteredClientDays: '90',
    selfRegisteredClientTokenExpirationInSeconds: '3600',
  },
}
