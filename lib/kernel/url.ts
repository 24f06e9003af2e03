/** A name and its value, in the order in which they are sent. */
export type Field = readonly [name: string, value: string]

/**
 * These predicates read the raw text and never what the `URL` class makes of it: it lower-cases, adds slashes, drops
 * default ports and repairs exactly the strings that must be refused. Whether a browser can read the text at all
 * (ports, addresses) only that class knows.
 */
const absoluteUri = /^([A-Za-z][A-Za-z0-9+.-]*):/
const httpAuthority = /^https?:\/\/([^/?#]*)/i
const hostAndPort = /^(?:[^@]*@)?(\[[0-9A-Fa-f:.]+\]|[^:@[\]]+)(?::(\d{0,5}))?$/
/** Controls, blanks, anything beyond ASCII, and what ends a quoted or bracketed URI. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused.
const foreignCharacter = /[\x00-\x20\x7f-\uffff"<>\\]/
const brokenEscape = /%(?![0-9A-Fa-f]{2})/
/** Schemes that run or show content in place of leading to an application. */
const contentSchemes = new Set(['about', 'blob', 'data', 'javascript', 'vbscript', 'view-source'])
const loopbackHosts = new Set(['127.0.0.1', '[::1]', 'localhost'])

/**
 * True when a browser may be sent to the URI: absolute, without a fragment, of characters and escapes that a URI can
 * have, of a scheme that shows no content, and one that browsers can read. With http and https it has a host; custom
 * schemes need none (`com.example.app:/callback`). Asked of the requested value before it is matched, and again before
 * each redirect, since rows may have been stored under older rules.
 */
export function isUsableRedirectUri(uri: string): boolean {
  const scheme = absoluteUri.exec(uri)?.[1]?.toLowerCase()
  if (!scheme || contentSchemes.has(scheme)) return false
  if (uri.includes('#') || foreignCharacter.test(uri) || brokenEscape.test(uri)) return false
  if ((scheme === 'http' || scheme === 'https') && httpHost(uri) === null) return false
  return URL.canParse(uri)
}

/**
 * A URI as it is written in ASCII: the host in its `xn--` form (UTS #46), other characters escaped. For the sentence that
 * refuses one beyond ASCII.
 * @returns null where nothing helps but another URI
 */
export function asciiUri(uri: string): string | null {
  const url = URL.parse(uri)
  if (!url || /[\0-\x20]/.test(uri)) return null
  const ascii = uri.endsWith('/') ? url.href : url.href.replace(/\/$/, '')
  return isUsableRedirectUri(ascii) ? ascii : null
}

/**
 * True for an http URI whose host is this very machine: 127.0.0.1, [::1] or localhost in any case,
 * with any numeric port or none. `localhost.example`, `x@localhost` and `localhost:evil` are not.
 */
export function isLoopbackHttp(uri: string): boolean {
  return loopbackAuthority(uri) !== null
}

/**
 * The port rule for native applications (RFC 8252, section 7.3): a registered loopback http URI
 * without a port stands for the same URI with any port. The port is taken out of the text; every
 * other byte must be equal.
 */
export function matchesLoopbackPort(registered: string, requested: string): boolean {
  const known = loopbackAuthority(registered)
  const asked = loopbackAuthority(requested)
  if (known === null || asked === null || known.colon || !asked.port) return false
  if (Number(asked.port) > 65_535) return false
  return requested.slice(0, asked.hostEnd) + requested.slice(asked.end) === registered
}

/**
 * Adds fields to a URI's query, byte for byte: fields already there stay as they are and in order,
 * except those whose decoded name is reserved for an answer, which are dropped whether or not this
 * answer sends them (so a registered `?error=…` can never be mistaken for one).
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

/** Adds fields as the URI's fragment; its query is left untouched. */
export function appendFragment(uri: string, fields: readonly Field[]): string {
  return `${uri}#${formEncode(fields)}`
}

/** Fields as `application/x-www-form-urlencoded`. */
export function formEncode(fields: readonly Field[]): string {
  return new URLSearchParams(fields.map(([name, value]) => [name, value])).toString()
}

/** A segment of a path, or another text with escapes, as it is compared: itself when its escapes are broken. */
export function decoded(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The host of an http or https URI as written, or null when none is there. */
function httpHost(uri: string): string | null {
  const authority = httpAuthority.exec(uri)?.[1]
  return authority === undefined ? null : (hostAndPort.exec(authority)?.[1] ?? null)
}

/** Where host and port of a loopback http URI stand in its text. */
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
