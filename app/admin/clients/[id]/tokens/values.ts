import type { ClientRecord } from '#app/admin/clients/_parts/client-page-data.ts'

/** Initial values of the tokens form. */
export function tokensValues(client: ClientRecord) {
  return {
    lifetime: String(client.tokenExpirationInSeconds),
    idle: String(client.refreshTokenOfflineIdleTimeoutInSeconds),
    max: String(client.refreshTokenOfflineMaxLifetimeInSeconds),
    inAccessToken: client.includeOpenIDConnectClaimsInAccessToken,
    inIdToken: client.includeOpenIDConnectClaimsInIdToken,
  }
}
