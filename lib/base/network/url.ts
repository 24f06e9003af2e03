/** A name and its value, in the order in which they are sent. */
export type Field = readonly [name: string, value: string]

/**
 * These predicates read the raw text. The `URL` class lower-cases, adds slashes, drops default ports and repairs
 * exactly the strings that must be refused. Only that class decides whether a browser can parse the text (ports,
 * addresses).
 */
const absoluteUri = /^([A-Za-z][A-Za-z0-9+.-]*):/
const httpAuthority = /^https?:\/\/([^/?#]*)/i
const hostAndPort = /^(?:[^@]*@)?(\[[0-9A-Fa-f:.]+\]|[^:@[\]]+)(?::(\d{0,5}))?$/
/** Controls, blanks, characters beyond ASCII, and the delimiters of quoted or bracketed URIs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression matches the refused characters.
const foreignCharacter = /[\x00-\x20\x7f-\uffff"<>\\]/
const brokenEscape = /%(?![0-9A-Fa-f]{2})/
/** Schemes that run or display content instead of opening an application. */
const contentSchemes = new Set(['about', 'blob', 'data', 'javascript', 'vbscript', 'view-source'])
const loopbackHosts = new Set(['127.0.0.1', '[::1]', 'localhost'])

/**
 * True when a redirect may send a browser to the URI. It must be absolute and without a fragment, use only valid
 * characters and escapes, and parse in browsers. Schemes that display content are refused. http and https need a host;
 * custom schemes do not (`com.example.app:/callback`).
 * Checked on the requested value before matching, and again before each redirect, because rows may have been stored
 * under older rules.
 */
export function isUsableRedirectUri(uri: string): boolean {
  const scheme = absoluteUri.exec(uri)?.[1]?.toLowerCase()
  if (!scheme || contentSchemes.has(scheme)) return false
  if (uri.includes('#') || foreignCharacter.test(uri) || brokenEscape.test(uri)) return false
  if ((scheme === 'http' || scheme === 'https') && httpHost(uri) === null) return false
  return URL.canParse(uri)
}

/**
 * The ASCII form of a URI: the host in its `xn--` form (UTS #46), other characters escaped. The error message that
 * refuses a non-ASCII URI suggests it.
 * @returns null when the ASCII form would be refused too
 */
export function asciiUri(uri: string): string | null {
  const url = URL.parse(uri)
  if (!url || /[\0-\x20]/.test(uri)) return null
  const ascii = uri.endsWith('/') ? url.href : url.href.replace(/\/$/, '')
  return isUsableRedirectUri(ascii) ? ascii : null
}

/**
 * True for an http URI whose host is 127.0.0.1, [::1] or localhost in any case, with any numeric port or none.
 * `localhost.example`, `x@localhost` and `localhost:evil` do not match.
 */
export function isLoopbackHttp(uri: string): boolean {
  return loopbackAuthority(uri) !== null
}

/**
 * The port rule for native applications (RFC 8252, section 7.3): a registered loopback http URI without a port matches
 * the same URI with any port. All other bytes must be equal.
 */
export function matchesLoopbackPort(registered: string, requested: string): boolean {
  const known = loopbackAuthority(registered)
  const asked = loopbackAuthority(requested)
  if (known === null || asked === null || known.colon || !asked.port) return false
  if (Number(asked.port) > 65_535) return false
  return requested.slice(0, asked.hostEnd) + requested.slice(asked.end) === registered
}

/**
 * The same for a registered loopback address, not `localhost`, with or without a port. All other bytes must be equal.
 */
export function matchesLoopbackAddress(registered: string, requested: string): boolean {
  const known = loopbackAuthority(registered)
  const asked = loopbackAuthority(requested)
  if (known === null || !asked?.port || Number(asked.port) > 65_535) return false
  if (/^http:\/\/localhost/i.test(registered)) return false
  return withoutLoopbackPort(registered) === withoutLoopbackPort(requested)
}

/** A loopback http URI without its port; every other URI unchanged. */
export function withoutLoopbackPort(uri: string): string {
  const authority = loopbackAuthority(uri)
  return authority ? uri.slice(0, authority.hostEnd) + uri.slice(authority.end) : uri
}

/**
 * Appends fields to a URI's query and keeps existing fields byte for byte and in order. Existing fields whose decoded
 * name is reserved are dropped, even if this answer does not send them. A registered `?error=…` therefore never looks
 * like an answer.
 */
export function appendQuery(
  uri: string,
  fields: readonly Field[],
  reservedNames: readonly string[] = [],
): string {
  const mark = uri.indexOf('?')
  const base = mark < 0 ? uri : uri.slice(0, mark)
  const present = mark < 0 ? [] : uri.slice(mark + 1).split('&')
  const kept = present.filter((field) => !reservedNames.includes(decodedName(field)))
  const query = [kept.join('&'), formEncode(fields)].filter((part) => part !== '').join('&')
  return query === '' && kept.length === 0 ? base : `${base}?${query}`
}

/** The query stays unchanged. */
export function appendFragment(uri: string, fields: readonly Field[]): string {
  return `${uri}#${formEncode(fields)}`
}

/** Encodes as `application/x-www-form-urlencoded`. */
export function formEncode(fields: readonly Field[]): string {
  return new URLSearchParams(fields.map(([name, value]) => [name, value])).toString()
}

/** Decodes a path segment or other escaped text for comparison. A text with broken escapes stays as it is. */
export function decoded(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** As written; null without a host. */
function httpHost(uri: string): string | null {
  const authority = httpAuthority.exec(uri)?.[1]
  return authority === undefined ? null : (hostAndPort.exec(authority)?.[1] ?? null)
}

/** Positions of host and port in the text of a loopback http URI. */
function loopbackAuthority(uri: string) {
  const match = /^http:\/\/([^/?#:[@]*|\[::1\])(:\d{0,5})?(?=[/?#]|$)/i.exec(uri)
  if (!match || !loopbackHosts.has((match[1] ?? '').toLowerCase())) return null
  const colon = match[2] ?? ''
  return {
    colon: colon !== '',
    port: colon.slice(1),
    hostEnd: match[0].length - colon.length,
    end: match[0].length,
  }
}

function decodedName(field: string): string {
  return decoded((field.split('=', 1)[0] ?? '').replaceAll('+', ' '))
}
