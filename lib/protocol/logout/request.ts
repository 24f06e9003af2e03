import type { Incoming } from '#lib/base/network/incoming.ts'
import type { Field } from '#lib/base/network/url.ts'
import { noParameters, type Parameters } from '#lib/base/text/parameters.ts'
import { readUiLocales } from '../authorize/hints.ts'

/** The parameters of a sign-out request (OpenID Connect RP-Initiated Logout 1.0, section 2). */
export interface LogoutRequest {
  readonly isPost: boolean
  /** False when the parameters cannot be decoded, or one of them was sent twice. */
  readonly readable: boolean
  /** `undefined` when absent, '' when sent empty; the checks treat the two differently. */
  readonly idTokenHint: string | undefined
  readonly clientId: string | undefined
  readonly state: string | undefined
  /** '' when absent or empty. */
  readonly postLogoutRedirectUri: string
  readonly uiLocales: readonly string[]
  /** True when a page of this server has already posted the request again. */
  readonly isPostedAgain: boolean
}

const parameterNames = [
  'id_token_hint',
  'post_logout_redirect_uri',
  'client_id',
  'state',
  'ui_locales',
]
/** Marks a request that a page of this server posts again; not a parameter of the specification. */
const againField: Field = ['posted_again', '1']
/** Longer values are not kept from page to page: no redirect could carry them anyway. */
const maxKeptValueLength = 4_096

/** Reads a sign-out request: from a GET the query, from a POST the body and then the query. */
export function readLogoutRequest(incoming: Incoming): LogoutRequest {
  const sources = sourcesOf(incoming)
  return {
    isPost: incoming.method === 'POST',
    readable: sources.every(
      (source) => source && !source.repeated.some((name) => parameterNames.includes(name)),
    ),
    idTokenHint: sent(incoming, 'id_token_hint'),
    clientId: sent(incoming, 'client_id'),
    state: sent(incoming, 'state'),
    postLogoutRedirectUri: sent(incoming, 'post_logout_redirect_uri') ?? '',
    uiLocales: readUiLocales(sent(incoming, 'ui_locales')),
    isPostedAgain: sent(incoming, againField[0]) !== undefined,
  }
}

/**
 * True when a hint was sent, even an empty one: such a POST comes from the application by design and may come from
 * another origin. Reads exactly as the endpoint does, so both agree on whether a request has a hint.
 */
export function hasIdTokenHint(incoming: Incoming): boolean {
  return sent(incoming, 'id_token_hint') !== undefined
}

/** The fields that the confirmation page returns: never the hint. */
export function keptFields(request: LogoutRequest, withClientId: boolean): Field[] {
  return present([
    ['post_logout_redirect_uri', request.postLogoutRedirectUri || undefined],
    ['client_id', withClientId ? request.clientId || undefined : undefined],
    ['state', request.state],
    ['ui_locales', request.uiLocales.join(' ') || undefined],
  ]).filter(([, value]) => value.length <= maxKeptValueLength)
}

/** All fields of the request, hint included, with the mark of a repeated post. */
export function fieldsOnceMore(request: LogoutRequest): Field[] {
  return present([
    ['id_token_hint', request.idTokenHint],
    ['post_logout_redirect_uri', request.postLogoutRedirectUri || undefined],
    ['client_id', request.clientId],
    ['state', request.state],
    ['ui_locales', request.uiLocales.join(' ') || undefined],
    againField,
  ])
}

function present(fields: readonly (readonly [string, string | undefined])[]): Field[] {
  return fields.filter((field): field is Field => field[1] !== undefined)
}

function sourcesOf(incoming: Incoming): readonly (Parameters | null)[] {
  return incoming.method === 'POST' ? [incoming.form, incoming.query] : [incoming.query]
}

/** The first non-empty value; '' when the parameter was only sent empty. */
function sent(incoming: Incoming, name: string): string | undefined {
  const sources = sourcesOf(incoming).map((source) => source ?? noParameters)
  for (const source of sources) {
    const value = source.value(name)
    if (value !== undefined) return value
  }
  return sources.some((source) => source.present(name)) ? '' : undefined
}
