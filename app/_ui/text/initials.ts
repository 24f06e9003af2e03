interface Named {
  readonly givenName?: string
  readonly familyName?: string
}

/** Scripts whose names are written family name first and without spaces; one character stands for the name. */
const oneCharacter = /^\p{Script=Han}|^\p{Script=Hiragana}|^\p{Script=Katakana}|^\p{Script=Hangul}/u

/** One or two letters that stand for a person: of the names, or else of the email address. */
export function initialsOf({ givenName = '', familyName = '' }: Named, email: string): string {
  const [given, family] = [firstLetter(givenName), firstLetter(familyName)]
  if (oneCharacter.test(family)) return family
  return `${given}${family}` || firstLetter(email)
}

function firstLetter(text: string): string {
  const [first] = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text.trim())
  return first?.segment.toLocaleUpperCase('en') ?? ''
}

const tints = 8

/** The tint of a picture without an image: always the same for one id. */
export function tintOf(id: string): number {
  let sum = 0
  for (const letter of id) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521
  return sum % tints
}
