import type { RefusalFacts } from '#lib/answers/refusal-rules.ts'

/** How a sent redirect URI differs from the nearest registered one. */
export type RedirectDifference =
  | 'none_registered'
  | 'final_slash'
  | 'case'
  | 'https_instead_of_http'
  | 'http_instead_of_https'
  | 'loopback_name'
  | 'port'
  | 'path'
  | 'other'

/** A redirect URI without its possible secrets: user information, the values of its query, its fragment. */
function shownUri(uri: string): string {
  const [, base = '', query] = /^([^?#]*)(?:\?([^#]*))?/s.exec(uri) ?? []
  const names = query?.split('&').map((pair) => pair.split('=', 1)[0] ?? '')
  return (
    base.replace(/\/\/[^/]*@/, '//') + (names ? `?${names.map((n) => `${n}=…`).join('&')}` : '')
  )
}

interface Parts {
  readonly scheme: string
  readonly host: string
  readonly port: string
  readonly path: string
}

function partsOf(uri: string): Parts | null {
  const [, scheme = '', host = '', port = '', path = ''] =
    /^([a-z][a-z0-9+.-]*):\/\/(\[[^\]]*\]|[^/?#:]*)(?::(\d+))?([^?#]*)/i.exec(uri) ?? []
  return scheme === '' ? null : { scheme: scheme.toLowerCase(), host, port, path }
}

const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

function withoutSlash(uri: string): string {
  return uri.replace(/\/$/, '')
}

function differenceOf(sent: string, registered: string): RedirectDifference {
  if (withoutSlash(sent) === withoutSlash(registered)) return 'final_slash'
  if (sent.toLowerCase() === registered.toLowerCase()) return 'case'
  const [a, b] = [partsOf(sent), partsOf(registered)]
  if (!a || !b) return 'other'
  const isSameHost = a.host.toLowerCase() === b.host.toLowerCase()
  const areLoopback = loopback.has(a.host.toLowerCase()) && loopback.has(b.host.toLowerCase())
  if (!isSameHost && !areLoopback) return 'other'
  if (a.scheme !== b.scheme) {
    if (a.port !== b.port || a.path !== b.path || !isSameHost) return 'other'
    return a.scheme === 'https' ? 'https_instead_of_http' : 'http_instead_of_https'
  }
  if (a.port !== b.port) return areLoopback && a.path === b.path ? 'port' : 'other'
  if (!isSameHost) return a.path === b.path ? 'loopback_name' : 'other'
  return 'path'
}

const nearestFirst: readonly RedirectDifference[] = [
  'final_slash',
  'case',
  'http_instead_of_https',
  'https_instead_of_http',
  'loopback_name',
  'port',
  'path',
  'other',
]

/**
 * Differences after which the console offers to register the address. Any site can send an address of its own, so an
 * address of another host is never offered, and none that would weaken the connection.
 */
const offered: ReadonlySet<RedirectDifference> = new Set([
  'final_slash',
  'case',
  'https_instead_of_http',
  'loopback_name',
  'port',
  'path',
])

/** The sent redirect URI beside the nearest registered one. */
export function redirectUriFacts(sent: string, registered: readonly string[]): RefusalFacts {
  const received = shownUri(sent)
  const found = registered
    .map((uri) => ({ uri, difference: differenceOf(sent, uri) }))
    .toSorted((a, b) => nearestFirst.indexOf(a.difference) - nearestFirst.indexOf(b.difference))[0]
  if (!found) return { received, difference: 'none_registered', mayAdd: false }
  const { uri, difference } = found
  return {
    received,
    registered: shownUri(uri),
    registeredCount: registered.length,
    difference,
    // A query was shortened, so the received address is not known as a whole.
    mayAdd: offered.has(difference) && received === sent,
  }
}

/** The form of a wrong secret, which usually shows the mistake. */
export function secretFacts(sent: string): RefusalFacts {
  return {
    length: sent.length,
    hasOuterSpace: sent !== sent.trim(),
    isPercentEncoded: /%[0-9a-f]{2}/i.test(sent),
  }
}

/** The form of a wrong PKCE verifier. */
export function verifierFacts(sent: string, challenge: string): RefusalFacts {
  return { length: sent.length, isThePlainChallenge: sent === challenge }
}

const maxText = 512
const maxTexts = 20
const maxBytes = 4_096

/** The facts as they are stored: JSON of at most 4 KiB, without NUL characters. */
export function storedFacts(facts: RefusalFacts): string {
  const cut = Object.entries(facts).map(([name, value]) => {
    if (typeof value === 'string') return [name, storedText(value)]
    if (typeof value === 'object') return [name, value.slice(0, maxTexts).map(storedText)]
    return [name, value]
  })
  const json = JSON.stringify(Object.fromEntries(cut))
  return Buffer.byteLength(json) > maxBytes ? '{}' : json
}

function storedText(text: string): string {
  return text.slice(0, maxText).replaceAll('\0', '')
}

/** The facts of a record; none where the text was broken when it was stored, by an earlier release. */
export function factsOf({ facts }: { readonly facts: string }): RefusalFacts {
  try {
    return JSON.parse(facts) as RefusalFacts
  } catch {
    return {}
  }
}
