import { singleton } from '#lib/base/concurrency/singleton.ts'

/**
 * The date format of a language, cached: creating one takes as long as formatting sixty dates with it, and a page
 * may show a hundred.
 * @param language language tag
 * @param options constants of the program, never a visitor's: each combination is cached for ever
 */
export function dateFormat(
  language: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = `date-format ${language} ${JSON.stringify(options)}`
  return singleton(key, () => new Intl.DateTimeFormat(language, options))
}
