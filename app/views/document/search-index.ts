import type MiniSearch from 'minisearch'
import type { Options, Query } from 'minisearch'

/** A section of a document; `id` is its address. */
export interface Entry {
  readonly id: string
  readonly title: string
  readonly heading: string
  readonly text: string
}

const maxResults = 20

/** Typed words, and the documents' words for them. */
const otherWords: Readonly<Record<string, readonly string[]>> = {
  '2fa': ['two step'],
  cors: ['web origin'],
  forgot: ['lost', 'lock out'],
  google: ['other providers'],
  healthcheck: ['health'],
  install: ['quickstart'],
  k8s: ['kubernetes'],
  login: ['sign in'],
  logout: ['sign out'],
  mfa: ['two step'],
  organization: ['organisation'],
  otp: ['one-time code'],
  role: ['permission'],
  roles: ['permission'],
  signup: ['registration', 'register'],
  social: ['other providers'],
  spa: ['single-page application'],
  sso: ['session'],
  tenant: ['organisation'],
  theme: ['branding'],
  tls: ['https'],
  totp: ['authenticator app', 'two step'],
  translate: ['text', 'language'],
  webauthn: ['passkey'],
}

/** The weight of a document among the answers; 1 unless listed. */
const weights: readonly (readonly [document: RegExp, weight: number])[] = [
  [/^\/docs(?:\/specification|\/accessibility|\/performance)?(?:#|$)/, 0.3],
  [/^\/docs\/integrate\/(?:frameworks|errors)/, 0.35],
]

/**
 * The searched fields, and the fields of a result. `invalid_grant` counts as a whole and by its parts. Endings are left
 * out, so that “upgrade” finds “Upgrading”.
 */
export const indexOptions: Options<Entry> = {
  fields: ['heading', 'title', 'text'],
  storeFields: ['title', 'heading'],
  // The beginning of a document has the document's title as its heading.
  extractField: (entry, field) =>
    (field === 'heading' && entry.heading) ||
    entry[field === 'heading' ? 'title' : (field as keyof Entry)],
  tokenize: (text) => [...text.split(/[^\p{L}\p{N}]+/u), ...(text.match(/\w+_\w+/g) ?? [])],
  processTerm: (term) => term.toLowerCase().replace(/(?<=.{5})(?:ing|ed|es|e)$|(?<=.{4})s$/, ''),
}

/** The sections that have all words of the query, best first; else those that have some. */
export function find(index: MiniSearch<Entry>, query: string) {
  const words = query.split(/\s+/).filter((word) => word !== '')
  const options = {
    boost: { heading: 4, title: 2 },
    prefix: true,
    fuzzy: (term: string) => (term.length > 4 ? 0.2 : false),
    weights: { fuzzy: 0.2, prefix: 0.25 },
    boostDocument: (id: string) => weightOf(id) * (id.includes('#') ? 1 : 1.7),
  }
  const all = index.search({ combineWith: 'AND', queries: words.map(meaningsOf) }, options)
  const found = all.length > 0 ? all : index.search(query, options)
  return found.slice(0, maxResults).map(({ id, title, heading }) => ({
    id: String(id),
    title: String(title),
    heading: heading === title ? '' : String(heading),
  }))
}

function weightOf(id: string): number {
  return weights.find(([documents]) => documents.test(id))?.[1] ?? 1
}

/** The word itself, or another one for it. */
function meaningsOf(word: string): Query {
  const others = otherWords[word.toLowerCase()] ?? []
  const queries = [word, ...others].map((one) => ({ combineWith: 'AND' as const, queries: [one] }))
  return { combineWith: 'OR', queries }
}
