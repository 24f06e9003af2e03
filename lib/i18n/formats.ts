import { singleton } from '#lib/kernel/singleton.ts'

/**
 * How a language writes moments: the runtime's own format, which is made once. To make one takes as long as
 * to write sixty moments with it, and a page may have a hundred.
 * @param language tag of a language
 * @param options of the format: of the program's own, not a visitor's, since each is remembered
 */
export function dateFormat(
  language: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = `date-format ${language} ${JSON.stringify(options)}`
  return singleton(key, () => new Intl.DateTimeFormat(language, options))
}
