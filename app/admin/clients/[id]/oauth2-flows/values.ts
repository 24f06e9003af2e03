/** What of a client says how it gets tokens. */
export interface ClientFlows {
  readonly isPublic: boolean
  readonly isSystemLevelClient: boolean
  readonly authorizationCodeEnabled: boolean
  readonly clientCredentialsEnabled: boolean
  readonly pkceRequired: boolean | null
  readonly implicitGrantEnabled: boolean | null
  readonly resourceOwnerPasswordCredentialsEnabled: boolean | null
}

/** What the form of a client's flows begins with. */
export function flowsValues(flows: ClientFlows) {
  return {
    browserFlow: flows.authorizationCodeEnabled,
    machineFlow: flows.clientCredentialsEnabled,
    pkce: flows.isPublic ? 'on' : positionOf(flows.pkceRequired),
    implicit: positionOf(flows.implicitGrantEnabled),
    ropc: positionOf(flows.resourceOwnerPasswordCredentialsEnabled),
  }
}

function positionOf(own: boolean | null): 'inherit' | 'on' | 'off' {
  if (own === null) return 'inherit'
  return own ? 'on' : 'off'
}
