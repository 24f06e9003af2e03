import type { JWTPayload } from 'jose'
import { epochSeconds } from '#lib/base/time/clock.ts'
import type { Context } from '#lib/context.ts'
import type { ClientWithUris, SessionRecord } from '#lib/persistence/store.ts'
import { verifyJwt } from '../jwt.ts'
import { decryptHint, isCompactJwe } from './encrypted-hint.ts'
import type { LogoutRequest } from './request.ts'

/** A confirmed hint: the client it was issued to, and the session that the client may leave. */
export interface ConfirmedHint {
  readonly kind: 'confirmed'
  readonly client: ClientWithUris
  readonly sessionIdentifier: string
}

/** A hint that no longer proves its session, or that is not from this server at all. */
interface UnconfirmableHint {
  readonly kind: 'unconfirmable'
  /** The client it was issued to, if only its session is gone. */
  readonly client?: ClientWithUris
}

export type HintState = ConfirmedHint | UnconfirmableHint | { readonly kind: 'absent' }

/** A check's name, for the log; the visitor never learns which check failed. */
type FailedCheck =
  | 'parameters'
  | 'empty'
  | 'encrypted_client'
  | 'encryption'
  | 'signature_or_kind'
  | 'sub_or_iat'
  | 'iss'
  | 'aud'
  | 'client_id'
  | 'client'
  | 'nbf'
  | 'exp'
  | 'sid'
  | 'session'
  | 'origin'

/** The claims that a hint needs, with valid types. */
interface HintClaims {
  readonly sub: string
  readonly aud: string
  readonly sid: string
  readonly exp: number
}

/**
 * Classifies the hint of a sign-out request: absent, confirmed, or unconfirmable when any condition of
 * docs/specification.md "Logout" fails. An unconfirmable hint differs from an absent one: the parameters sent with
 * it prove nothing either.
 * @param browserSession the session that the browser's cookie names
 */
export async function classifyHint(
  ctx: Context,
  request: LogoutRequest,
  browserSession: SessionRecord | null,
): Promise<HintState> {
  if (request.readable && request.idTokenHint === undefined) return { kind: 'absent' }
  const checked = await checkHint(ctx, request, browserSession)
  if (typeof checked === 'string') return unconfirmable(ctx, checked)
  return checked.kind === 'confirmed' ? checked : { ...unconfirmable(ctx, 'session'), ...checked }
}

/** Returns an unconfirmable hint and logs the check that failed. */
export function unconfirmable(ctx: Context, failed: FailedCheck): UnconfirmableHint {
  ctx.log.warn({ requestId: ctx.requestId, check: failed }, 'sign-out hint not confirmed')
  return { kind: 'unconfirmable' }
}

async function checkHint(
  ctx: Context,
  request: LogoutRequest,
  browserSession: SessionRecord | null,
): Promise<FailedCheck | ConfirmedHint | UnconfirmableHint> {
  if (!request.readable) return 'parameters'
  if (!request.idTokenHint) return 'empty'
  const signed = await decryptIfEncrypted(ctx, request)
  if (signed.failed) return signed.failed
  const payload = await verifyJwt(ctx, signed.jws, 'JWT', { ignoreExpiry: true })
  if (!payload) return 'signature_or_kind'
  const claims = readClaims(ctx, payload)
  if (typeof claims === 'string') return claims
  if (request.clientId !== undefined && request.clientId !== claims.aud) return 'client_id'
  const client = await findClient(ctx, claims.aud)
  if (!client) return 'client'
  if (browserSession && browserSession.sessionIdentifier !== claims.sid) return 'sid'
  if (!(await namesOwnSession(ctx, claims))) return { kind: 'unconfirmable', client }
  return { kind: 'confirmed', client, sessionIdentifier: claims.sid }
}

/** An encrypted hint must come with the client whose secret decrypts it. */
async function decryptIfEncrypted(
  ctx: Context,
  { idTokenHint = '', clientId }: LogoutRequest,
): Promise<{ failed: FailedCheck } | { failed: null; jws: string }> {
  if (!isCompactJwe(idTokenHint)) return { failed: null, jws: idTokenHint }
  const client = clientId ? await findClient(ctx, clientId) : null
  if (!client) return { failed: 'encrypted_client' }
  const jws = await decryptHint(ctx, client, idTokenHint)
  return jws === null ? { failed: 'encryption' } : { failed: null, jws }
}

function readClaims(ctx: Context, payload: JWTPayload): FailedCheck | HintClaims {
  const { sub, iat, iss, aud, nbf, exp, sid } = payload
  if (typeof sub !== 'string' || sub === '' || !Number.isInteger(iat)) return 'sub_or_iat'
  if (iss !== ctx.settings.issuer) return 'iss'
  if (typeof aud !== 'string' || aud === '') return 'aud'
  if (nbf !== undefined && !(Number.isInteger(nbf) && nbf <= epochSeconds(ctx.now))) return 'nbf'
  if (typeof exp !== 'number' || !Number.isInteger(exp)) return 'exp'
  if (typeof sid !== 'string' || sid === '') return 'sid'
  return { sub, aud, sid, exp }
}

/** Accepts a disabled client: its users must be able to sign out. */
async function findClient(ctx: Context, identifier: string): Promise<ClientWithUris | null> {
  try {
    return await ctx.configuration.client(identifier)
  } catch (error) {
    // Without the client the visitor gets the confirmation page instead of an error.
    ctx.log.error({ err: error, requestId: ctx.requestId }, 'failed to look up a client')
    return null
  }
}

/** An expired hint is still valid for an existing session; no hint is valid for another user's session. */
async function namesOwnSession(ctx: Context, { sub, sid, exp }: HintClaims): Promise<boolean> {
  const session = await ctx.store.sessions.findByIdentifier(sid)
  if (!session) return exp > epochSeconds(ctx.now)
  const owner = await ctx.store.users.findById(session.userId)
  return owner?.subject === sub
}
