import type { IncomingHttpHeaders } from 'node:http'

const minSeconds = 300
const maxSeconds = 86_400

/**
 * How long a document stays fresh, in seconds: as its server says (RFC 9111 section 4.2.1), but at least five minutes
 * and at most a day.
 */
export function freshSeconds(headers: IncomingHttpHeaders): number {
  const directives = (headers['cache-control'] ?? '').toLowerCase().split(',')
  const words = directives.map((directive) => directive.trim())
  if (words.includes('no-store') || words.includes('no-cache')) return minSeconds
  const lifetime = maxAge(words) ?? untilExpiry(headers)
  if (lifetime === null) return minSeconds
  const age = Number(headers.age ?? 0)
  const left = lifetime - (Number.isFinite(age) && age > 0 ? age : 0)
  return Math.min(Math.max(left, minSeconds), maxSeconds)
}

function maxAge(words: readonly string[]): number | null {
  const found = words.map((word) => /^max-age="?(\d+)"?$/.exec(word)?.[1]).find(Boolean)
  return found === undefined ? null : Number(found)
}

function untilExpiry({ expires, date }: IncomingHttpHeaders): number | null {
  const seconds = (Date.parse(expires ?? '') - Date.parse(date ?? '')) / 1000
  return Number.isFinite(seconds) ? Math.floor(seconds) : null
}
