import type { Outcome } from '#lib/answers/outcome.ts'
import {
  appendFragment,
  appendQuery,
  type Field,
  isUsableRedirectUri,
} from '#lib/base/network/url.ts'
import { conformDescription } from '#lib/base/text/text.ts'
import type { Context } from '#lib/context.ts'
import { protocolFeatures } from '#lib/domain/settings/protocol-features.ts'
import { errorPage } from '../error-page.ts'
import type { OAuthErrorCode } from '../errors.ts'
import type { ResponseMode } from './response-type.ts'

export interface ResponseTarget {
  readonly redirectUri: string
  readonly responseMode: ResponseMode
  /** As sent; unknown values occur in refused requests. */
  readonly responseType: string
  /** Echoed byte for byte; '' when none was sent. */
  readonly state: string
  /** Languages of the page that posts the answer, best first; absent: the browser's. */
  readonly uiLocales?: readonly string[]
}

/** The current settings: an answer that was stored earlier follows the settings at the time of sending. */
type Current = Pick<Context, 'config' | 'settings'>

/** Query fields of answers: registered fields with these names are dropped. */
const reservedNames = ['code', 'state', 'error', 'error_description'] as const
const namesWithIss = [...reservedNames, 'iss'] as const

/**
 * Sends an answer to the client, followed by `state` if the request had one, and by `iss` (RFC 9207) if an
 * administrator switched it on. In `query` mode, registered fields stay byte for byte and reserved names are dropped.
 * Query and fragment redirect with 302; `form_post` lets the browser post a form. The redirect URI is checked once more.
 * @param fields without `state` and `iss`, in the order in which they are sent
 */
export function deliver(
  current: Current,
  target: ResponseTarget,
  fields: readonly Field[],
): Outcome {
  if (!isUsableRedirectUri(target.redirectUri)) return unusableRedirectUri
  const all = completed(current, target, fields)
  if (target.responseMode === 'form_post') {
    const { redirectUri: action, uiLocales } = target
    const form = { kind: 'form-post', action, fields: all, mayBeFramed: true } as const
    return uiLocales ? { ...form, uiLocales } : form
  }
  return { kind: 'redirect', status: 302, location: locationFor(current, target, all) }
}

/**
 * Sends an error to the client in the response mode of its success (RFC 6749, section 4.1.2.1): `error`,
 * `error_description`, `state`, `iss`.
 * @param description English; this function adapts it to the characters of RFC 6749 and 512 bytes
 */
export function deliverError(
  current: Current,
  target: ResponseTarget,
  error: OAuthErrorCode,
  description: string,
): Outcome {
  return deliver(current, target, errorFields(error, description))
}

/**
 * Returns a link that carries an error to the client. Null when the answer must be posted, or when the redirect URI
 * is unusable.
 */
export function errorLink(
  current: Current,
  target: ResponseTarget,
  error: OAuthErrorCode,
  description: string,
): string | null {
  if (target.responseMode === 'form_post' || !isUsableRedirectUri(target.redirectUri)) return null
  return locationFor(current, target, completed(current, target, errorFields(error, description)))
}

function errorFields(error: OAuthErrorCode, description: string): Field[] {
  return [
    ['error', error],
    ['error_description', conformDescription(description)],
  ]
}

function completed(
  current: Current,
  { state }: ResponseTarget,
  fields: readonly Field[],
): readonly Field[] {
  const all = [...fields]
  if (state !== '') all.push(['state', state])
  if (sendsIss(current)) all.push(['iss', current.settings.issuer])
  return all
}

function locationFor(
  current: Current,
  { redirectUri, responseMode }: ResponseTarget,
  fields: readonly Field[],
): string {
  if (responseMode === 'fragment') return appendFragment(redirectUri, fields)
  return appendQuery(redirectUri, fields, sendsIss(current) ? namesWithIss : reservedNames)
}

function sendsIss(current: Current): boolean {
  return protocolFeatures(current).authorizationResponseIss
}

const unusableRedirectUri = errorPage(400, 'redirect_uri_not_absolute')
