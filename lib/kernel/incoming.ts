import type { Parameters } from './parameters.ts'

/** The server's own cookies; null for those that did not come. */
export interface Cookies {
  readonly session: string | null
  readonly browser: string | null
  readonly known: string | null
  readonly console: string | null
  /** Console sign-ins in progress, by their names. */
  readonly handshakes: ReadonlyMap<string, string>
}

/**
 * The cookies that a sign-in works with: the sign-on session's, the one that binds it to its browser, and the one that
 * names who has signed in with the browser.
 */
export type SignInCookies = Pick<Cookies, 'browser' | 'session' | 'known'>

/** What an endpoint is asked, as data: no framework, no stream, everything bounded. */
export interface Incoming {
  readonly method: string
  /** Path without the query, as sent. */
  readonly path: string
  /** Values of the path's `[name]` segments. */
  readonly params: Readonly<Record<string, string>>
  /** Parameters of the query string; null when it cannot be read. */
  readonly query: Parameters | null
  /** Parameters of a form body; none for another content type; null when it cannot be read. */
  readonly form: Parameters | null
  /** The body's bytes (at most the endpoint's limit); null when there were more. */
  readonly body: Uint8Array | null
  /** Media type in lower case without parameters; '' when absent. */
  readonly contentType: string
  /** The Authorization header; several are joined by `, `. */
  readonly authorization: string | null
  readonly ifNoneMatch: string | null
  readonly cookies: Cookies
}

/** Whether the body has the fields of a form (`application/x-www-form-urlencoded`). */
export function isForm({ contentType }: Pick<Incoming, 'contentType'>): boolean {
  return contentType === 'application/x-www-form-urlencoded'
}
