import type { JWTPayload } from 'jose'
import type { Context } from '#lib/context.ts'
import type { Caller } from '#lib/domain/caller.ts'
import { sessionState } from '#lib/domain/sessions.ts'
import { verifyJwt } from './jwt.ts'
import { parseScope } from './scopes.ts'

/** What an access token says, after its signature, kind and lifetime were checked. */
export interface AccessTokenClaims {
  /** Subject of the user, or identifier of the client for its own token. */
  readonly subject: string
  readonly clientIdentifier: string
  readonly scopes: readonly string[]
  readonly audiences: readonly string[]
  /** When the user authenticated, in seconds since 1970; null marks a client's own token. */
  readonly authTimeSeconds: number | null
  /** `sid`; '' for tokens without a session. */
  readonly sessionIdentifier: string
  /** `grant_id`; '' for a client's own token. */
  readonly grantIdentifier: string
  /** Credential generation of the user when the grant was made. */
  readonly authStateGeneration: number
}

/** Who acts, with what the token says. */
export type AuthenticatedCaller = Caller & { readonly claims: AccessTokenClaims }

/** The public texts of token refusals (specification, UserInfo errors; the APIs use the same). */
const refusalDescriptions = {
  invalid: 'The access token is invalid.',
  terminated: 'Session has been terminated',
  expired: 'Session has expired',
} as const

/** An access token that is of no use (401): each endpoint puts it in its own shape. */
export class TokenRefusal extends Error {
  override readonly name = 'TokenRefusal'
  readonly reason: keyof typeof refusalDescriptions
  readonly description: string

  constructor(reason: keyof typeof refusalDescriptions) {
    super(refusalDescriptions[reason])
    this.reason = reason
    this.description = refusalDescriptions[reason]
  }
}

/**
 * Verifies an access token and loads who acts with it, in the order that UserInfo and both APIs
 * share: signature, kind and lifetime; what the endpoint itself demands of the claims; then, for a
 * user's token, user, grant and session as they are now. An outage is an error, never a pass.
 * @param admit throws what the endpoint refuses (audience, scope, missing user), before any of the
 *   user's state is looked at
 * @throws TokenRefusal `invalid`, `terminated` or `expired`
 */
export async function authenticate(
  ctx: Context,
  token: string,
  admit: (claims: AccessTokenClaims) => void = () => {},
): Promise<AuthenticatedCaller> {
  const payload = await verifyJwt(ctx, token, 'at+jwt')
  const claims = payload && readClaims(payload)
  if (!claims) throw new TokenRefusal('invalid')
  admit(claims)
  return claims.authTimeSeconds === null ? clientOf(claims) : loadUser(ctx, claims)
}

/** Reads the claims that decide; null when one of them has a form we never issue. */
function readClaims(payload: JWTPayload): AccessTokenClaims | null {
  const { sub, scope, aud, client_id, auth_time, sid, grant_id } = payload
  const generation = payload.auth_state_generation ?? 0
  const isText = (value: unknown) => typeof value === 'string' && value !== ''
  const isOptionalText = (value: unknown) => value === undefined || isText(value)
  if (typeof sub !== 'string' || !isText(sub)) return null
  if (typeof client_id !== 'string' || typeof scope !== 'string') return null
  if (!isOptionalText(sid) || !isOptionalText(grant_id)) return null
  if (auth_time !== undefined && !Number.isSafeInteger(auth_time)) return null
  if (!Number.isSafeInteger(generation)) return null
  return {
    subject: sub,
    clientIdentifier: client_id,
    scopes: parseScope(scope),
    audiences: [aud ?? []].flat(),
    authTimeSeconds: (auth_time as number | undefined) ?? null,
    sessionIdentifier: (sid as string | undefined) ?? '',
    grantIdentifier: (grant_id as string | undefined) ?? '',
    authStateGeneration: generation as number,
  }
}

/** A client's own token lives to its end, whatever became of the client (wire contract §1.1). */
function clientOf(claims: AccessTokenClaims): AuthenticatedCaller {
  const { clientIdentifier, scopes } = claims
  return { kind: 'client', clientIdentifier, scopes, claims }
}

async function loadUser(ctx: Context, claims: AccessTokenClaims): Promise<AuthenticatedCaller> {
  const { sessionIdentifier } = claims
  const holder = await ctx.store.tokenHolders.find(claims)
  if (!holder?.user.enabled || !holder.client) throw new TokenRefusal('terminated')
  const { user, client, session, grant } = holder
  // A replayed code or refresh token revokes its grant, access tokens included.
  if (!grant || grant.revokedAt) throw new TokenRefusal('terminated')
  if (sessionIdentifier) {
    const state = session ? sessionState(ctx, session, user) : 'terminated'
    if (state !== 'valid') throw new TokenRefusal(state)
  } else if (claims.authStateGeneration !== user.authStateGeneration) {
    throw new TokenRefusal('terminated')
  }
  const { scopes } = claims
  // Of a grant from before its type was stored nobody knows: it counts as made by a code (0098).
  const byCode = (grant.grantType ?? 'authorization_code') === 'authorization_code'
  return { kind: 'user', user, client, session, scopes, byCode, claims }
}
