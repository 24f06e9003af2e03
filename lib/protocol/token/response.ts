import { noStore, type Outcome } from '#lib/answers/outcome.ts'
import type { MintedAccessToken } from './mint.ts'

export interface IssuedTokens {
  readonly access: MintedAccessToken
  /** Absent without `openid` or without a user. */
  readonly idToken?: string | undefined
  /** Absent for client credentials. */
  readonly refresh?: { readonly token: string; readonly expiresInSeconds: number }
}

/** The successful answer (RFC 6749 section 5.1), without the members that have no value. */
export function tokenResponse({ access, idToken, refresh }: IssuedTokens): Outcome {
  return {
    kind: 'json',
    status: 200,
    headers: noStore,
    body: {
      access_token: access.token,
      token_type: access.tokenType,
      expires_in: access.expiresInSeconds,
      ...(idToken ? { id_token: idToken } : {}),
      ...(refresh
        ? { refresh_token: refresh.token, refresh_expires_in: refresh.expiresInSeconds }
        : {}),
      scope: access.scope,
    },
  }
}
