import { noStore, type Outcome } from '#lib/answers/outcome.ts'
import type { Incoming } from '#lib/base/network/incoming.ts'
import { adminTransaction, type Context } from '#lib/context.ts'
import { revokeByClient } from '#lib/domain/retention/revocation.ts'
import { protocolFeatures } from '#lib/domain/settings/protocol-features.ts'
import { accessTokenClaims } from './access-token.ts'
import {
  type AuthenticatedClient,
  authenticateClient,
  readClientCredentials,
  requireKeyProof,
} from './client-authentication.ts'
import { readClientForm } from './client-form.ts'
import { invalidGrant, OAuthError } from './errors.ts'
import { featureOff } from './feature-off.ts'
import { verifyJwt } from './jwt.ts'
import { requireParameter } from './token/request.ts'

/**
 * `POST /auth/revoke` (RFC 7009): ends the grant of a refresh or access token that was issued to the calling client. An
 * access token has no row of its own, so its whole grant ends. `token_type_hint` is not needed, because the token's
 * header names its kind. Unknown, foreign and unsigned texts are answered like success (section 2.2).
 * @throws OAuthError as client authentication does; 400 `invalid_request` without a token, `invalid_grant` for a token
 * of another client, `unsupported_token_type` for a client's own access token
 */
export async function revocation(ctx: Context, incoming: Incoming): Promise<Outcome> {
  if (!protocolFeatures(ctx).tokenRevocation) return featureOff
  const form = readClientForm(ctx, incoming)
  const credentials = readClientCredentials(ctx, incoming.authorization, form)
  const authenticated = await authenticateClient(ctx, credentials, { endpoint: 'revocation' })
  const token = requireParameter(form, 'token')
  if (!(await revokeRefreshToken(ctx, authenticated, token))) {
    await revokeAccessToken(ctx, authenticated, token)
  }
  return { kind: 'empty', status: 200, headers: noStore }
}

/** @returns false when the text is no refresh token of this server */
async function revokeRefreshToken(
  ctx: Context,
  authenticated: AuthenticatedClient,
  token: string,
): Promise<boolean> {
  const { client } = authenticated
  const claims = await verifyJwt(ctx, token, 'rt+jwt', { ignoreExpiry: true })
  if (!claims) return false
  const jti = typeof claims.jti === 'string' ? claims.jti : ''
  const found = await ctx.store.refreshTokens.findByJti(jti)
  if (!found) return true
  if (found.clientId !== client.id) throw ofAnotherClient()
  requireKeyProof(ctx, authenticated, found.grant)
  // A rotated or expired token names its grant too: its client wants the connection to end.
  const { grantId, clientId, userId } = found
  const grant = { grantId, clientId, userId, presented: 'refresh_token' } as const
  await adminTransaction(ctx, (tx) => revokeByClient(tx, grant))
  return true
}

async function revokeAccessToken(
  ctx: Context,
  authenticated: AuthenticatedClient,
  token: string,
): Promise<void> {
  const { client } = authenticated
  const payload = await verifyJwt(ctx, token, 'at+jwt', { ignoreExpiry: true })
  const claims = payload && accessTokenClaims(payload)
  if (!claims) return
  const { grantIdentifier } = claims
  if (grantIdentifier === '') {
    if (claims.clientIdentifier !== client.clientIdentifier) throw ofAnotherClient()
    throw new OAuthError(
      'unsupported_token_type',
      'token_type_unsupported',
      'Access tokens of the client credentials grant cannot be revoked.',
    )
  }
  const { grant, user } = (await ctx.store.tokenHolders.find(claims)) ?? {}
  if (!grant || !user) return
  if (grant.clientId !== client.id) throw ofAnotherClient()
  requireKeyProof(ctx, authenticated, grant)
  // An expired token ends nothing: its grant may have a live refresh token, which the client did not ask to end.
  if (!(await verifyJwt(ctx, token, 'at+jwt'))) return
  const { id: grantId, clientId, userId } = grant
  await adminTransaction(ctx, (tx) =>
    revokeByClient(tx, { grantId, clientId, userId, presented: 'access_token' }),
  )
}

function ofAnotherClient(): OAuthError {
  return invalidGrant('token_other_client', 'The token was not issued to this client.')
}
