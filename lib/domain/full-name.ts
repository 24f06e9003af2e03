/** Whose name is shown; a locale that is not known is '' or absent. */
export interface NamedPerson {
  readonly givenName: string
  readonly middleName?: string
  readonly familyName: string
  /** A BCP 47 tag, such as `hu` or `zh-Hant-TW`. */
  readonly locale?: string
}

/** Languages in which the family name comes first; in Vietnamese the middle name follows it. */
const familyFirst = ['ja', 'zh', 'ko', 'hu', 'vi']
/** Katakana is not among them: it also writes foreign names, in their own order. */
const eastAsianName = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{M}々]+$/u

/**
 * The name of a person in one line, in the order of the person's locale: the family name first in Japanese, Chinese,
 * Korean, Hungarian and Vietnamese. Without a locale the script of the names says so.
 * @returns '' for a person without any name
 */
export function fullName(person: NamedPerson): string {
  const { givenName, middleName = '', familyName } = person
  const names = [givenName, middleName, familyName]
  return ordered(person, names)
    .filter((name) => name.trim() !== '')
    .join(' ')
}

function ordered({ locale = '' }: NamedPerson, names: readonly string[]): readonly string[] {
  const [given = '', middle = '', family = ''] = names
  const language = locale.split(/[-_]/, 1)[0]?.toLowerCase() ?? ''
  if (language === 'vi') return [family, middle, given]
  const isEastAsian = locale === '' && eastAsianName.test(given) && eastAsianName.test(family)
  return familyFirst.includes(language) || isEastAsian ? [family, given, middle] : names
}
