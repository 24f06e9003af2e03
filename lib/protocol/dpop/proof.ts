import { constants, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, type JWTPayload } from 'jose'
import { sha256Base64url } from '#lib/base/crypto/hash.ts'
import type { Incoming } from '#lib/base/network/incoming.ts'
import { addSeconds } from '#lib/base/time/clock.ts'
import type { Context } from '#lib/context.ts'
import {
  type ProofAlgorithm,
  proofAlgorithms,
  proofKeyMembers,
} from '#lib/domain/keys/public-keys.ts'
import { readNonce } from './nonce.ts'
import { ProofError } from './proof-error.ts'

/** A request, which may have sent a DPoP header. */
export type MaybeProvingRequest = Pick<Incoming, 'method' | 'path' | 'dpop'>

/** A request with the DPoP header that it sent. */
export type ProvingRequest = Required<MaybeProvingRequest>

/** A valid proof of possession (RFC 9449 section 4), which may have been used before. */
export interface DpopProof {
  /** Thumbprint of its key (RFC 7638). */
  readonly jkt: string
  readonly jti: string
  /** The method and address of the proof. */
  readonly htm: string
  readonly htu: string
  /** After this time the proof is refused for its age. */
  readonly until: Date
}

const maxBytes = 8 * 1024
const maxJtiBytes = 512
/** Tolerance for the clock of a client whose proof has no nonce. */
const skewSeconds = 60
/** How far the clocks of this server's instances may differ, in seconds. */
const clockToleranceSeconds = 5

/**
 * Checks the proof of a request, except for its reuse, which needs storage. A nonce of this server determines the time
 * of a proof, so that devices with a wrong clock can sign in. Without one, `iat` must be within 60 seconds of now. A
 * nonce that is no longer accepted is refused even if none is needed: the use of its proof is no longer known.
 * @param accessToken the token that the request presents with the proof
 * @throws ProofError for the first fault
 */
export function checkProof(
  ctx: Context,
  { dpop, method, path }: ProvingRequest,
  accessToken?: string,
): DpopProof {
  const { claims, jkt } = readProof(dpop)
  const { htm, htu, jti, iat, nonce, ath } = claims
  if (htm !== method) throw new ProofError('method', { got: textOf(htm), wanted: method })
  const wanted = `${ctx.config.baseUrl}${path}`
  if (typeof htu !== 'string' || !isSameAddress(htu, wanted)) {
    throw new ProofError('address', { got: withoutQuery(textOf(htu)), wanted })
  }
  if (typeof iat !== 'number' || !Number.isFinite(iat)) throw new ProofError('time')
  if (typeof jti !== 'string' || jti === '' || Buffer.byteLength(jti) > maxJtiBytes) {
    throw new ProofError('jti')
  }
  const endOfNonce = acceptedUntil(ctx, nonce)
  if (accessToken !== undefined && ath !== sha256Base64url(accessToken)) {
    throw new ProofError('token')
  }
  const end = endOfNonce ?? endOfTime(ctx, iat)
  return { jkt, jti, htm: method, htu: wanted, until: addSeconds(end, clockToleranceSeconds) }
}

/** Form, algorithm, key and signature, in this order. */
function readProof(text: string): { readonly claims: JWTPayload; readonly jkt: string } {
  const { header, claims } = decode(text)
  const { typ, alg, crit, jwk } = header
  if (typ !== 'dpop+jwt' || crit !== undefined) throw new ProofError('form')
  const algorithm = proofAlgorithms.find((known) => known === alg)
  if (!algorithm) throw new ProofError('algorithm')
  const members = proofKeyMembers(jwk, algorithm)
  const key = members && publicKey(members)
  if (!key) throw new ProofError('key')
  if (!isSignedBy(text, key, algorithm)) throw new ProofError('signature')
  return { claims, jkt: sha256Base64url(JSON.stringify(members)) }
}

/** Several headers arrive joined by a comma, which no proof has. */
const compactForm = /^[\w-]+\.[\w-]+\.[\w-]+$/

function decode(text: string) {
  if (text.length > maxBytes || !compactForm.test(text)) throw new ProofError('form')
  try {
    return { header: decodeProtectedHeader(text), claims: decodeJwt(text) }
  } catch {
    throw new ProofError('form')
  }
}

/** Null for a point that is not on its curve. */
function publicKey(key: Readonly<Record<string, string>>): KeyObject | null {
  try {
    return createPublicKey({ key, format: 'jwk' })
  } catch {
    return null
  }
}

const ecdsa = { dsaEncoding: 'ieee-p1363' } as const

/** How Node.js verifies the signatures of each algorithm (RFC 7518 section 3, RFC 8037 section 3.1). */
const verifications = {
  ES256: { hash: 'sha256', options: ecdsa },
  ES384: { hash: 'sha384', options: ecdsa },
  Ed25519: { hash: null, options: {} },
  EdDSA: { hash: null, options: {} },
  PS256: {
    hash: 'sha256',
    options: {
      padding: constants.RSA_PKCS1_PSS_PADDING,
      saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
    },
  },
  RS256: { hash: 'sha256', options: {} },
} as const satisfies Record<ProofAlgorithm, object>

/** On the main thread, as for access tokens: in the thread pool it would queue behind signatures. */
function isSignedBy(text: string, key: KeyObject, algorithm: ProofAlgorithm): boolean {
  const { hash, options } = verifications[algorithm]
  const end = text.lastIndexOf('.')
  const signature = Buffer.from(text.slice(end + 1), 'base64url')
  try {
    return verify(hash, Buffer.from(text.slice(0, end)), { key, ...options }, signature)
  } catch {
    return false
  }
}

/** A claim's text for a record; '' for anything but a text. */
function textOf(claim: unknown): string {
  return typeof claim === 'string' ? claim : ''
}

/** The address without its query, which may hold secrets. */
function withoutQuery(address: string): string {
  return address.replace(/[?#].*$/s, '')
}

/** Without query and fragment; scheme, host and default port in any spelling (RFC 9449 section 4.3). */
function isSameAddress(sent: string, wanted: string): boolean {
  const [one, other] = [URL.parse(sent), URL.parse(wanted)]
  if (!one || !other || one.username !== '' || one.password !== '') return false
  return one.origin === other.origin && one.pathname === other.pathname
}

/** Null for a proof without a nonce, if none is needed. */
function acceptedUntil(ctx: Context, nonce: unknown): Date | null {
  if (nonce === undefined && !ctx.settings.dpopNonceRequired) return null
  const known = typeof nonce === 'string' ? readNonce(ctx, nonce) : null
  if (!known) throw new ProofError('nonce')
  return known.endsAt
}

/** A proof whose only fault is its time may be sent again with a nonce. */
function endOfTime({ now }: Context, iat: number): Date {
  const age = now.getTime() / 1_000 - iat
  if (Math.abs(age) > skewSeconds) throw new ProofError('nonce')
  return new Date((iat + skewSeconds) * 1_000)
}
