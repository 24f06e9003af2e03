import { sql } from 'kysely'
import { foldText } from '#lib/base/text/folding.ts'
import type { Provider } from '../database/provider.ts'
import type { Queries, Sql } from '../database/tables.ts'
import { caseVariants } from './case-folding.ts'
import { containsPlaces, isSearchable, type Places } from './text-search.ts'
import { separator, unfolded } from './user-text-folding.ts'

/** Length of the character runs (grams) in the index. */
const gramLength = 3

/** Grams that are looked up; the comparison of the found texts covers the others. */
const maxGrams = 8

/** The words of a search: a matching user's text contains all of them. */
export interface UserQuery {
  /** Folded; no word is part of another one. */
  readonly words: readonly string[]
  /** As typed, for texts that are not folded yet. */
  readonly typed: readonly string[]
}

/**
 * Parses a search in `user_texts`; null when no user can match.
 * @param query without invisible characters, not ''
 */
export function userQuery(query: string): UserQuery | null {
  if (!isSearchable(query) || query.includes(separator)) return null
  const words = splitWords(foldText(query))
  return words.length === 0 ? null : { words, typed: splitWords(query) }
}

/** True when a word is long enough for the index. */
export function isIndexed({ words }: UserQuery): boolean {
  return words.some(hasGram)
}

/**
 * The condition that a row of `user_texts` contains the words.
 * @param isAnyUnfolded whether unfolded texts may exist: searching them is most of the work
 */
export function matchOf(provider: Provider, query: UserQuery, isAnyUnfolded: boolean): Sql {
  const contains = containsWords(provider, query.words)
  if (!isAnyUnfolded) return contains
  return sql`((${contains}) OR (${isUnfoldedMatch(provider, query)}))`
}

/** Users in a sample, and the number of matches that makes a search frequent. */
const sample = { size: 1_000, frequent: 250 }

/**
 * True when so many users match that the index would be slower. For PostgreSQL, which collects all entries of every
 * gram; SQLite stops at its limit.
 */
export async function isFrequent(queries: Queries, provider: Provider, { words }: UserQuery) {
  if (provider === 'sqlite') return false
  const { rows } = await sql<{ found: bigint }>`SELECT COUNT(*) AS "found"
    FROM (SELECT "text" FROM "user_texts" LIMIT ${sample.size}) AS "user_texts"
    WHERE ${containsWords(provider, words)}`.execute(queries)
  return (rows[0]?.found ?? 0) >= sample.frequent
}

/**
 * A query of `user_id` and `given_name` of all users with the words, through the index of grams. Compares only users
 * who have the grams, and users with an unfolded text.
 * @param atMost the largest number of users
 * @param isAnyUnfolded see `matchOf`
 */
export function usersByIndex(
  provider: Provider,
  query: UserQuery,
  atMost: number,
  isAnyUnfolded: boolean,
): Sql {
  const found =
    provider === 'postgresql'
      ? sql`SELECT * FROM "users_with_words"(
          ${tsquery(gramsOf(query.words))}::tsquery, ${[...query.words]}::text[], ${atMost}::integer)`
      : sql`SELECT * FROM (SELECT "user_id", "given_name" FROM "user_text_grams"
          CROSS JOIN "user_texts" ON "user_id" = "user_text_grams"."rowid"
          WHERE "user_text_grams" MATCH ${phrases(query.words)}
            AND ${containsWords(
              provider,
              query.words.filter((word) => !hasGram(word)),
            )}
          LIMIT ${atMost})`
  if (!isAnyUnfolded) return found
  return sql`${found} UNION ALL SELECT "user_id", "given_name" FROM "user_texts"
    WHERE ${isUnfoldedMatch(provider, query)} AND NOT (${containsWords(provider, query.words)})`
}

/** Each word once, without words that another one contains. */
function splitWords(text: string): string[] {
  const words = [...new Set(text.split(/\s+/).filter((word) => word !== ''))]
  return words.filter((word) => !words.some((other) => other !== word && other.includes(word)))
}

function hasGram(word: string): boolean {
  return Array.from(word).length >= gramLength
}

function containsWords(provider: Provider, words: readonly string[]): Sql {
  const at = provider === 'postgresql' ? sql.raw('strpos') : sql.raw('instr')
  const conditions = words.map((word) => sql`${at}("user_texts"."text", ${word}) > 0`)
  return conditions.length === 0 ? sql`TRUE` : sql.join(conditions, sql` AND `)
}

/** In unfolded texts, letters with an ASCII case are already in that case. */
function isUnfoldedMatch(provider: Provider, { typed }: UserQuery): Sql {
  const places = (word: string): Places =>
    Array.from(word, (character) => {
      const [lower = character, ...others] = caseVariants(character)
      return lower < '\u0080' ? [lower] : [lower, ...others]
    })
  const conditions = typed.map((word) => containsPlaces(provider, '"text"', places(word)))
  return sql`${unfolded(provider)} AND ${sql.join(conditions, sql` AND `)}`
}

/** Grams spread over each word, including its first and its last. */
function gramsOf(words: readonly string[]): string[] {
  const long = words.filter(hasGram)
  const each = Math.max(1, Math.floor(maxGrams / long.length))
  return long.slice(0, maxGrams).flatMap((word) => {
    const characters = Array.from(word)
    const last = characters.length - gramLength
    const count = Math.min(last + 1, each)
    return Array.from({ length: count }, (_, i) => {
      const start = count === 1 ? 0 : Math.round((i * last) / (count - 1))
      return characters.slice(start, start + gramLength).join('')
    })
  })
}

function tsquery(grams: readonly string[]): string {
  return grams.map((gram) => `'${gram.replaceAll(/['\\]/g, '$&$&')}'`).join(' & ')
}

/** An FTS5 phrase matches exactly. */
function phrases(words: readonly string[]): string {
  const quoted = (word: string) => `"${word.replaceAll('"', '""')}"`
  return words.filter(hasGram).map(quoted).join(' AND ')
}
