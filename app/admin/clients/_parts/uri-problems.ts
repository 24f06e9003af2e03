import { systemScheme } from '#lib/base/network/system-schemes.ts'
import { asciiUri, isUsableRedirectUri } from '#lib/base/network/url.ts'
import { canonicalOrigin } from '#lib/domain/clients/web-origins.ts'

/** The problem with a list entry, as the end of its message's key. */
export type ListProblem =
  | 'redirect_uri'
  | 'redirect_uri_ascii'
  | 'redirect_uri_blank'
  | 'redirect_uri_scheme'
  | 'web_origin'
  | 'address_too_long'
  | 'listed_twice'

/** The problem with an entry, given the others; null if it has none. */
export type EntryCheck = (entry: string, others: readonly string[]) => ListProblem | null

/** The API's limits. */
const maxEntries = 200
const maxUriBytes = 2_048
const maxOriginLength = 256

/** The problem with a redirect URI that can be found before sending. */
export const redirectUriProblem: EntryCheck = (uri, others) => {
  if (/\s/.test(uri.trim())) return 'redirect_uri_blank'
  if (!isUsableRedirectUri(uri))
    return asciiUri(uri) === null || isAscii(uri) ? 'redirect_uri' : 'redirect_uri_ascii'
  if (systemScheme(uri)) return 'redirect_uri_scheme'
  // A usable URI is ASCII, so its length in characters is its length in bytes.
  if (uri.length > maxUriBytes) return 'address_too_long'
  return others.some((other) => other.trim() === uri) ? 'listed_twice' : null
}

/** Values for the message about an entry. */
export function namedIn(entry: string): { readonly ascii: string } {
  return { ascii: asciiUri(entry) ?? entry }
}

function isAscii(uri: string): boolean {
  return /^[\0-\x7f]*$/.test(uri)
}

/** The problem with a web origin that can be found before sending. */
export const webOriginProblem: EntryCheck = (typed, others) => {
  const origin = canonicalOrigin(typed)
  if (!origin) return 'web_origin'
  if (origin.length > maxOriginLength) return 'address_too_long'
  return others.some((other) => canonicalOrigin(other) === origin) ? 'listed_twice' : null
}

/** The first problem of a list, with its entry; null if it has none. */
export function listProblem(
  entries: readonly string[],
  problemOf: EntryCheck,
): { readonly entry: string; readonly problem: ListProblem | 'too_many' } | null {
  if (entries.length > maxEntries) return { entry: '', problem: 'too_many' }
  for (const [index, entry] of entries.entries()) {
    const problem = problemOf(entry, entries.slice(0, index))
    if (problem) return { entry, problem }
  }
  return null
}
