import { sql } from 'kysely'
import { withoutInvisible } from '#lib/base/text/typed.ts'
import type { Provider } from '../database/provider.ts'
import type { Sql } from '../database/tables.ts'
import { caseVariants } from './case-folding.ts'

/** The accepted characters at each position of a searched text: a character in each of its cases. */
export type Places = readonly (readonly string[])[]

/** In characters. Searched columns hold no longer text, so a longer query matches nothing. */
const maxQueryLength = 300

/**
 * The condition that one of the columns contains a text, ignoring case. The text has no wildcards.
 * @param columns trusted column names
 * @param typed user input, whose invisible characters and surrounding white space are ignored; '' matches everything
 */
export function containsText(provider: Provider, columns: readonly string[], typed: string): Sql {
  const query = withoutInvisible(typed)
  if (query === '') return sql`TRUE`
  if (!isSearchable(query)) return sql`FALSE`
  const places = Array.from(query, caseVariants)
  const conditions = columns.map((column) => containsPlaces(provider, column, places))
  return sql`(${sql.join(conditions, sql` OR `)})`
}

/** False for a text that no column can contain. PostgreSQL refuses NUL, and SQLite refuses very long patterns. */
export function isSearchable(query: string): boolean {
  return query.length <= maxQueryLength && !query.includes('\0')
}

/** The condition that a column contains a character of each position, consecutively. */
export function containsPlaces(provider: Provider, column: string, places: Places): Sql {
  const name = sql.raw(column)
  if (provider === 'sqlite') return sql`${name} GLOB ${globPattern(places)}`
  // Three times as fast as a regular expression when there are no alternatives.
  return isPlain(places)
    ? sql`strpos(${name}, ${places.join('')}) > 0`
    : sql`${name} ~ ${regularExpression(places)}`
}

/** True when every position has a single character. */
function isPlain(places: Places): boolean {
  return places.every((cases) => cases.length === 1)
}

/**
 * `ILIKE` folds the letters of the database's locale, possibly only ASCII. A character list per position covers all
 * cases in any database.
 */
function regularExpression(places: Places): string {
  return places
    .map(([character = '', ...others]) => {
      if (others.length > 0) return `[${character}${others.join('')}]`
      return /[!-/:-@[-`{-~]/.test(character) ? `\\${character}` : character
    })
    .join('')
}

/** SQLite's `LIKE` folds only ASCII letters; `GLOB` accepts a character list per position. */
function globPattern(places: Places): string {
  const lists = places.map((cases) => {
    const characters = cases.join('')
    return cases.length > 1 || /[*?[]/.test(characters) ? `[${characters}]` : characters
  })
  return `*${lists.join('')}*`
}
