import type { Incoming } from '#lib/base/network/incoming.ts'
import { noParameters } from '#lib/base/text/parameters.ts'
import { proofAlgorithms } from '#lib/domain/keys/public-keys.ts'
import type { ProtocolFeatures } from '#lib/domain/settings/protocol-features.ts'

/** How a token is sent: by itself, or with a proof of possession (RFC 9449 section 7.1). */
export type TokenScheme = 'Bearer' | 'DPoP'

/** An access token as sent, and how. */
export interface SentToken {
  readonly token: string
  readonly scheme: TokenScheme
}

export type FoundToken =
  | ({ readonly kind: 'token' } & SentToken)
  /** No token: other schemes and an empty token count as none. */
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly reason: TransportRefusal }

/** Why the transport of a token is refused (400 in the shape of the endpoint). */
type TransportRefusal = keyof typeof transportDescriptions

/** Public texts of transport refusals (docs/specification.md "UserInfo"). The APIs use the same texts. */
export const transportDescriptions = {
  'header-repeated': 'The Authorization header must be sent once.',
  'body-unreadable': 'The request body could not be parsed.',
  'parameter-repeated': 'The access_token parameter must be sent once.',
  'two-methods': 'The access token must be sent by one method only.',
} as const

/** The parts of a request that may carry a token. */
export type TokenCarrier = Pick<Incoming, 'authorization' | 'form'>

/** The schemes that a request may use; DPoP counts like an unknown one while it is off. */
type Schemes = Pick<ProtocolFeatures, 'dpop'>

/**
 * Finds the access token of a request to UserInfo: in the Authorization header, or in the form parameter
 * `access_token` of a POST (RFC 6750 sections 2.1 and 2.2). The query string is never read.
 */
export function findAccessToken(
  { method, authorization, form }: Incoming,
  schemes: Schemes,
): FoundToken {
  const carrier = { authorization, form: method === 'POST' ? form : noParameters }
  const sent = readCarrier(carrier, schemes)
  return 'kind' in sent ? sent : tokenOrNone(sent.inHeader ?? sent.inForm)
}

/**
 * Finds the access token of a request to the Admin or Account API, in the Authorization header only
 * (docs/specification.md "Bearer tokens for the APIs"). A token in a form is never accepted; beside a header token
 * it is refused as sent twice.
 */
export function findHeaderToken(carrier: TokenCarrier, schemes: Schemes): FoundToken {
  const sent = readCarrier(carrier, schemes)
  return 'kind' in sent ? sent : tokenOrNone(sent.inHeader)
}

/** Checks in the order of the UserInfo table (U-1 to U-5), so the answer names the first fault. */
function readCarrier({ authorization, form }: TokenCarrier, schemes: Schemes) {
  if (authorization !== null && isSentTwice(authorization)) return refused('header-repeated')
  if (form === null) return refused('body-unreadable')
  if (form.repeated.includes('access_token')) return refused('parameter-repeated')
  const inHeader = authorization === null ? undefined : credential(authorization, schemes)
  const formToken = form.value('access_token')
  const inForm: SentToken | undefined = formToken
    ? { token: formToken, scheme: 'Bearer' }
    : undefined
  return inHeader && inForm ? refused('two-methods') : { inHeader, inForm }
}

function tokenOrNone(sent: SentToken | undefined): FoundToken {
  return sent ? { kind: 'token', ...sent } : { kind: 'none' }
}

/**
 * Returns the `WWW-Authenticate` value of an endpoint that takes access tokens (RFC 6750 section 3, RFC 9449 section
 * 7.1).
 * @param scheme the one that the request used, or should have used
 * @param error absent when no token was sent: the challenge then has no further attribute
 * @param scope the scope that would have sufficed
 */
export function tokenChallenge(
  scheme: TokenScheme,
  error?: { readonly error: string; readonly description: string },
  scope?: string,
): string {
  const attributes = [`${scheme} realm="authserver"`]
  if (error) {
    attributes.push(`error="${error.error}"`, `error_description="${error.description}"`)
  }
  if (error && scope) attributes.push(`scope="${scope}"`)
  if (scheme === 'DPoP') attributes.push(`algs="${proofAlgorithms.join(' ')}"`)
  return attributes.join(', ')
}

/**
 * True when the header was sent more than once: the server joins repeated headers with a comma. No Bearer or Basic
 * credential contains a comma (RFC 6750 section 2.1, RFC 7617 section 2). Other schemes may send a list of
 * parameters (RFC 9110 section 11.4). In such a list, an element that is not a parameter begins another header.
 */
function isSentTwice(authorization: string): boolean {
  if (!authorization.includes(',')) return false
  if (/^\s*(bearer|basic)[\s,]/i.test(authorization)) return true
  // An unclosed quote matches to the end. Retrying at each quote inside it would take hours.
  const [, ...rest] = authorization.replaceAll(/"(?:[^"\\]|\\.)*(?:"|\\?$)/g, '""').split(',')
  return rest.some((part) => beginsWithScheme.test(part))
}

/** A word followed by another word or by nothing, not by the `=` of a parameter. */
const beginsWithScheme = /^\s*[\w!#$%&'*+.^`|~-]+(\s+[^\s=]|\s*$)/

/** Schemes are compared without case (RFC 9110 section 11.1). */
function credential(authorization: string, { dpop }: Schemes): SentToken | undefined {
  const [, scheme = '', token] = /^(bearer|dpop)[ \t]+(.+)$/i.exec(authorization.trim()) ?? []
  if (!token) return undefined
  if (scheme.toLowerCase() === 'bearer') return { token, scheme: 'Bearer' }
  return dpop ? { token, scheme: 'DPoP' } : undefined
}

function refused(reason: TransportRefusal): FoundToken {
  return { kind: 'refused', reason }
}
