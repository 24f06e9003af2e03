import type { Provider } from './client.ts'
import { Prisma } from './generated/sqlite/client.ts'
import { casesOf } from './letter-cases.ts'
import {
  containsPlaces,
  isPlain,
  isSearchable,
  type Places,
  regularExpression,
} from './text-search.ts'

/** Between the fields of a user's text (see the migration `user_texts`). */
const separator = '\u001f'

/** The index knows the runs of so many characters. */
const gramLength = 3

/** So many runs of a text are looked up; the others are seen to when the found ones are compared. */
const maxGrams = 8

/** Runs of characters, each in every combination of cases: a text found has one of every list. */
type Grams = readonly (readonly string[])[]

/**
 * What to look for in `user_texts`, where letters with an ASCII case are that one already; null when
 * no user can have it.
 * @param query what a person typed, not ''
 */
export function placesInUserText(query: string): Places | null {
  if (!isSearchable(query) || query.includes(separator)) return null
  return Array.from(query, (character) => {
    const [lower = character, ...others] = casesOf(character)
    return lower < '\u0080' ? [lower] : [lower, ...others]
  })
}

/** True when the text has a run that the index could know. */
export function isIndexed(places: Places): boolean {
  return places.length >= gramLength
}

/** A query of `user_id` and `given_name` of all users with the text: compares every user. */
export function usersByScan(provider: Provider, places: Places): Prisma.Sql {
  return Prisma.sql`SELECT "user_id", "given_name" FROM "user_texts"
    WHERE ${containsPlaces(provider, '"text"', places)}`
}

/**
 * The same by the index of runs: compares only users who have all runs of the text.
 * @param atMost how many users to give
 */
export function usersByIndex(provider: Provider, places: Places, atMost: number): Prisma.Sql {
  if (provider === 'postgresql') {
    const part = isPlain(places) ? places.join('') : null
    const pattern = part === null ? regularExpression(places) : null
    return Prisma.sql`SELECT * FROM "users_with_text"(
      ${tsquery(gramsOf(places))}::tsquery, ${part}, ${pattern}, ${atMost}::integer)`
  }
  const isExact = isPlain(places)
  return Prisma.sql`SELECT "user_id", "given_name" FROM "user_text_grams"
    CROSS JOIN "user_texts" ON "user_id" = "user_text_grams"."rowid"
    WHERE "user_text_grams" MATCH ${isExact ? phrase(places.join('')) : ftsQuery(gramsOf(places))}
      AND ${isExact ? Prisma.sql`TRUE` : containsPlaces(provider, '"user_texts"."text"', places)}
    LIMIT ${atMost}`
}

/** Runs spread over the whole text, its first and its last among them. */
function gramsOf(places: Places): Grams {
  const last = places.length - gramLength
  const count = Math.min(last + 1, maxGrams)
  return Array.from({ length: count }, (_, i) => {
    const start = count === 1 ? 0 : Math.round((i * last) / (count - 1))
    return combinations(places.slice(start, start + gramLength))
  })
}

function combinations(places: Places): string[] {
  return places.reduce<string[]>(
    (starts, cases) => starts.flatMap((start) => cases.map((character) => start + character)),
    [''],
  )
}

function tsquery(grams: Grams): string {
  const quoted = (gram: string) => `'${gram.replaceAll(/['\\]/g, '$&$&')}'`
  return grams.map((forms) => `(${forms.map(quoted).join(' | ')})`).join(' & ')
}

function ftsQuery(grams: Grams): string {
  return grams.map((forms) => `(${forms.map(phrase).join(' OR ')})`).join(' AND ')
}

function phrase(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
