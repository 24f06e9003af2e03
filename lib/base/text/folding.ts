/** Letters that Unicode does not decompose into a base letter and a mark, although people type them without it. */
const baseLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  ð: 'd',
  ø: 'o',
  þ: 'th',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ĸ: 'k',
  ł: 'l',
  ŋ: 'n',
  œ: 'oe',
  ŧ: 't',
  ɓ: 'b',
  ɗ: 'd',
  ƙ: 'k',
  ƴ: 'y',
  ς: 'σ',
}

/** In these scripts, marks are accents. In others, marks are vowels or make another letter (Japanese). */
const accents =
  /(?![\u3099\u309a])[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Cyrillic}\p{Script=Syriac}]/u

/**
 * Normalizes a text for search: no case, accents, invisible characters or Unicode variants; apostrophes and hyphens
 * become ASCII. Lower-case ASCII stays unchanged.
 */
export function foldText(text: string): string {
  return text
    .replaceAll(/[\u2018\u2019\u02b9\u02bb\u02bc\u2032\u00b4]/g, "'")
    .normalize('NFKD')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}\u0640]/gu, (mark) => (isKept(mark) ? mark : ''))
    .replaceAll(/[ßæðøþđħıĸłŋœŧɓɗƙƴς]/g, (letter) => baseLetters[letter] ?? letter)
    .replaceAll(/\p{Pd}/gu, '-')
    .normalize('NFC')
}

/** True when a text contains every word of a search, in any order, after `foldText`. */
export function hasWords(text: string, typed: string): boolean {
  return wordFinder(typed)(text)
}

/** As `hasWords`, for many texts. */
export function wordFinder(typed: string): (text: string) => boolean {
  const words = foldText(typed).split(/\s+/)
  return (text) => {
    const folded = foldText(text)
    return words.every((word) => folded.includes(word))
  }
}

function isKept(mark: string): boolean {
  return /\p{M}/u.test(mark) && !accents.test(mark)
}
