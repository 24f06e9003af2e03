import { isClaimsSetting } from '../permissions/claims-setting.ts'
import { maxLifetimeSeconds } from '../settings/lifetimes.ts'
import { invalidField, invalidValue } from '../values/validation.ts'

/** Lifetimes and contents of a client's tokens; 0 and `default` follow the server's settings. */
export interface ClientTokens {
  readonly tokenExpirationInSeconds: number
  readonly refreshTokenOfflineIdleTimeoutInSeconds: number
  readonly refreshTokenOfflineMaxLifetimeInSeconds: number
  readonly includeOpenIDConnectClaimsInAccessToken: string
  readonly includeOpenIDConnectClaimsInIdToken: string
}

/**
 * Checks the token settings of a client (docs/specification.md "Client").
 * @returns the settings to store
 * @throws Refusal VALIDATION_ERROR
 */
export function checkClientTokens(sent: ClientTokens): ClientTokens {
  const tokens = {
    ...sent,
    includeOpenIDConnectClaimsInAccessToken: sent.includeOpenIDConnectClaimsInAccessToken.trim(),
    includeOpenIDConnectClaimsInIdToken: sent.includeOpenIDConnectClaimsInIdToken.trim(),
  }
  for (const [field, value] of Object.entries(tokens)) {
    if (typeof value === 'number') requireLifetime(field, value)
  }
  const { refreshTokenOfflineIdleTimeoutInSeconds, refreshTokenOfflineMaxLifetimeInSeconds } =
    tokens
  if (refreshTokenOfflineIdleTimeoutInSeconds > refreshTokenOfflineMaxLifetimeInSeconds) {
    throw invalidValue(
      'The offline idle timeout may not be longer than the offline maximum lifetime.',
    )
  }
  for (const [field, value] of Object.entries(tokens)) {
    if (typeof value === 'string') requireClaimsSetting(field, value)
  }
  return tokens
}

function requireLifetime(field: string, seconds: number): void {
  if (seconds < 0 || seconds > maxLifetimeSeconds) {
    throw invalidField(field, `takes 0 to ${maxLifetimeSeconds} seconds`)
  }
}

function requireClaimsSetting(field: string, value: string): void {
  if (!isClaimsSetting(value)) throw invalidField(field, "takes 'on', 'off' or 'default'")
}
