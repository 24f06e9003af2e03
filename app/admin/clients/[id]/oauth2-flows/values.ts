/** The properties of a client that concern its flows. */
export interface ClientFlows {
  readonly isPublic: boolean
  readonly isSystemLevelClient: boolean
  readonly authorizationCodeEnabled: boolean
  readonly clientCredentialsEnabled: boolean
  readonly pkceRequired: boolean | null
  readonly implicitGrantEnabled: boolean | null
  readonly resourceOwnerPasswordCredentialsEnabled: boolean | null
}

/** Initial values of the flows form. */
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
