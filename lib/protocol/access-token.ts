import type { JWTPayload } from 'jose'
import type { RefusalRule } from '#lib/answers/refusal-rules.ts'
import { epochSeconds } from '#lib/base/time/clock.ts'
import type { Context } from '#lib/context.ts'
import type { Caller, ClientCaller, UserCaller } from '#lib/domain/permissions/caller.ts'
import { clientHeldScopes } from '#lib/domain/permissions/permissions.ts'
import {
  mayActForItself,
  ownScopesOfSubject,
  stillHeld,
} from '#lib/domain/permissions/still-held.ts'
import { sessionState } from '#lib/domain/sessions/sessions.ts'
import type { ClientRecord } from '#lib/persistence/store.ts'
import { verifyJwt } from './jwt.ts'
import { parseScope } from './scopes.ts'

/** Claims of an access token whose signature, kind and lifetime were verified. */
export interface AccessTokenClaims {
  /** Subject of the user, or identifier of the client for its own token. */
  readonly subject: string
  readonly clientIdentifier: string
  readonly scopes: readonly string[]
  readonly audiences: readonly string[]
  /** Time of the user's authentication, in seconds since 1970; null marks a client's own token. */
  readonly authTimeSeconds: number | null
  /** `sid`; '' for tokens without a session. */
  readonly sessionIdentifier: string
  /** `grant_id`; '' for a client's own token. */
  readonly grantIdentifier: string
  /**
   * `client_record` of a client's own token. Null for a user's token, and for tokens issued before this claim
   * existed.
   */
  readonly clientRecord: number | null
  /** `iat`; null where it is missing. */
  readonly issuedAtSeconds: number | null
  /** Credential generation of the user when the grant was made. */
  readonly authStateGeneration: number
}

/** Throws an endpoint's refusal of the claims (audience, scope), before any state is read. */
type Admit = (claims: AccessTokenClaims) => void

/** Public texts of token refusals (docs/specification.md "UserInfo"). The APIs use the same texts. */
const refusalDescriptions = {
  invalid: 'The access token is invalid.',
  terminated: 'Session has been terminated',
  expired: 'Session has expired',
} as const

/** What ended a token, more precisely than the public text says. For the log only. */
export type EndOfToken =
  | 'user_disabled'
  | 'client_gone'
  | 'revoked'
  | 'session_ended'
  | 'generation'

/** An access token that cannot be used (401). Each endpoint answers it in its own shape. */
export class TokenRefusal extends Error {
  override readonly name = 'TokenRefusal'
  readonly reason: keyof typeof refusalDescriptions
  readonly description: string
  /** Absent when the token itself is at fault. */
  readonly end: EndOfToken | undefined

  constructor(reason: keyof typeof refusalDescriptions, end?: EndOfToken) {
    super(refusalDescriptions[reason])
    this.reason = reason
    this.description = refusalDescriptions[reason]
    this.end = end
  }
}

/** The rule of a refused token, for the record of the refusal. */
export function ruleOfToken({ reason, end }: TokenRefusal): RefusalRule {
  if (end) return rulesOfEnds[end]
  return reason === 'invalid' ? 'access_token_invalid' : 'session_ended'
}

const rulesOfEnds: Readonly<Record<EndOfToken, RefusalRule>> = {
  user_disabled: 'user_disabled',
  client_gone: 'client_unknown',
  revoked: 'grant_revoked',
  session_ended: 'session_ended',
  generation: 'credentials_changed',
}

/**
 * Verifies a user's access token and loads its user, client, session and grant. The checks run in this order:
 * signature, kind and lifetime; the endpoint's own demands on the claims; the current user, grant and session. An
 * outage is an error, never a pass.
 * @param admit throws the endpoint's refusal (audience, scope), before any of the user's state is read
 * @throws TokenRefusal `invalid` (also for a client's own token), `terminated` or `expired`
 */
export async function authenticateUser(
  ctx: Context,
  token: string,
  admit: Admit = () => {},
): Promise<UserCaller> {
  const claims = await readAccessToken(ctx, token, admit)
  if (claims.authTimeSeconds === null) throw new TokenRefusal('invalid')
  return loadUser(ctx, claims)
}

/**
 * As `authenticateUser`, for the Admin and Account APIs, which also accept clients' own tokens.
 * - A scope of this server counts only while the user, or the client itself, holds its permission.
 * - A client's own token counts only while that client could get another one.
 * - A user's token counts only while its client is enabled.
 * @returns the caller with the scopes that count
 * @throws TokenRefusal as `authenticateUser`
 */
export async function authenticateCaller(
  ctx: Context,
  token: string,
  admit: Admit,
): Promise<Exclude<Caller, { kind: 'operator' }>> {
  const claims = await readAccessToken(ctx, token, admit)
  if (claims.authTimeSeconds === null) return loadClient(ctx, claims)
  const [caller, held] = await Promise.all([
    loadUser(ctx, claims),
    ownScopesOfSubject(ctx, claims.subject),
  ])
  if (!caller.client.enabled) throw new TokenRefusal('invalid')
  return { ...caller, scopes: stillHeld(caller.scopes, held) }
}

async function readAccessToken(
  ctx: Context,
  token: string,
  admit: Admit,
): Promise<AccessTokenClaims> {
  const payload = await verifyJwt(ctx, token, 'at+jwt')
  const claims = payload && accessTokenClaims(payload)
  if (!claims) throw new TokenRefusal('invalid')
  admit(claims)
  return claims
}

/** Reads the claims that the checks use; null when a claim has a form that this server never issues. */
export function accessTokenClaims(payload: JWTPayload): AccessTokenClaims | null {
  const { sub, scope, aud, iat, client_id, client_record, auth_time, sid, grant_id } = payload
  const generation = payload.auth_state_generation ?? 0
  const isText = (value: unknown) => typeof value === 'string' && value !== ''
  const isOptionalText = (value: unknown) => value === undefined || isText(value)
  if (typeof sub !== 'string' || !isText(sub)) return null
  if (typeof client_id !== 'string' || typeof scope !== 'string') return null
  if (!isOptionalText(sid) || !isOptionalText(grant_id)) return null
  if (auth_time !== undefined && !Number.isSafeInteger(auth_time)) return null
  if (!Number.isSafeInteger(generation)) return null
  if (client_record !== undefined && !Number.isSafeInteger(client_record)) return null
  return {
    subject: sub,
    clientIdentifier: client_id,
    scopes: parseScope(scope),
    audiences: [aud ?? []].flat(),
    authTimeSeconds: (auth_time as number | undefined) ?? null,
    sessionIdentifier: (sid as string | undefined) ?? '',
    grantIdentifier: (grant_id as string | undefined) ?? '',
    clientRecord: (client_record as number | undefined) ?? null,
    issuedAtSeconds: iat ?? null,
    authStateGeneration: generation as number,
  }
}

/** Loads the client of its own token, with the scopes it still holds according to the current configuration. */
async function loadClient(ctx: Context, claims: AccessTokenClaims): Promise<ClientCaller> {
  const client = await clientNamedBy(ctx, claims)
  if (!mayActForItself(client)) throw new TokenRefusal('invalid')
  const held = await clientHeldScopes(ctx, client.id)
  return { kind: 'client', client, scopes: stillHeld(claims.scopes, held) }
}

/**
 * Finds the record that a client's own token was issued to, even if its identifier changed since. A client that was
 * created later under the same identifier is another client. Tokens of earlier releases name no record. They count
 * for the client with that identifier, if it existed when they were issued.
 */
export async function clientNamedBy(
  ctx: Context,
  { clientRecord, clientIdentifier, issuedAtSeconds }: AccessTokenClaims,
): Promise<ClientRecord | null> {
  if (clientRecord !== null) return ctx.configuration.clientById(clientRecord)
  const client = await ctx.configuration.client(clientIdentifier)
  const wasThere = client && (issuedAtSeconds ?? 0) >= epochSeconds(client.createdAt)
  return wasThere ? client : null
}

/**
 * Loads the user, client, session and grant that a user's token names, as they are now.
 * @throws TokenRefusal `terminated` or `expired`, with what ended the token
 */
export async function loadUser(ctx: Context, claims: AccessTokenClaims): Promise<UserCaller> {
  const { sessionIdentifier } = claims
  const holder = await ctx.store.tokenHolders.find(claims)
  if (!holder?.user.enabled) throw new TokenRefusal('terminated', 'user_disabled')
  const { user, client, session, grant } = holder
  if (!client) throw new TokenRefusal('terminated', 'client_gone')
  // A replayed code or refresh token revokes its grant, access tokens included.
  if (!grant || grant.revokedAt) throw new TokenRefusal('terminated', 'revoked')
  if (sessionIdentifier) {
    const state = session ? sessionState(ctx, session, user, client) : 'terminated'
    if (state !== 'valid') throw new TokenRefusal(state, 'session_ended')
  } else if (claims.authStateGeneration !== user.authStateGeneration) {
    throw new TokenRefusal('terminated', 'generation')
  }
  const { scopes, grantIdentifier } = claims
  // Grants from before the type was stored count as made by a code (docs/reference/admin-api.md).
  const byCode = (grant.grantType ?? 'authorization_code') === 'authorization_code'
  return { kind: 'user', user, client, session, scopes, grantIdentifier, byCode }
}
