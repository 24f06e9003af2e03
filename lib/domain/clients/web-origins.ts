import { invalidValue } from '../values/validation.ts'

const maxEntries = 200
const maxLength = 256
const defaultPort: Readonly<Record<string, string>> = { http: '80', https: '443' }

/**
 * Normalizes an origin to the form that browsers send (RFC 6454 section 6.1): scheme and host in lower case, without
 * default port and trailing slash.
 * @param text surrounding white space and one trailing slash are dropped; a Unicode host gets its `xn--` form
 * @returns null for anything but an http or https origin. A user name, path, query or fragment is refused. So is a
 *   shortened IPv4 address, and a port with leading zeros or above 65535.
 */
export function canonicalOrigin(text: string): string | null {
  const match =
    /^(https?):\/\/(\[[0-9a-f:.]+\]|[\p{L}\p{M}\p{N}._-]+)(?::([1-9]\d{0,4}))?\/?$/iu.exec(
      text.trim(),
    )
  if (!match) return null
  const [, scheme = '', typedHost = '', port = ''] = match.map((part) => part?.toLowerCase())
  const host = browserHost(typedHost)
  if (host?.startsWith('['))
    return URL.parse(`${scheme}://${host}${port && `:${port}`}`)?.origin ?? null
  if (!host) return null
  const origin = `${scheme}://${host}${port && port !== defaultPort[scheme] ? `:${port}` : ''}`
  // An origin that the parser would spell differently (shortened or octal addresses, ports out of range) is never sent
  // by a browser.
  if (!URL.canParse(origin) || new URL(origin).origin !== origin) return null
  return isHost(host) ? origin : null
}

/**
 * Checks the list of a client's web origins: no duplicates in canonical form.
 * @returns the canonical origins
 * @throws Refusal VALIDATION_ERROR
 */
export function checkWebOrigins(sent: readonly string[]): readonly string[] {
  if (sent.length > maxEntries) {
    throw invalidValue(`A client may have at most ${maxEntries} web origins.`)
  }
  const origins = new Set<string>()
  for (const entry of sent) {
    if (entry.trim() === '') throw invalidValue('A web origin may not be empty.')
    const origin = canonicalOrigin(entry)
    if (!origin)
      throw invalidValue('A web origin is an http or https scheme, a host and maybe a port.')
    if (origin.length > maxLength) {
      throw invalidValue(`A web origin may have at most ${maxLength} characters.`)
    }
    if (origins.has(origin)) throw invalidValue('A web origin is listed twice.')
    origins.add(origin)
  }
  return [...origins]
}

/** The host as browsers send it; null for an invalid host, and for an IP address in digits of another script. */
function browserHost(typed: string): string | null {
  if (/^[a-z0-9._-]+$/.test(typed)) return typed
  const host = URL.parse(`http://${typed}`)?.hostname ?? null
  return host !== null && /^[\d.]+$/.test(host) ? null : host
}

/** Labels of 1 to 63 characters, separated by single dots. */
function isHost(host: string): boolean {
  return host.split('.').every((label) => label.length >= 1 && label.length <= 63)
}
