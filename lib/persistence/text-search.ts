import type { Provider } from './client.ts'
import { Prisma } from './generated/sqlite/client.ts'

/** No searched column may hold more characters: a longer text is found nowhere. */
const maxQueryLength = 300

/**
 * The condition "one of the columns contains this text", whatever the case of its letters; nothing in
 * the text is a wildcard.
 * @param columns trusted column names
 * @param query what a person typed; '' is contained in everything
 */
export function containsText(
  provider: Provider,
  columns: readonly string[],
  query: string,
): Prisma.Sql {
  if (query === '') return Prisma.sql`TRUE`
  // PostgreSQL refuses texts with NUL, and SQLite patterns of some 50,000 bytes.
  if (query.length > maxQueryLength || query.includes('\0')) return Prisma.sql`FALSE`
  const conditions = columns.map((column) =>
    provider === 'postgresql'
      ? Prisma.sql`${Prisma.raw(column)} ~ ${regularExpression(query)}`
      : Prisma.sql`${Prisma.raw(column)} GLOB ${globPattern(query)}`,
  )
  return Prisma.sql`(${Prisma.join(conditions, ' OR ')})`
}

/**
 * `ILIKE` folds the letters of the database's locale, which may be ASCII's only. A list of characters
 * for each place finds the cases of every letter in any database.
 */
function regularExpression(query: string): string {
  return Array.from(query, (character) => {
    const variants = casesOf(character)
    if (variants.length > 1) return `[${variants.join('')}]`
    return /[!-/:-@[-`{-~]/.test(character) ? `\\${character}` : character
  }).join('')
}

/** SQLite's `LIKE` folds ASCII letters only; `GLOB` takes a list of characters for each place. */
function globPattern(query: string): string {
  const places = Array.from(query, (character) => {
    const variants = casesOf(character)
    return variants.length > 1 || /[*?[]/.test(character) ? `[${variants.join('')}]` : character
  })
  return `*${places.join('')}*`
}

/** The character in each of its cases that is one character too. */
function casesOf(character: string): string[] {
  const cases = [character, character.toLowerCase(), character.toUpperCase()]
  return [...new Set(cases.filter((one) => Array.from(one).length === 1))]
}
