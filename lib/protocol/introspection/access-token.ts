import type { JWTPayload } from 'jose'
import type { Context } from '#lib/context.ts'
import { protocolFeatures } from '#lib/domain/settings/protocol-features.ts'
import type { ClientRecord } from '#lib/persistence/store.ts'
import {
  type AccessTokenClaims,
  accessTokenClaims,
  clientNamedBy,
  loadUser,
  TokenRefusal,
} from '../access-token.ts'
import { verifyJwt } from '../jwt.ts'
import { resourceOfAudience } from '../resources.ts'
import { audiencesOf } from '../scopes.ts'
import { Inactive } from './inactive.ts'

/**
 * The members of an active access token. Claims about the user are never among them, even if the token has them.
 * @throws Inactive
 */
export async function introspectAccessToken(
  ctx: Context,
  caller: ClientRecord,
  token: string,
): Promise<object> {
  if (!(await verifyJwt(ctx, token, 'at+jwt', { ignoreExpiry: true }))) {
    throw new Inactive('signature')
  }
  const payload = await verifyJwt(ctx, token, 'at+jwt')
  if (!payload) throw new Inactive('expired')
  const claims = accessTokenClaims(payload)
  if (!claims) throw new Inactive('not_a_token')
  // As at this server's own endpoints, a token is inactive while its key cannot be proven.
  if (claims.jkt !== '' && !protocolFeatures(ctx).dpop) throw new Inactive('dpop_off')
  const isOwn = (await holderOf(ctx, claims)).id === caller.id
  return isOwn ? membersOf(payload) : membersFor(payload, await visibleTo(ctx, caller, claims))
}

/** The client that an active token was issued to. A client's own token is active while that client exists. */
async function holderOf(
  ctx: Context,
  claims: AccessTokenClaims,
): Promise<Pick<ClientRecord, 'id'>> {
  if (claims.authTimeSeconds === null) {
    const client = await clientNamedBy(ctx, claims)
    if (!client) throw new Inactive('client_gone')
    return client
  }
  try {
    return (await loadUser(ctx, claims)).client
  } catch (error) {
    if (error instanceof TokenRefusal) throw new Inactive(error.end ?? 'revoked')
    throw error
  }
}

/** The members for a resource server whose token may be meant for others too. */
interface Visible {
  readonly audiences: readonly string[]
  readonly scopes: readonly string[]
}

async function visibleTo(
  ctx: Context,
  caller: ClientRecord,
  { audiences, scopes }: AccessTokenClaims,
): Promise<Visible> {
  const linked = new Set(await ctx.configuration.introspectedResources(caller.id))
  const meant = await Promise.all(audiences.map((audience) => resourceOfAudience(ctx, audience)))
  const seen = audiences.filter((_, index) => linked.has(meant[index] ?? ''))
  if (seen.length === 0) throw new Inactive('not_linked')
  const isSeen = (scope: string) => audiencesOf([scope]).some((audience) => linked.has(audience))
  return { audiences: seen, scopes: scopes.filter(isSeen) }
}

function membersOf(payload: JWTPayload): object {
  const { scope, client_id, sub, iss, exp, iat, nbf, jti, aud } = payload
  const { sid, acr, auth_time, amr, cnf } = payload
  return {
    ...{ scope, client_id, sub, iss, exp, iat, nbf, jti, aud },
    token_type: cnf === undefined ? 'Bearer' : 'DPoP',
    ...{ sid, acr, auth_time, amr, cnf },
  }
}

function membersFor(payload: JWTPayload, { audiences, scopes }: Visible): object {
  const aud = audiences.length === 1 ? audiences[0] : audiences
  return { ...membersOf(payload), scope: scopes.join(' '), aud, sid: undefined }
}
