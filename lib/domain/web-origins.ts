import { invalidValue } from './validation.ts'

const maxEntries = 200
const maxLength = 256
const defaultPort: Readonly<Record<string, string>> = { http: '80', https: '443' }

/**
 * An origin as browsers send it (RFC 6454 §6.1): scheme and host in lower case, no default port, no
 * slash at the end.
 * @param text white space around it and one slash at the end are dropped
 * @returns null when it is not an http or https origin: user name, path, query, fragment, IPv6 or
 *   shortened IPv4 address, port with leading zeros or above 65535, host beyond ASCII
 */
export function canonicalOrigin(text: string): string | null {
  const match = /^(https?):\/\/([A-Za-z0-9._-]+)(?::([1-9]\d{0,4}))?\/?$/i.exec(text.trim())
  if (!match) return null
  const [, scheme = '', host = '', port = ''] = match.map((part) => part?.toLowerCase())
  const origin = `${scheme}://${host}${port && port !== defaultPort[scheme] ? `:${port}` : ''}`
  // What the parser would spell differently (shortened and octal addresses, ports out of range) is
  // no origin that a browser sends.
  if (!URL.canParse(origin) || new URL(origin).origin !== origin) return null
  return isHost(host) ? origin : null
}

/**
 * Checks the list of a client's web origins: each once in its canonical form.
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

/** Labels of 1 to 63 characters between single dots. */
function isHost(host: string): boolean {
  return host.split('.').every((label) => label.length >= 1 && label.length <= 63)
}
