import { canonicalOrigin } from '#lib/domain/web-origins.ts'
import { systemScheme } from '#lib/kernel/system-schemes.ts'
import { asciiUri, isUsableRedirectUri } from '#lib/kernel/url.ts'

/** What may be wrong with an entry of a list, by the end of the key of its words. */
export type ListProblem =
  | 'redirect_uri'
  | 'redirect_uri_ascii'
  | 'redirect_uri_blank'
  | 'redirect_uri_scheme'
  | 'web_origin'
  | 'address_too_long'
  | 'listed_twice'

/** What is wrong with an entry beside the others; null: nothing. */
export type EntryCheck = (entry: string, others: readonly string[]) => ListProblem | null

/** The limits of the API. */
const maxEntries = 200
const maxUriBytes = 2_048
const maxOriginLength = 256

/** What is wrong with a redirect URI, as far as it can be told before it is sent. */
export const redirectUriProblem: EntryCheck = (uri, others) => {
  if (/\s/.test(uri.trim())) return 'redirect_uri_blank'
  if (!isUsableRedirectUri(uri))
    return asciiUri(uri) === null || isAscii(uri) ? 'redirect_uri' : 'redirect_uri_ascii'
  if (systemScheme(uri)) return 'redirect_uri_scheme'
  // A usable one is ASCII: as many bytes as characters.
  if (uri.length > maxUriBytes) return 'address_too_long'
  return others.some((other) => other.trim() === uri) ? 'listed_twice' : null
}

/** What a sentence about an entry names. */
export function namedIn(entry: string): { readonly ascii: string } {
  return { ascii: asciiUri(entry) ?? entry }
}

function isAscii(uri: string): boolean {
  return /^[\0-\x7f]*$/.test(uri)
}

/** What is wrong with a web origin, as far as it can be told before it is sent. */
export const webOriginProblem: EntryCheck = (typed, others) => {
  const origin = canonicalOrigin(typed)
  if (!origin) return 'web_origin'
  if (origin.length > maxOriginLength) return 'address_too_long'
  return others.some((other) => canonicalOrigin(other) === origin) ? 'listed_twice' : null
}

/** The first problem of a list, with the entry that has it; null: none. */
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
