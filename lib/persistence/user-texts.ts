import { foldText } from '#lib/kernel/folding.ts'
import { caseVariants } from './case-folding.ts'
import type { Db, Provider } from './client.ts'
import { Prisma } from './generated/sqlite/client.ts'
import { containsPlaces, isSearchable, type Places } from './text-search.ts'
import { separator, unfolded } from './user-text-folding.ts'

/** The index knows the runs of so many characters. */
const gramLength = 3

/** So many runs are looked up; the others are seen to when the found texts are compared. */
const maxGrams = 8

/** What a person typed, in words: a user is found whose text has all of them. */
export interface UserQuery {
  /** Folded; no word is part of another one. */
  readonly words: readonly string[]
  /** As typed, for texts that are not folded yet. */
  readonly typed: readonly string[]
}

/**
 * What to look for in `user_texts`; null when no user can have it.
 * @param query without invisible marks, not ''
 */
export function userQuery(query: string): UserQuery | null {
  if (!isSearchable(query) || query.includes(separator)) return null
  const words = splitWords(foldText(query))
  return words.length === 0 ? null : { words, typed: splitWords(query) }
}

/** True when a word has a run that the index could know. */
export function isIndexed({ words }: UserQuery): boolean {
  return words.some(hasGram)
}

/**
 * The condition on a row of `user_texts` that it has the words.
 * @param isAnyUnfolded whether there may be texts that are not folded: to look is most of the work
 */
export function matchOf(provider: Provider, query: UserQuery, isAnyUnfolded: boolean): Prisma.Sql {
  const contains = containsWords(provider, query.words)
  if (!isAnyUnfolded) return contains
  return Prisma.sql`((${contains}) OR (${isUnfoldedMatch(provider, query)}))`
}

/** Users that a sample has, and how many of them make a word frequent. */
const sample = { size: 1_000, frequent: 250 }

/**
 * True where so many users have the words that the index would be the longer way. For PostgreSQL, which gathers all that
 * it has of every run; SQLite stops when there are too many.
 */
export async function isFrequent(db: Db, provider: Provider, { words }: UserQuery) {
  if (provider === 'sqlite') return false
  const rows = await db.$queryRaw<{ found: bigint }[]>`SELECT COUNT(*) AS "found"
    FROM (SELECT "text" FROM "user_texts" LIMIT ${sample.size}) AS "user_texts"
    WHERE ${containsWords(provider, words)}`
  return Number(rows[0]?.found ?? 0) >= sample.frequent
}

/**
 * A query of `user_id` and `given_name` of all users with the words, by the index of runs: compares only users who have
 * runs of the words, and those whose text is not folded.
 * @param atMost how many users to give
 * @param isAnyUnfolded see `matchOf`
 */
export function usersByIndex(
  provider: Provider,
  query: UserQuery,
  atMost: number,
  isAnyUnfolded: boolean,
): Prisma.Sql {
  const found =
    provider === 'postgresql'
      ? Prisma.sql`SELECT * FROM "users_with_words"(
          ${tsquery(gramsOf(query.words))}::tsquery, ${[...query.words]}::text[], ${atMost}::integer)`
      : Prisma.sql`SELECT * FROM (SELECT "user_id", "given_name" FROM "user_text_grams"
          CROSS JOIN "user_texts" ON "user_id" = "user_text_grams"."rowid"
          WHERE "user_text_grams" MATCH ${phrases(query.words)}
            AND ${containsWords(
              provider,
              query.words.filter((word) => !hasGram(word)),
            )}
          LIMIT ${atMost})`
  if (!isAnyUnfolded) return found
  return Prisma.sql`${found} UNION ALL SELECT "user_id", "given_name" FROM "user_texts"
    WHERE ${isUnfoldedMatch(provider, query)} AND NOT (${containsWords(provider, query.words)})`
}

/** Each once, without those that another one contains. */
function splitWords(text: string): string[] {
  const words = [...new Set(text.split(/\s+/).filter((word) => word !== ''))]
  return words.filter((word) => !words.some((other) => other !== word && other.includes(word)))
}

function hasGram(word: string): boolean {
  return Array.from(word).length >= gramLength
}

function containsWords(provider: Provider, words: readonly string[]): Prisma.Sql {
  const at = provider === 'postgresql' ? Prisma.raw('strpos') : Prisma.raw('instr')
  const conditions = words.map((word) => Prisma.sql`${at}("user_texts"."text", ${word}) > 0`)
  return conditions.length === 0 ? Prisma.sql`TRUE` : Prisma.join(conditions, ' AND ')
}

/** Letters with an ASCII case are that one in unfolded texts already. */
function isUnfoldedMatch(provider: Provider, { typed }: UserQuery): Prisma.Sql {
  const places = (word: string): Places =>
    Array.from(word, (character) => {
      const [lower = character, ...others] = caseVariants(character)
      return lower < '\u0080' ? [lower] : [lower, ...others]
    })
  const conditions = typed.map((word) => containsPlaces(provider, '"text"', places(word)))
  return Prisma.sql`${unfolded(provider)} AND ${Prisma.join(conditions, ' AND ')}`
}

/** Runs spread over each word, its first and its last among them. */
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

/** A phrase of FTS5 is exact by itself. */
function phrases(words: readonly string[]): string {
  const quoted = (word: string) => `"${word.replaceAll('"', '""')}"`
  return words.filter(hasGram).map(quoted).join(' AND ')
}
