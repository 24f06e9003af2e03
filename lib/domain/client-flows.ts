import type { Context, Tx } from '#lib/context.ts'
import type { ClientWithLists } from '#lib/persistence/clients.ts'
import type { ClientRecord } from '#lib/persistence/store.ts'
import { changeClient } from './clients.ts'
import { invalidValue } from './validation.ts'

/** Which grants a client may use. Null follows the settings, undefined leaves it as it is. */
export interface ClientFlows {
  readonly authorizationCodeEnabled: boolean
  readonly clientCredentialsEnabled: boolean
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
  if (!client.isSystemLevelClient || flows.authorizationCodeEnabled) return
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

function withoutUndefined({
  pkceRequired,
  implicitGrantEnabled,
  resourceOwnerPasswordCredentialsEnabled,
  ...flags
}: ClientFlows) {
  return {
    ...flags,
    ...(pkceRequired === undefined ? {} : { pkceRequired }),
    ...(implicitGrantEnabled === undefined ? {} : { implicitGrantEnabled }),
    ...(resourceOwnerPasswordCredentialsEnabled === undefined
      ? {}
      : { resourceOwnerPasswordCredentialsEnabled }),
  }
}
