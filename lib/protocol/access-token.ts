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
import { protocolFeatures } from '#lib/domain/settings/protocol-features.ts'
import type { ClientRecord } from '#lib/persistence/store.ts'
import type { SentToken, TokenScheme } from './bearer.ts'
import {
  checkProof,
  type DpopProof,
  type MaybeProvingRequest,
  type ProvingRequest,
} from './dpop/proof.ts'
import { spendProof } from './dpop/spend-proof.ts'
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
   * `client_record` of a client's own token. Null for a user's token, for one without a scope of this server, and for
   * tokens issued before this claim existed.
   */
  readonly clientRecord: number | null
  /** `iat`; null where it is missing. */
  readonly issuedAtSeconds: number | null
  /** Credential generation of the user when the grant was made. */
  readonly authStateGeneration: number
  /** Thumbprint of the key whose holder alone may use the token (`cnf`, RFC 9449 section 6.1); '' for no such key. */
  readonly jkt: string
}

/** Throws an endpoint's refusal of the claims (audience, scope), before any state is read. */
type Admit = (claims: AccessTokenClaims) => void

/** Public texts of token refusals (docs/specification.md "UserInfo"). The APIs use the same texts. */
const refusalDescriptions = {
  invalid: 'The access token is invalid.',
  bound: 'The access token is bound to a key. Send it with the scheme DPoP and a proof.',
  unbound: 'The access token is not bound to a key. Send it with the scheme Bearer.',
  other_key: 'The access token is bound to another key than that of the proof.',
  terminated: 'Session has been terminated',
  expired: 'Session has expired',
} as const

/** The event that ended a token, more precise than the public text. For the log only. */
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
  return end ? rulesOfEnds[end] : rulesOfReasons[reason]
}

const rulesOfReasons: Readonly<Record<TokenRefusal['reason'], RefusalRule>> = {
  invalid: 'access_token_invalid',
  bound: 'access_token_bound',
  unbound: 'dpop_other_key',
  other_key: 'dpop_other_key',
  terminated: 'session_ended',
  expired: 'session_ended',
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
 * signature, kind and lifetime; the key that the token is bound to; the endpoint's own demands on the claims; the
 * current user, grant and session. An outage is an error, never a pass.
 * @param admit throws the endpoint's refusal (audience, scope), before any of the user's state is read
 * @throws TokenRefusal `invalid` (also for a client's own token), `bound`, `unbound`, `other_key`, `terminated` or
 *   `expired`
 * @throws ProofError
 */
export async function authenticateUser(
  ctx: Context,
  presented: PresentedToken,
  admit: Admit = () => {},
): Promise<UserCaller> {
  const { claims, proof } = await readAccessToken(ctx, presented, admit)
  if (claims.authTimeSeconds === null) throw new TokenRefusal('invalid')
  const caller = await loadUser(ctx, claims)
  await spendProofOf(ctx, proof, caller)
  return caller
}

/**
 * Like `authenticateUser`, for the Admin and Account APIs, which also accept clients' own tokens.
 * - A scope of this server counts only while the user, or the client itself, holds its permission.
 * - A client's own token counts only while that client could get another one.
 * - A user's token counts only while its client is enabled.
 * @returns the caller with the scopes that count
 * @throws TokenRefusal, ProofError as `authenticateUser`
 */
export async function authenticateCaller(
  ctx: Context,
  presented: PresentedToken,
  admit: Admit,
): Promise<Exclude<Caller, { kind: 'operator' }>> {
  const { claims, proof } = await readAccessToken(ctx, presented, admit)
  const caller =
    claims.authTimeSeconds === null
      ? await loadClient(ctx, claims)
      : await loadEntitledUser(ctx, claims)
  await spendProofOf(ctx, proof, caller)
  return caller
}

async function loadEntitledUser(ctx: Context, claims: AccessTokenClaims): Promise<UserCaller> {
  const [caller, held] = await Promise.all([
    loadUser(ctx, claims),
    ownScopesOfSubject(ctx, claims.subject),
  ])
  if (!caller.client.enabled) throw new TokenRefusal('invalid')
  return { ...caller, scopes: stillHeld(caller.scopes, held) }
}

/** An access token as a request presents it. */
export interface PresentedToken {
  readonly token: string
  /** The request with its proof, where the token came with the scheme DPoP; null for the scheme Bearer. */
  readonly proving: ProvingRequest | null
}

/** The token of a request, with the proof that its sender has the key. */
export function presentedToken(
  { token, scheme }: SentToken,
  { method, path, dpop = '' }: MaybeProvingRequest,
): PresentedToken {
  return { token, proving: scheme === 'DPoP' ? { method, path, dpop } : null }
}

/** The scheme that a refused token should come with. */
export function schemeAfter({ reason }: TokenRefusal, sent: TokenScheme): TokenScheme {
  return reason === 'bound' ? 'DPoP' : sent
}

interface ReadToken {
  readonly claims: AccessTokenClaims
  readonly proof: DpopProof | null
}

async function readAccessToken(
  ctx: Context,
  { token, proving }: PresentedToken,
  admit: Admit,
): Promise<ReadToken> {
  const payload = await verifyJwt(ctx, token, 'at+jwt')
  const claims = payload && accessTokenClaims(payload)
  if (!claims) throw new TokenRefusal('invalid')
  const proof = proving && checkProof(ctx, proving, token)
  requireKeyOf(ctx, claims, proof)
  admit(claims)
  return { claims, proof }
}

/** While proofs are off, a token with a key is refused everywhere, because its holder cannot be asked for the key. */
function requireKeyOf(ctx: Context, { jkt }: AccessTokenClaims, proof: DpopProof | null): void {
  if (jkt === (proof?.jkt ?? '')) return
  if (!protocolFeatures(ctx).dpop) throw new TokenRefusal('invalid')
  if (!proof) throw new TokenRefusal('bound')
  throw new TokenRefusal(jkt === '' ? 'unbound' : 'other_key')
}

/** A proof of a request that only reads may be sent again while it is fresh. */
async function spendProofOf(
  ctx: Context,
  proof: DpopProof | null,
  caller: Exclude<Caller, { kind: 'operator' }>,
): Promise<void> {
  if (!proof || proof.htm === 'GET') return
  await spendProof(ctx, proof, async () => {
    if (caller.kind === 'client') return null
    const { grantIdentifier } = caller
    const names = { subject: caller.user.subject, sessionIdentifier: '', grantIdentifier }
    return (await ctx.store.tokenHolders.find(names))?.grant ?? null
  })
}

/** Reads the claims that the checks use; null when a claim has a form that this server never issues. */
export function accessTokenClaims(payload: JWTPayload): AccessTokenClaims | null {
  const { sub, scope, aud, iat, client_id, client_record, auth_time, sid, grant_id } = payload
  const jkt = payload.cnf === undefined ? '' : thumbprintOf(payload.cnf)
  const generation = payload.auth_state_generation ?? 0
  const isText = (value: unknown) => typeof value === 'string' && value !== ''
  const isOptionalText = (value: unknown) => value === undefined || isText(value)
  if (typeof sub !== 'string' || !isText(sub)) return null
  if (typeof client_id !== 'string' || typeof scope !== 'string') return null
  if (!isOptionalText(sid) || !isOptionalText(grant_id) || jkt === null) return null
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
    jkt,
  }
}

/** Null for any other kind of confirmation. */
function thumbprintOf(confirmation: unknown): string | null {
  const jkt: unknown =
    typeof confirmation === 'object' && confirmation !== null && Reflect.get(confirmation, 'jkt')
  return typeof jkt === 'string' && jkt !== '' ? jkt : null
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
 * created later under the same identifier is another client. Tokens without a scope of this server, and those of earlier
 * releases, name no record. They count for the client with that identifier, if it existed when they were issued.
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
