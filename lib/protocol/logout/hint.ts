import type { JWTPayload } from 'jose'
import type { Context } from '#lib/context.ts'
import { epochSeconds } from '#lib/kernel/clock.ts'
import type { ClientWithUris, SessionRecord } from '#lib/persistence/store.ts'
import { verifyJwt } from '../jwt.ts'
import { decryptHint, isCompactJwe } from './encrypted-hint.ts'
import type { LogoutRequest } from './request.ts'

/** What the hint proved: the client it was issued to, and the session the client may leave. */
export interface ConfirmedHint {
  readonly kind: 'confirmed'
  readonly client: ClientWithUris
  readonly sessionIdentifier: string
}

/** Nobody can tell any more whose session the hint was issued in, or whether it is the server's at all. */
interface UnconfirmableHint {
  readonly kind: 'unconfirmable'
  /** Whom it was issued to, where only its session is gone. */
  readonly client?: ClientWithUris
}

export type HintState = ConfirmedHint | UnconfirmableHint | { readonly kind: 'absent' }

/** A check's name, for the log: the visitor is never told which one failed. */
type Gate =
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

/** The claims that a hint needs, of the right types. */
interface HintClaims {
  readonly sub: string
  readonly aud: string
  readonly sid: string
  readonly exp: number
}

/**
 * Classifies the hint of a sign-out request: absent, confirmed, or unconfirmable when any condition of
 * docs/specification.md "Logout" fails. An unconfirmable hint is not the same as none: what came with it proves nothing
 * either.
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

/** What a hint is that failed a check; the log has which. */
export function unconfirmable(ctx: Context, gate: Gate): UnconfirmableHint {
  ctx.log.warn({ requestId: ctx.requestId, gate }, 'a sign-out hint was not confirmed')
  return { kind: 'unconfirmable' }
}

async function checkHint(
  ctx: Context,
  request: LogoutRequest,
  browserSession: SessionRecord | null,
): Promise<Gate | ConfirmedHint | UnconfirmableHint> {
  if (!request.readable) return 'parameters'
  if (!request.idTokenHint) return 'empty'
  const signed = await decryptIfEncrypted(ctx, request)
  if (signed.gate) return signed.gate
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

/** An encrypted hint must come with the client whose secret opens it. */
async function decryptIfEncrypted(
  ctx: Context,
  { idTokenHint = '', clientId }: LogoutRequest,
): Promise<{ gate: Gate } | { gate: null; jws: string }> {
  if (!isCompactJwe(idTokenHint)) return { gate: null, jws: idTokenHint }
  const client = clientId ? await findClient(ctx, clientId) : null
  if (!client) return { gate: 'encrypted_client' }
  const jws = await decryptHint(ctx, client, idTokenHint)
  return jws === null ? { gate: 'encryption' } : { gate: null, jws }
}

function readClaims(ctx: Context, payload: JWTPayload): Gate | HintClaims {
  const { sub, iat, iss, aud, nbf, exp, sid } = payload
  if (typeof sub !== 'string' || sub === '' || !Number.isInteger(iat)) return 'sub_or_iat'
  if (iss !== ctx.settings.issuer) return 'iss'
  if (typeof aud !== 'string' || aud === '') return 'aud'
  if (nbf !== undefined && !(Number.isInteger(nbf) && nbf <= epochSeconds(ctx.now))) return 'nbf'
  if (typeof exp !== 'number' || !Number.isInteger(exp)) return 'exp'
  if (typeof sid !== 'string' || sid === '') return 'sid'
  return { sub, aud, sid, exp }
}

/** A disabled client is fine: its users must be able to sign out. */
async function findClient(ctx: Context, identifier: string): Promise<ClientWithUris | null> {
  try {
    return await ctx.configuration.client(identifier)
  } catch (error) {
    // Without the client the visitor is asked to confirm instead of being shown a failure.
    ctx.log.error({ err: error, requestId: ctx.requestId }, 'a client could not be looked up')
    return null
  }
}

/** An expired hint still speaks for a session that exists; no hint speaks for another user's. */
async function namesOwnSession(ctx: Context, { sub, sid, exp }: HintClaims): Promise<boolean> {
  const session = await ctx.store.sessions.findByIdentifier(sid)
  if (!session) return exp > epochSeconds(ctx.now)
  const owner = await ctx.store.users.findById(session.userId)
  return owner?.subject === sub
}
