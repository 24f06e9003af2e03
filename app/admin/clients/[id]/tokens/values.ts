import type { ClientRecord } from '../../_parts/client-page-data.ts'

/** What the form of a client's tokens begins with. */
export function tokensValues(client: ClientRecord) {
  return {
    lifetime: String(client.tokenExpirationInSeconds),
    idle: String(client.refreshTokenOfflineIdleTimeoutInSeconds),
    max: String(client.refreshTokenOfflineMaxLifetimeInSeconds),
    inAccessToken: client.includeOpenIDConnectClaimsInAccessToken,
    inIdToken: client.includeOpenIDConnectClaimsInIdToken,
  }
}
