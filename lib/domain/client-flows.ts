import type { Context, Tx } from '#lib/context.ts'
import type { ClientWithLists } from '#lib/persistence/clients.ts'
import type { ClientRecord } from '#lib/persistence/store.ts'
import { changeClient } from './clients.ts'
import { invalidValue } from './validation.ts'

/** Which grants a client may use. Undefined leaves a flow as it is, null follows the settings. */
export interface ClientFlows {
  readonly authorizationCodeEnabled?: boolean | undefined
  readonly clientCredentialsEnabled?: boolean | undefined
  readonly pkceRequired?: boolean | null | undefined
  readonly implicitGrantEnabled?: boolean | null | undefined
  readonly resourceOwnerPasswordCredentialsEnabled?: boolean | null | undefined
}

/** True when the client may use the implicit flow: by its own switch or, where it has none, the settings. */
export function mayUseImplicitFlow(
  { settings }: Pick<Context, 'settings'>,
  { implicitGrantEnabled }: Pick<ClientRecord, 'implicitGrantEnabled'>,
): boolean {
  return implicitGrantEnabled ?? settings.implicitFlowEnabled
}

/**
 * Refuses to take the code flow from the console's own client.
 * @throws Refusal VALIDATION_ERROR
 */
export function requireConsoleFlow(client: ClientRecord, flows: ClientFlows): void {
  if (!client.isSystemLevelClient || flows.authorizationCodeEnabled !== false) return
  throw invalidValue('The client of the administration console needs the authorization code flow.')
}

/**
 * Saves a client's grants. A public client never gets client credentials and always needs PKCE,
 * whatever is asked for; that is decided by what the client is at this moment. Nothing is revoked.
 * Writes `updated_client_oauth2_flows`.
 * @throws Refusal NOT_FOUND when the client was deleted meanwhile
 */
export function saveClientFlows(
  tx: Tx,
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
