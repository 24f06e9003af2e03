import { isUsableRedirectUri } from '#lib/base/network/url.ts'
import { isNestedAtMost } from '#lib/base/text/nesting.ts'

/** A client's public key as a JSON Web Key (RFC 7517), with the members that signatures need. */
export interface PublicJwk {
  readonly kty: string
  readonly kid?: string
  readonly alg?: string
  readonly use?: string
  readonly crv?: string
  readonly n?: string
  readonly e?: string
  readonly x?: string
  readonly y?: string
}

/** The algorithms by which clients sign, each with its kind of key. */
const kindOfAlgorithm = {
  RS256: 'RSA',
  PS256: 'RSA',
  ES256: 'P-256',
  ES384: 'P-384',
  Ed25519: 'Ed25519',
  EdDSA: 'Ed25519',
} as const

type KeyKind = (typeof kindOfAlgorithm)[keyof typeof kindOfAlgorithm]

/** The algorithms of assertions, in the order of discovery. */
export const assertionAlgorithms = ['RS256', 'PS256', 'ES256', 'Ed25519', 'EdDSA'] as const

export type AssertionAlgorithm = (typeof assertionAlgorithms)[number]

/** The algorithms of DPoP proofs (RFC 9449), in the order of discovery. */
export const proofAlgorithms = ['ES256', 'ES384', 'Ed25519', 'EdDSA', 'PS256', 'RS256'] as const

export type ProofAlgorithm = (typeof proofAlgorithms)[number]

/** Members of keys that are secret: of RSA, EC and OKP keys, and the whole of a symmetric one. */
const secretMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']

/** Sizes of an RSA key in bits. A larger key costs the server more than its sender. */
const minRsaBits = 2_048
const maxRsaBits = 8_192
/** The same sizes for the key of a proof, which the client chooses for each request. */
const maxProofRsaBits = 4_096
/** The exponent in bytes, for the same reason. */
const maxExponentBytes = 4

/** The judgement of a key: usable for signatures, unusable here, or secret. */
export type KeyVerdict = 'usable' | 'unusable' | 'secret'

/** Lists such as `x5c` and small objects of further members (RFC 7517 section 4), with the key itself. */
const maxLevels = 4

/** True for an entry of a key set that can be written as JSON. */
export function isShallowKey(entry: unknown): boolean {
  return isNestedAtMost(maxLevels, entry)
}

/** Judges one entry of a key set. */
export function judgeKey(entry: unknown): KeyVerdict {
  if (!isObject(entry) || !isShallowKey(entry)) return 'unusable'
  if (hasSecret(entry)) return 'secret'
  return isUsable(entry) ? 'usable' : 'unusable'
}

/**
 * The members of a public key that verify a proof (RFC 9449 section 4.2), in the order of its thumbprint (RFC 7638
 * section 3.2). The key's kid, use and alg are ignored.
 * @returns null for a key that is secret, malformed, of another kind than the algorithm, or too large
 */
export function proofKeyMembers(
  key: unknown,
  algorithm: ProofAlgorithm,
): Readonly<Record<string, string>> | null {
  if (!isObject(key) || hasSecret(key)) return null
  if (kindOf(key, maxProofRsaBits) !== kindOfAlgorithm[algorithm]) return null
  const names = membersOfType[key.kty as keyof typeof membersOfType]
  return Object.fromEntries(names.map((name) => [name, String(key[name])]))
}

const membersOfType = {
  RSA: ['e', 'kty', 'n'],
  EC: ['crv', 'kty', 'x', 'y'],
  OKP: ['crv', 'kty', 'x'],
} as const

type JsonObject = Readonly<Record<string, unknown>>

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function hasSecret(key: JsonObject): boolean {
  return secretMembers.some((name) => name in key)
}

function isUsable(key: JsonObject): boolean {
  const { use, kid, alg } = key
  if (use !== undefined && use !== 'sig') return false
  if (kid !== undefined && typeof kid !== 'string') return false
  const kind = kindOf(key, maxRsaBits)
  const fitting = assertionAlgorithms.filter((known) => kindOfAlgorithm[known] === kind)
  return fitting.length > 0 && (alg === undefined || fitting.some((known) => known === alg))
}

/** The kind of a well-formed key; null for any other. */
function kindOf(key: JsonObject, maxBits: number): KeyKind | null {
  const { kty, crv, n, e, x, y } = key
  if (kty === 'RSA') return isRsaKey(n, e, maxBits) ? 'RSA' : null
  if (kty === 'EC' && crv === 'P-256') return hasBytes(x, 32) && hasBytes(y, 32) ? crv : null
  if (kty === 'EC' && crv === 'P-384') return hasBytes(x, 48) && hasBytes(y, 48) ? crv : null
  if (kty === 'OKP' && crv === 'Ed25519') return hasBytes(x, 32) ? crv : null
  return null
}

function isRsaKey(n: unknown, e: unknown, maxBits: number): boolean {
  const [modulus, exponent] = [bytesOf(n), bytesOf(e)]
  if (!modulus || !exponent) return false
  const first = modulus.findIndex((byte) => byte !== 0)
  if (first < 0 || exponent.length > maxExponentBytes) return false
  const bits = (modulus.length - first) * 8 - Math.clz32(modulus[first] ?? 0) + 24
  return bits >= minRsaBits && bits <= maxBits
}

function hasBytes(text: unknown, length: number): boolean {
  return bytesOf(text)?.length === length
}

function bytesOf(text: unknown): Buffer | null {
  if (typeof text !== 'string' || !/^[A-Za-z0-9_-]+$/.test(text)) return null
  return Buffer.from(text, 'base64url')
}

/** True when the key may have made a signature by the algorithm. */
export function fitsAlgorithm(key: PublicJwk, algorithm: AssertionAlgorithm): boolean {
  const kind = kindOfAlgorithm[algorithm]
  if (key.alg !== undefined && key.alg !== algorithm) {
    // Two names of one algorithm (RFC 9864).
    if (kind !== 'Ed25519') return false
  }
  return kind === (key.kty === 'RSA' ? 'RSA' : key.crv)
}

/** The largest number of keys of one client. */
export const maxKeys = 20
const maxAddressBytes = 2_048

/** The address at which a client may serve its set of keys: https, without user and fragment; null for any other. */
export function keySetAddress(uri: string): URL | null {
  const url = isUsableRedirectUri(uri) ? URL.parse(uri) : null
  const isGood =
    url?.protocol === 'https:' &&
    url.username === '' &&
    url.password === '' &&
    Buffer.byteLength(uri) <= maxAddressBytes
  return isGood ? url : null
}

/** Entries of the set of keys in a text; null when it is no such set. */
export function readKeySet(text: string): readonly unknown[] | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  const keys = typeof value === 'object' && value !== null && Reflect.get(value, 'keys')
  return Array.isArray(keys) ? keys : null
}

/** The keys of a set that was checked before it was stored. */
export function storedKeys(text: string): readonly PublicJwk[] {
  return (text === '' ? [] : readKeySet(text)) as readonly PublicJwk[]
}
