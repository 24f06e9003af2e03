import { type KeyObject, verify } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { decodeProtectedHeader, type JWTPayload } from 'jose'
import type { Context } from '#lib/context.ts'
import { batchCompletions } from '#lib/kernel/batch-completions.ts'
import { setBounded } from '#lib/kernel/bounded.ts'
import { epochSeconds } from '#lib/kernel/clock.ts'
import { sha256Base64url } from '#lib/kernel/hash.ts'
import { singleton } from '#lib/kernel/singleton.ts'
import { type SigningKey, signingKey, verificationKey } from './keys.ts'

/** The kind of a token, in its JOSE header: access token (RFC 9068), refresh token, ID token. */
export type TokenKind = 'at+jwt' | 'rt+jwt' | 'JWT'

/** How far the clocks of our own instances may be apart, in seconds. */
const clockToleranceSeconds = 5
/** Longer texts are not tokens of ours. */
const maxTokenLength = 64 * 1024

/** Tokens whose signature is remembered: some 2 MB. */
const maxVerified = 2_000

/** How long a signature may wait for those that are behind it in node's pool, in milliseconds. */
const batchTimeoutMs = 40

/**
 * Signs claims with the current key (RS256; RFC 7515 section 7.1, the compact form). Claims without a value
 * are left out.
 * @param key the signing key when the caller has read it already
 */
export async function signJwt(
  ctx: Context,
  typ: TokenKind,
  claims: JWTPayload,
  key?: SigningKey,
): Promise<string> {
  const signing = key ?? (await signingKey(ctx))
  const header = { alg: 'RS256', kid: signing.keyIdentifier, typ }
  const input = `${encoded(header)}.${encoded(claims)}`
  const bytes = Buffer.from(input)
  const signature = await signatures()(() =>
    crypto.subtle.sign('RSASSA-PKCS1-v1_5', signing.key, bytes),
  )
  return `${input}.${Buffer.from(signature).toString('base64url')}`
}

/** Signatures of the whole process, whose askers go on together (docs/decisions/persistence.md). */
function signatures(): ReturnType<typeof batchCompletions> {
  return singleton('signatures', () => batchCompletions(availableParallelism(), batchTimeoutMs))
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

/**
 * Verifies a token of ours: RS256 by one of the stored keys (chosen by `kid`), of the wanted kind,
 * not before its time, and not expired. `iss` is not compared: the signature is the proof, and a
 * new issuer must not end the tokens of those who saved it.
 * @param options.ignoreExpiry accepts an expired token, and one without `exp`
 * @returns its claims, or null for whatever is wrong with it; bad input never throws
 */
export async function verifyJwt(
  ctx: Context,
  token: string,
  typ: TokenKind,
  options: { readonly ignoreExpiry?: boolean } = {},
): Promise<JWTPayload | null> {
  const kid = keyIdentifierOf(token, typ)
  const key = kid === null ? null : await verificationKey(ctx, kid)
  if (!key) return null
  // The other kinds are sent once or twice in their life.
  const claims = (typ === 'at+jwt' ? rememberedClaims : signedClaims)(token, key)
  return claims && isInTime(ctx.now, claims, options.ignoreExpiry ?? false) ? claims : null
}

/**
 * As `signedClaims`. A client sends the same access token many times: what was found right once stays
 * so, and is remembered by the token's digest. Whether its key still counts and its time is right is
 * looked at each time all the same.
 */
function rememberedClaims(token: string, key: KeyObject): JWTPayload | null {
  const verified = singleton('verified-tokens', () => new Map<string, JWTPayload>())
  const digest = sha256Base64url(token)
  const known = verified.get(digest)
  if (known) return known
  const claims = signedClaims(token, key)
  if (!claims) return null
  setBounded(verified, maxVerified, digest, Object.freeze(claims))
  return claims
}

/**
 * The claims of a token whose signature is right; else null. On the program's own thread: it takes less than a tenth
 * of a millisecond, and in node's pool it would queue behind signatures that take twenty times as long.
 */
function signedClaims(token: string, key: KeyObject): JWTPayload | null {
  const end = token.lastIndexOf('.')
  const signed = token.slice(0, end)
  const written = token.slice(end + 1)
  const signature = Buffer.from(written, 'base64url')
  // One text is the token, not all that give the same bytes.
  if (signature.toString('base64url') !== written) return null
  if (!verify('sha256', Buffer.from(signed), key, signature)) return null
  return readClaims(Buffer.from(signed.slice(signed.indexOf('.') + 1), 'base64url'))
}

/** The `kid` of a token whose header names the wanted kind; null when it is no such token. */
function keyIdentifierOf(token: string, typ: TokenKind): unknown {
  if (token.length > maxTokenLength) return null
  try {
    const header = decodeProtectedHeader(token)
    return header.alg === 'RS256' && header.typ === typ ? (header.kid ?? null) : null
  } catch {
    return null
  }
}

function readClaims(payload: Buffer): JWTPayload | null {
  try {
    const claims: unknown = JSON.parse(payload.toString())
    const isObject = claims !== null && typeof claims === 'object' && !Array.isArray(claims)
    return isObject ? (claims as JWTPayload) : null
  } catch {
    return null
  }
}

function isInTime(now: Date, { exp, nbf, iat }: JWTPayload, ignoreExpiry: boolean): boolean {
  const nowSeconds = epochSeconds(now)
  const begins = [nbf, iat].filter((value) => value !== undefined)
  const latestBegin = nowSeconds + clockToleranceSeconds
  if (!begins.every((value) => typeof value === 'number' && value <= latestBegin)) return false
  return ignoreExpiry || (typeof exp === 'number' && exp > nowSeconds)
}
