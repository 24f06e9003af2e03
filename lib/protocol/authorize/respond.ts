import type { Outcome } from '#lib/kernel/outcome.ts'
import { conformDescription } from '#lib/kernel/text.ts'
import { appendFragment, appendQuery, type Field, isUsableRedirectUri } from '#lib/kernel/url.ts'
import { errorPage } from '../error-page.ts'
import type { OAuthErrorCode } from '../errors.ts'
import type { ResponseMode } from './response-type.ts'

/** Where the answer to an authorization request goes. */
export interface ResponseTarget {
  readonly redirectUri: string
  readonly responseMode: ResponseMode
  /** As sent: of a refused request it may be no known one. */
  readonly responseType: string
  /** Echoed byte for byte; '' when none was sent. */
  readonly state: string
  /** Languages of the page that posts the answer, best first; absent: the browser's. */
  readonly uiLocales?: readonly string[]
}

/** Query fields that belong to answers: registered ones of these names never survive. */
const reservedNames = ['code', 'state', 'error', 'error_description'] as const

/**
 * Sends an answer to the client, `state` last and only when the request had one: in the query
 * (registered fields kept byte for byte, reserved names dropped), in the fragment (302 both), or as
 * a form that the browser posts. The redirect URI is checked once more before it is emitted.
 * @param fields without `state`, in the order in which they are sent
 */
export function deliver(target: ResponseTarget, fields: readonly Field[]): Outcome {
  if (!isUsableRedirectUri(target.redirectUri)) return unusableRedirectUri
  const all = withState(target, fields)
  if (target.responseMode === 'form_post') {
    const { redirectUri: action, uiLocales } = target
    const form = { kind: 'form-post', action, fields: all, mayBeFramed: true } as const
    return uiLocales ? { ...form, uiLocales } : form
  }
  return { kind: 'redirect', status: 302, location: locationFor(target, all) }
}

/**
 * Sends an error to the client by the way its success would take (RFC 6749, section 4.1.2.1):
 * `error`, `error_description`, `state`.
 * @param description English; made to conform to RFC 6749's characters and 512 bytes here
 */
export function deliverError(
  target: ResponseTarget,
  error: OAuthErrorCode,
  description: string,
): Outcome {
  return deliver(target, errorFields(error, description))
}

/**
 * The address that brings an error to the client when a person follows it as a link; null where no
 * link can (the answer must be posted, or the redirect URI may not be emitted).
 */
export function errorLink(
  target: ResponseTarget,
  error: OAuthErrorCode,
  description: string,
): string | null {
  if (target.responseMode === 'form_post' || !isUsableRedirectUri(target.redirectUri)) return null
  return locationFor(target, withState(target, errorFields(error, description)))
}

function errorFields(error: OAuthErrorCode, description: string): Field[] {
  return [
    ['error', error],
    ['error_description', conformDescription(description)],
  ]
}

function withState(target: ResponseTarget, fields: readonly Field[]): readonly Field[] {
  return target.state === '' ? fields : [...fields, ['state', target.state]]
}

function locationFor(target: ResponseTarget, fields: readonly Field[]): string {
  return target.responseMode === 'fragment'
    ? appendFragment(target.redirectUri, fields)
    : appendQuery(target.redirectUri, fields, reservedNames)
}

const unusableRedirectUri = errorPage(400, 'redirect_uri_not_absolute')
