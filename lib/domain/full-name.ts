/** A person to name; an unknown locale is '' or absent. */
export interface NamedPerson {
  readonly givenName: string
  readonly middleName?: string
  readonly familyName: string
  /** A BCP 47 tag, such as `hu` or `zh-Hant-TW`. */
  readonly locale?: string
}

/** Languages that put the family name first; Vietnamese also puts the middle name before the given name. */
const familyFirst = ['ja', 'zh', 'ko', 'hu', 'vi']
/** Without Katakana, which also writes foreign names in their own order. */
const eastAsianName = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{M}々]+$/u

/**
 * Formats a person's name in one line, in the order of the person's locale. The family name comes first in Japanese,
 * Chinese, Korean, Hungarian and Vietnamese. Without a locale, the script of the names decides.
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
