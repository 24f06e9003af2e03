import type { z } from 'zod'
import type { tokenSettings } from '#lib/api/contract/models/settings.ts'

/** Initial values of the token form. */
export function tokenValues(settings: z.output<typeof tokenSettings>) {
  return {
    includeOpenIDConnectClaimsInAccessToken: settings.includeOpenIDConnectClaimsInAccessToken,
    includeOpenIDConnectClaimsInIdToken: settings.includeOpenIDConnectClaimsInIdToken,
    tokenExpirationInSeconds: String(settings.tokenExpirationInSeconds),
    refreshTokenOfflineIdleTimeoutInSeconds: String(
      settings.refreshTokenOfflineIdleTimeoutInSeconds,
    ),
    refreshTokenOfflineMaxLifetimeInSeconds: String(
      settings.refreshTokenOfflineMaxLifetimeInSeconds,
    ),
  }
}
