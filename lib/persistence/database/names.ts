/**
 * Tables and columns whose names in the program and in the database differ, because a migration does not rename them.
 */
export interface RenamedTables {
  readonly ceremonies: 'interactions'
  readonly authorizeHandovers: 'storedAuthorizationRequests'
}

export interface RenamedColumns {
  readonly ceremonyIdentifier: 'interactionIdentifier'
  readonly ropcEnabled: 'resourceOwnerPasswordCredentialsEnabled'
  readonly includeOidcClaimsInAccessToken: 'includeOpenIDConnectClaimsInAccessToken'
  readonly includeOidcClaimsInIdToken: 'includeOpenIDConnectClaimsInIdToken'
}

const renamed = [
  ['interactions', 'ceremonies'],
  ['storedAuthorizationRequests', 'authorize_handovers'],
  ['interactionIdentifier', 'ceremony_identifier'],
  ['resourceOwnerPasswordCredentialsEnabled', 'ropc_enabled'],
  ['includeOpenIDConnectClaimsInAccessToken', 'include_oidc_claims_in_access_token'],
  ['includeOpenIDConnectClaimsInIdToken', 'include_oidc_claims_in_id_token'],
] as const

const columnNames = new Map<string, string>(renamed)
const fieldNames = new Map<string, string>(renamed.map(([field, column]) => [column, field]))

/** The database's name of a table or column: `client_id` for `clientId`. */
export function columnName(field: string): string {
  return cachedRead(columnNames, field, () =>
    field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  )
}

/** The program's name of a table or column: `clientId` for `client_id`. */
export function fieldName(column: string): string {
  return cachedRead(fieldNames, column, () =>
    column.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
  )
}

/** The cache needs no limit: all names come from the program's own queries. */
function cachedRead(names: Map<string, string>, name: string, derive: () => string): string {
  let derived = names.get(name)
  if (derived === undefined) {
    derived = derive()
    names.set(name, derived)
  }
  return derived
}
