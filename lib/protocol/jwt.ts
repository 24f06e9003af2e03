import { type KeyObject, verify } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { decodeProtectedHeader, type JWTPayload } from 'jose'
import { LRUCache } from 'lru-cache'
import { batchCompletions } from '#lib/base/concurrency/batch-completions.ts'
import { singleton } from '#lib/base/concurrency/singleton.ts'
import { sha256Base64url } from '#lib/base/crypto/hash.ts'
import { epochSeconds } from '#lib/base/time/clock.ts'
import type { Context } from '#lib/context.ts'
import { type SigningKey, signingKey, verificationKey } from './keys.ts'

/** `typ` in the JOSE header: access token (RFC 9068), refresh token, ID token, logout token. */
export type TokenKind = 'at+jwt' | 'rt+jwt' | 'JWT' | 'logout+jwt'

/** How far the clocks of this server's instances may differ, in seconds. */
const clockToleranceSeconds = 5
/** Longer texts are no tokens of this server. */
const maxTokenLength = 64 * 1024

/** Verified tokens to remember: about 2 MB. */
const maxVerified = 2_000

/** How long a finished signature may wait for those behind it in the thread pool of Node.js, in milliseconds. */
const batchTimeoutMs = 40

/**
 * Signs claims with the current key (RS256; RFC 7515 section 7.1, the compact form). Claims without a value are
 * left out.
 * @param key the signing key, if the caller has already read it
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

/** Batches all signatures of the process (docs/decisions/persistence.md). */
function signatures(): ReturnType<typeof batchCompletions> {
  return singleton('signatures', () => batchCompletions(availableParallelism(), batchTimeoutMs))
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

/**
 * Verifies a token of this server: RS256 with one of the stored keys (selected by `kid`), of the wanted kind,
 * already valid and not expired. `iss` is not compared: the signature is the proof, and a changed issuer must not
 * invalidate tokens that were issued before.
 * @param options.ignoreExpiry accepts an expired token, and one without `exp`
 * @returns its claims, or null for any fault; bad input never throws
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
  // Tokens of the other kinds are sent only once or twice.
  const claims = (typ === 'at+jwt' ? rememberedClaims : signedClaims)(token, key)
  return claims && isInTime(ctx.now, claims, options.ignoreExpiry ?? false) ? claims : null
}

/**
 * As `signedClaims`, with a cache keyed by the token's digest: clients send the same access token many times. Only
 * the signature check is skipped. The caller checks the stored key and the lifetime each time.
 */
function rememberedClaims(token: string, key: KeyObject): JWTPayload | null {
  const verified = singleton(
    'verified-tokens',
    () => new LRUCache<string, JWTPayload>({ max: maxVerified }),
  )
  const digest = sha256Base64url(token)
  const known = verified.get(digest)
  if (known) return known
  const claims = signedClaims(token, key)
  if (!claims) return null
  verified.set(digest, Object.freeze(claims))
  return claims
}

/**
 * Returns the claims of a token with a valid signature, else null. Runs on the main thread, where it takes less
 * than 0.1 ms. In the thread pool of Node.js it would queue behind signatures, which take twenty times as long.
 */
function signedClaims(token: string, key: KeyObject): JWTPayload | null {
  const end = token.lastIndexOf('.')
  const signed = token.slice(0, end)
  const written = token.slice(end + 1)
  const signature = Buffer.from(written, 'base64url')
  // Exactly one text is the token, though several base64url texts decode to the same bytes.
  if (signature.toString('base64url') !== written) return null
  if (!verify('sha256', Buffer.from(signed), key, signature)) return null
  return readClaims(Buffer.from(signed.slice(signed.indexOf('.') + 1), 'base64url'))
}

/** The `typ` that the header of a text claims; '' without one, null when the text is no JWT at all. */
export function claimedKind(token: string): string | null {
  if (token.length > maxTokenLength) return null
  try {
    return decodeProtectedHeader(token).typ ?? ''
  } catch {
    return null
  }
}

/** Returns the `kid` of a token whose header has the wanted kind, else null. */
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
