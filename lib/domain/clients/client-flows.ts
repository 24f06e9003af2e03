import type { AdminTx, Context } from '#lib/context.ts'
import type { ClientWithLists } from '#lib/persistence/clients/clients.ts'
import type { ClientRecord } from '#lib/persistence/store.ts'
import { protocolFeatures } from '../settings/protocol-features.ts'
import { invalidValue } from '../values/validation.ts'
import { changeClient } from './clients.ts'

/** The grants a client may use. Undefined leaves a flow unchanged; null follows the settings. */
export interface ClientFlows {
  readonly authorizationCodeEnabled?: boolean | undefined
  readonly clientCredentialsEnabled?: boolean | undefined
  readonly pkceRequired?: boolean | null | undefined
  readonly implicitGrantEnabled?: boolean | null | undefined
  readonly resourceOwnerPasswordCredentialsEnabled?: boolean | null | undefined
}

/**
 * True when the flow is enabled: by the client's own switch, or else by the settings. The flow proves possession of no
 * key (RFC 9449), so it is closed to clients that must prove one.
 */
export function mayUseImplicitFlow(
  { settings }: Pick<Context, 'settings'>,
  {
    implicitGrantEnabled,
    dpopRequired,
  }: Pick<ClientRecord, 'implicitGrantEnabled' | 'dpopRequired'>,
): boolean {
  return !dpopRequired && (implicitGrantEnabled ?? settings.implicitFlowEnabled)
}

/** Devices need the switch of the settings and the client's own. */
export function isDeviceGrantOn(
  ctx: Pick<Context, 'config' | 'settings'>,
  { deviceGrantEnabled }: Pick<ClientRecord, 'deviceGrantEnabled'>,
): boolean {
  return deviceGrantEnabled && protocolFeatures(ctx).deviceGrant
}

/**
 * Refuses to switch off the code flow of the console's own client.
 * @throws Refusal VALIDATION_ERROR
 */
export function requireConsoleFlow(client: ClientRecord, flows: ClientFlows): void {
  if (!client.isSystemLevelClient || flows.authorizationCodeEnabled !== false) return
  throw invalidValue('The client of the administration console needs the authorization code flow.')
}

/**
 * Saves a client's grants. A public client never gets client credentials and always needs PKCE, whatever is sent. The
 * client's type is read under the lock. Nothing is revoked. Writes `updated_client_oauth2_flows`.
 * @throws Refusal NOT_FOUND when the client was deleted meanwhile
 */
export function saveClientFlows(
  tx: AdminTx,
  id: number,
  flows: ClientFlows,
  loggedInUser: string,
): Promise<ClientWithLists> {
  return changeClient(
    tx,
    id,
    ({ isPublic }) => ({
      ...withoutUndefined(flows),
      ...(isPublic ? { clientCredentialsEnabled: false, pkceRequired: true } : {}),
    }),
    { event: 'updated_client_oauth2_flows', loggedInUser },
  )
}

function withoutUndefined(flows: ClientFlows) {
  const sent = Object.entries(flows).filter(([, value]) => value !== undefined)
  return Object.fromEntries(sent) as {
    [Flow in keyof ClientFlows]: Exclude<ClientFlows[Flow], undefined>
  }
}
