import { decodeJwt, decodeProtectedHeader, type JWTPayload } from 'jose'
import type { Parameters } from '#lib/base/text/parameters.ts'
import { addSeconds } from '#lib/base/time/clock.ts'
import type { Context } from '#lib/context.ts'
import { auditRefusal } from '#lib/domain/audit/audit.ts'
import { assertionAlgorithms } from '#lib/domain/keys/public-keys.ts'
import { spendOnce } from '#lib/domain/limits/single-use.ts'
import { protocolFeatures } from '#lib/domain/settings/protocol-features.ts'
import type { ClientRecord } from '#lib/persistence/store.ts'
import { isSignedByClient, type Signed } from './client-keys/client-keys.ts'
import { invalidRequest } from './errors.ts'

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** A signed text by which a client identifies itself (RFC 7523 section 2.2), read but not verified. */
export interface ClientAssertion {
  /** Its issuer and subject. */
  readonly clientIdentifier: string
  readonly signed: Signed
  readonly claims: JWTPayload
}

/** The reason for refusing an assertion, for the log and the record of the refusal. */
export type AssertionFault =
  | 'form'
  | 'method'
  | 'signature'
  | 'audience'
  | 'expired'
  | 'lifetime'
  | 'time'
  | 'jti'
  | 'used'

/** An assertion is refused; `authenticateClient` makes the answer. */
export class AssertionError extends Error {
  override readonly name = 'AssertionError'
  readonly fault: AssertionFault
  /** The client, if known. */
  readonly clientIdentifier: string

  constructor(fault: AssertionFault, clientIdentifier: string) {
    super(fault)
    this.fault = fault
    this.clientIdentifier = clientIdentifier
  }
}

const maxBytes = 8 * 1024
const types: readonly unknown[] = [undefined, 'JWT', 'client-authentication+jwt']

/**
 * Reads the assertion of a request; null without one, or while clients may not authenticate by keys.
 * @throws OAuthError 400 `invalid_request`: another type of assertion, further credentials, or another `client_id`
 * @throws AssertionError for a text that is no such assertion
 */
export function readAssertion(
  ctx: Context,
  form: Parameters,
  hasBasic: boolean,
): ClientAssertion | null {
  const text = form.value('client_assertion')
  if (text === undefined || !protocolFeatures(ctx).privateKeyJwt) return null
  if (form.value('client_assertion_type') !== assertionType) {
    throw invalidRequest(
      'client_assertion_malformed',
      `The client_assertion_type must be '${assertionType}'.`,
    )
  }
  if (hasBasic || form.value('client_secret') !== undefined) {
    throw invalidRequest(
      'client_credentials_twice',
      'The client authenticated in more than one way.',
    )
  }
  const assertion = parse(text)
  const named = form.value('client_id')
  if (named !== undefined && named !== assertion.clientIdentifier) {
    throw invalidRequest(
      'client_assertion_malformed',
      'The client_id is another one than that of the client_assertion.',
    )
  }
  return assertion
}

function parse(text: string): ClientAssertion {
  if (Buffer.byteLength(text) > maxBytes) throw new AssertionError('form', '')
  const { header, claims } = decode(text)
  const { iss, sub } = claims
  const { alg, kid, typ, crit } = header
  const clientIdentifier = typeof sub === 'string' ? sub : ''
  const algorithm = assertionAlgorithms.find((known) => known === alg)
  const isGood =
    algorithm !== undefined &&
    crit === undefined &&
    types.includes(typ) &&
    (kid === undefined || typeof kid === 'string') &&
    clientIdentifier !== '' &&
    iss === sub
  if (!isGood) throw new AssertionError('form', clientIdentifier)
  return { clientIdentifier, claims, signed: { text, algorithm, kid } }
}

function decode(text: string) {
  try {
    return { header: decodeProtectedHeader(text), claims: decodeJwt(text) }
  } catch {
    throw new AssertionError('form', '')
  }
}

/** True when the assertion is meant for this server, at the endpoint that was called. */
type Audience = (aud: unknown) => boolean

/** A valid assertion, which may have been used before. */
export interface VerifiedAssertion {
  readonly clientIdentifier: string
  readonly jti: string
  /** After this time the assertion is refused for its age. */
  readonly until: Date
}

/**
 * Verifies the assertion of a client, except for its reuse, which needs storage.
 * @param endpoint the path of the endpoint that was called
 * @throws AssertionError
 */
export async function verifyAssertion(
  ctx: Context,
  client: ClientRecord,
  assertion: ClientAssertion,
  endpoint: string,
): Promise<VerifiedAssertion> {
  const { clientIdentifier, signed, claims } = assertion
  const fail = (fault: AssertionFault) => new AssertionError(fault, clientIdentifier)
  if (client.tokenEndpointAuthMethod !== 'private_key_jwt') throw fail('method')
  if (!(await isSignedByClient(ctx, client, signed))) throw fail('signature')
  if (!audienceOf(ctx, endpoint)(claims.aud)) throw fail('audience')
  const expiry = checkTimes(ctx, claims, fail)
  const { jti } = claims
  if (typeof jti !== 'string' || jti === '' || Buffer.byteLength(jti) > maxJtiBytes) {
    throw fail('jti')
  }
  return { clientIdentifier, jti, until: addSeconds(expiry, skewSeconds + 5) }
}

const maxJtiBytes = 512

/**
 * Spends an assertion, which counts once.
 * @throws AssertionError `used`
 */
export async function spendAssertion(
  ctx: Context,
  { id: clientId }: ClientRecord,
  { clientIdentifier, jti, until }: VerifiedAssertion,
): Promise<void> {
  if (await spendOnce(ctx, 'client_assertion', [String(clientId), jti], until)) return
  const details = { clientId, clientIdentifier }
  await auditRefusal(ctx, 'client_assertion_replayed', details, { clientId })
  throw new AssertionError('used', clientIdentifier)
}

/**
 * The issuer alone is the audience (draft-ietf-oauth-rfc7523bis): an assertion for another server's token endpoint must
 * not count here. Older libraries send the token endpoint, or the endpoint that they call (RFC 9126 section 2); a
 * switch lets them.
 */
function audienceOf({ config, settings }: Context, endpoint: string): Audience {
  const { issuer } = settings
  if (!settings.clientAssertionTokenEndpointAudienceAllowed) {
    return (aud) => aud === issuer || (Array.isArray(aud) && aud.length === 1 && aud[0] === issuer)
  }
  const good: readonly unknown[] = [
    issuer,
    `${config.baseUrl}/auth/token`,
    `${config.baseUrl}${endpoint}`,
  ]
  return (aud) => {
    const list: readonly unknown[] = Array.isArray(aud) ? aud : [aud]
    return list.length >= 1 && list.length <= 3 && list.every((one) => good.includes(one))
  }
}

/** Tolerance for differing clocks, in seconds. */
const skewSeconds = 60
const maxLifetimeSeconds = 600

/** Times are numbers, possibly with a fraction (RFC 7519 section 2). @returns when the assertion expires */
function checkTimes(
  { now }: Context,
  { exp, iat, nbf }: JWTPayload,
  fail: (fault: AssertionFault) => AssertionError,
): Date {
  const seconds = now.getTime() / 1_000
  if (!isTime(exp)) throw fail('time')
  if (exp <= seconds - skewSeconds) throw fail('expired')
  if (exp > seconds + maxLifetimeSeconds) throw fail('lifetime')
  const isReached = (time: unknown) => isTime(time) && time <= seconds + skewSeconds
  if (nbf !== undefined && !isReached(nbf)) throw fail('time')
  if (iat !== undefined && !isReached(iat)) throw fail('time')
  if (typeof iat === 'number' && iat < seconds - maxLifetimeSeconds) throw fail('time')
  return new Date(exp * 1_000)
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}
