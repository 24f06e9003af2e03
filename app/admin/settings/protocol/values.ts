import type { z } from 'zod'
import type { protocolSettings } from '#lib/api/contract/models/protocol-settings.ts'

/** The switches of the page, in its order. */
export const protocolSwitches = [
  'authorizationServerMetadataEnabled',
  'authorizationResponseIssEnabled',
  'tokenRevocationEnabled',
  'tokenIntrospectionEnabled',
  'backchannelLogoutEnabled',
  'resourceIndicatorsEnabled',
] as const

export type ProtocolSwitch = (typeof protocolSwitches)[number]

/** Initial values of the form. */
export function protocolValues(
  settings: z.output<typeof protocolSettings>,
): Record<ProtocolSwitch, boolean> {
  return {
    authorizationServerMetadataEnabled: settings.authorizationServerMetadataEnabled,
    authorizationResponseIssEnabled: settings.authorizationResponseIssEnabled,
    tokenRevocationEnabled: settings.tokenRevocationEnabled,
    tokenIntrospectionEnabled: settings.tokenIntrospectionEnabled,
    backchannelLogoutEnabled: settings.backchannelLogoutEnabled,
    resourceIndicatorsEnabled: settings.resourceIndicatorsEnabled,
  }
}
