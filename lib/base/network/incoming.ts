import type { Parameters } from '#lib/base/text/parameters.ts'

/** The server's own cookies; null for absent ones. */
export interface Cookies {
  readonly session: string | null
  readonly browser: string | null
  readonly known: string | null
  readonly device: string | null
  /** The provider of the session that the person signed out of last, by its id; absent without one. */
  readonly left?: string
  readonly console: string | null
  /** Console sign-ins in progress, by the rest of the cookie's name. */
  readonly handshakes: ReadonlyMap<string, string>
}

/**
 * The cookies of a sign-in: `session` is the sign-on session, `browser` binds the sign-in to its browser, `known` names
 * the users who have signed in with the browser, `device` is the browser that may be remembered, and `left` the provider of the session that ended last.
 */
export type SignInCookies = Pick<Cookies, 'browser' | 'session' | 'known' | 'device' | 'left'>

/** A request as data: no framework, no stream, and every part is bounded. */
export interface Incoming {
  readonly method: string
  /** Path without the query, as sent. */
  readonly path: string
  /** Values of the path's `[name]` segments. */
  readonly params: Readonly<Record<string, string>>
  /** Parameters of the query string; null when malformed. */
  readonly query: Parameters | null
  /** Parameters of a form body; empty for another content type; null when malformed. */
  readonly form: Parameters | null
  /** At most the endpoint's limit; null for a larger body. */
  readonly body: Uint8Array | null
  /** Media type in lower case without parameters; '' when absent. */
  readonly contentType: string
  /** The Authorization header; several are joined by `, `. */
  readonly authorization: string | null
  /** The DPoP header (RFC 9449); several are joined by `, `. Absent when none was sent. */
  readonly dpop?: string
  readonly ifNoneMatch: string | null
  /** The address of the page that the request came from; absent when the browser does not say. */
  readonly referer?: string
  /** The browser loads the address in advance: its user has not decided to go there. */
  readonly isPrefetch?: true
  readonly cookies: Cookies
}

export function isForm({ contentType }: Pick<Incoming, 'contentType'>): boolean {
  return contentType === 'application/x-www-form-urlencoded'
}
