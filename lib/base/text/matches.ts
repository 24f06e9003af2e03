import { foldText } from './folding.ts'

/** A part of a text, which a searched word may match. */
export interface Part {
  readonly text: string
  readonly isMatch: boolean
}

/** A letter with its accents is one. */
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

const wordsOf = (typed: string) => foldText(typed).split(/\s+/).filter(Boolean)

/**
 * How well a record matches a search that found it; less is better.
 * 0: it is called exactly so; 1: a name begins with it; 2: each word begins a word of a name; 3: it is somewhere.
 */
export function rankOf(names: readonly string[], typed: string): number {
  const sought = wordsOf(typed).join(' ')
  const folded = names.map((name) => wordsOf(name).join(' '))
  if (folded.includes(sought)) return 0
  if (folded.some((name) => name.startsWith(sought))) return 1
  const beginnings = folded.flatMap((name) => name.split(/[\s@.:_-]+/))
  const areBeginnings = wordsOf(typed).every((word) =>
    beginnings.some((beginning) => beginning.startsWith(word)),
  )
  return areBeginnings ? 2 : 3
}

/** A text in parts, so that a page can mark what a search found in it: case and accents do not count. */
export function markedParts(text: string, typed: string): Part[] {
  const characters = [...graphemes.segment(text)].map(({ segment }) => segment)
  const folded = characters.map(foldText)
  const isMatch = new Array<boolean>(characters.length).fill(false)
  for (const word of wordsOf(typed)) {
    const [start, end] = placeOf(word, folded) ?? [0, 0]
    isMatch.fill(true, start, end)
  }
  const parts: { text: string; isMatch: boolean }[] = []
  for (const [i, character] of characters.entries()) {
    const last = parts.at(-1)
    if (last && last.isMatch === isMatch[i]) last.text += character
    else parts.push({ text: character, isMatch: isMatch[i] === true })
  }
  return parts
}

/** The characters of a word: those at the beginning of a word before others. */
function placeOf(word: string, folded: readonly string[]): [number, number] | null {
  const whole = folded.join('')
  const from = atWordStart(word, whole) ?? whole.indexOf(word)
  if (from < 0) return null
  const start = characterAt(from, folded)
  return [start, characterAt(from + word.length - 1, folded) + 1]
}

function atWordStart(word: string, whole: string): number | null {
  for (let at = whole.indexOf(word); at >= 0; at = whole.indexOf(word, at + 1)) {
    if (!/[\p{L}\p{N}]$/u.test(whole.slice(0, at))) return at
  }
  return null
}

/** The character whose folded form stands at a place of all folded characters together. */
function characterAt(place: number, folded: readonly string[]): number {
  let length = 0
  for (const [i, { length: more }] of folded.entries()) {
    length += more
    if (place < length) return i
  }
  return folded.length - 1
}
