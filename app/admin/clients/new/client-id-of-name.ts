/** Letters that are no base letter with a mark. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
}

const maxCharacters = 38
const minCharacters = 3

/**
 * Makes a client ID of an application's name: small letters, digits and hyphens. '' for a name without any Latin letter,
 * for which the administrator chooses one.
 */
export function clientIdOfName(name: string): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[ßæœøđðþłı]/g, (letter) => letters[letter] ?? letter)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
  const words = plain.match(/[a-z0-9]+/g)?.join('-') ?? ''
  if (words === '') return ''
  const id = /^[a-z]/.test(words) && words.length >= minCharacters ? words : `app-${words}`
  return id.slice(0, maxCharacters).replace(/-+$/, '')
}
