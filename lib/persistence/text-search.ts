import { withoutInvisible } from '#lib/kernel/typed.ts'
import { caseVariants } from './case-folding.ts'
import type { Provider } from './client.ts'
import { Prisma } from './generated/sqlite/client.ts'

/** What may stand at each place of a text that is looked for: a character in each of its cases. */
export type Places = readonly (readonly string[])[]

/** No searched column may hold more characters: a longer text is found nowhere. */
const maxQueryLength = 300

/**
 * The condition "one of the columns contains this text", whatever the case of its letters; nothing in
 * the text is a wildcard.
 * @param columns trusted column names
 * @param typed by a person; invisible marks and white space at the ends do not count; '' is contained in everything
 */
export function containsText(
  provider: Provider,
  columns: readonly string[],
  typed: string,
): Prisma.Sql {
  const query = withoutInvisible(typed)
  if (query === '') return Prisma.sql`TRUE`
  if (!isSearchable(query)) return Prisma.sql`FALSE`
  const places = Array.from(query, caseVariants)
  const conditions = columns.map((column) => containsPlaces(provider, column, places))
  return Prisma.sql`(${Prisma.join(conditions, ' OR ')})`
}

/** False for what no column holds; PostgreSQL refuses texts with NUL, and SQLite very long patterns. */
export function isSearchable(query: string): boolean {
  return query.length <= maxQueryLength && !query.includes('\0')
}

/** The condition "the column contains, one after the other, a character of each place". */
export function containsPlaces(provider: Provider, column: string, places: Places): Prisma.Sql {
  const name = Prisma.raw(column)
  if (provider === 'sqlite') return Prisma.sql`${name} GLOB ${globPattern(places)}`
  // Three times as quick as an expression, where there is nothing to choose from.
  return isPlain(places)
    ? Prisma.sql`strpos(${name}, ${places.join('')}) > 0`
    : Prisma.sql`${name} ~ ${regularExpression(places)}`
}

/** True when there is one character for each place. */
export function isPlain(places: Places): boolean {
  return places.every((cases) => cases.length === 1)
}

/**
 * `ILIKE` folds the letters of the database's locale, which may be ASCII's only. A list of characters
 * for each place finds the cases of every letter in any database.
 */
export function regularExpression(places: Places): string {
  return places
    .map(([character = '', ...others]) => {
      if (others.length > 0) return `[${character}${others.join('')}]`
      return /[!-/:-@[-`{-~]/.test(character) ? `\\${character}` : character
    })
    .join('')
}

/** SQLite's `LIKE` folds ASCII letters only; `GLOB` takes a list of characters for each place. */
function globPattern(places: Places): string {
  const lists = places.map((cases) => {
    const characters = cases.join('')
    return cases.length > 1 || /[*?[]/.test(characters) ? `[${characters}]` : characters
  })
  return `*${lists.join('')}*`
}
