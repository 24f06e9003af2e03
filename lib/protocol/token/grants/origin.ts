import type { AnyContext } from '#lib/context.ts'
import { isDeviceGrantOn } from '#lib/domain/clients/client-flows.ts'
import type { ClientStatus, RefreshTokenWithOrigin } from '#lib/persistence/store.ts'
import { unauthorizedClient } from '#lib/protocol/errors.ts'
import { isPasswordGrantOn } from './password.ts'

/** The grants that a refresh token may stem from. */
type Origin = 'authorization_code' | 'password' | 'device_code'

type OfGrant = Pick<RefreshTokenWithOrigin, 'codeId' | 'grant'>

/**
 * The grant that a token stems from. A token from before the column of its kind has a code, or stems from a password.
 */
export function originOf({ codeId, grant }: OfGrant): Origin {
  if (grant.grantType === 'device_code') return 'device_code'
  return codeId === null ? 'password' : 'authorization_code'
}

const flows = {
  authorization_code: 'auth_code',
  password: 'ropc',
  device_code: 'device_code',
} as const satisfies Record<Origin, string>

/** The origin of a token, as audit entries name it. */
export function flowOf(token: OfGrant): (typeof flows)[Origin] {
  return flows[originOf(token)]
}

/** Whether a client may use any of the grants that issue refresh tokens. */
export function mayRefresh(ctx: AnyContext, client: ClientStatus): boolean {
  return (['authorization_code', 'password', 'device_code'] as const).some((origin) =>
    isOn(ctx, client, origin),
  )
}

/** @throws OAuthError `unauthorized_client` when the grant that the token stems from is off now */
export function checkOriginStillOn(ctx: AnyContext, client: ClientStatus, token: OfGrant): void {
  if (isOn(ctx, client, originOf(token))) return
  throw unauthorizedClient(
    'grant_off',
    'The grant that the refresh token stems from is no longer enabled for the client.',
  )
}

function isOn(ctx: AnyContext, client: ClientStatus, origin: Origin): boolean {
  if (origin === 'password') return isPasswordGrantOn(ctx, client)
  return origin === 'device_code' ? isDeviceGrantOn(ctx, client) : client.authorizationCodeEnabled
}
