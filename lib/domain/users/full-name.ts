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

export type NamePart = 'givenName' | 'middleName' | 'familyName'

/**
 * Formats a person's name in one line, in the order of the person's locale.
 * @returns '' for a person without any name
 */
export function fullName(person: NamedPerson): string {
  return nameOrder(person)
    .map((part) => person[part] ?? '')
    .filter((name) => name.trim() !== '')
    .join(' ')
}

/**
 * The order of a person's names. The family name comes first in Japanese, Chinese, Korean, Hungarian and Vietnamese.
 * Without a locale, the script of the names decides.
 */
export function nameOrder({
  givenName,
  familyName,
  locale = '',
}: NamedPerson): readonly NamePart[] {
  const language = locale.split(/[-_]/, 1)[0]?.toLowerCase() ?? ''
  if (language === 'vi') return ['familyName', 'middleName', 'givenName']
  const isEastAsian = locale === '' && [givenName, familyName].every((n) => eastAsianName.test(n))
  return familyFirst.includes(language) || isEastAsian
    ? ['familyName', 'givenName', 'middleName']
    : ['givenName', 'middleName', 'familyName']
}
