// Normalizes typed and pasted input for comparison. Pages import this file too, so it stays pure.

const codeLength = 6

/**
 * The form of a password that is checked, hashed and compared: the OpaqueString profile of RFC 8265 section 4.2.2.
 * Every space becomes U+0020, and letters are composed with their marks (NFC). Nothing is trimmed.
 */
export function normalizePassword(password: string): string {
  return password.replaceAll(/\p{Zs}/gu, ' ').normalize('NFC')
}

/**
 * Removes invisible characters from a typed address or search text: category Cf (direction marks, soft hyphens,
 * zero-width characters) anywhere, and white space at both ends.
 */
export function withoutInvisible(typed: string): string {
  return typed.replaceAll(/\p{Cf}/gu, '').trim()
}

/** Invisible characters, except the joiners that some scripts need in words (U+200C, U+200D). */
const unseenInNames = /(?![\u200c\u200d])\p{Cf}/gu

/** Removes invisible characters other than joiners from a name, and white space at both ends. */
export function plainName(name: string): string {
  // Trims last, because an invisible character may precede the white space at an end.
  return name.replaceAll(unseenInNames, '').trim()
}

/**
 * The ASCII digits of a typed one-time code, from any script. In a longer text, the first unbroken run of six digits
 * counts, then the first six digits in groups ("123 456"). Otherwise all digits count.
 * @returns '' without a digit; not always six digits
 */
export function codeDigits(typed: string): string {
  // Marks belong to the digit before them: an emoji's keycap is one.
  const text = asciiDigits(typed.replaceAll(/[\p{Cf}\p{M}]/gu, ''))
  const unbroken = /(?<!\d)\d{6}(?!\d)/.exec(text)
  if (unbroken) return unbroken[0]
  const groups = text.match(/\d+(?:[\s\p{Pd}]\d+)*/gu)?.map((run) => run.replaceAll(/\D/g, ''))
  const grouped = groups?.find((digits) => digits.length === codeLength)
  return grouped ?? halves(text) ?? text.replaceAll(/\D/g, '')
}

/** Two groups of three next to other numbers, as in "30 123 456". */
function halves(text: string): string | undefined {
  return /(?<!\d)(\d{3})[\s\p{Pd}](\d{3})(?!\d)/u.exec(text)?.slice(1).join('')
}

/** Replaces the digits of every script by ASCII digits. */
export function asciiDigits(text: string): string {
  return text.replaceAll(/\p{Nd}/gu, asciiDigit)
}

/** Unicode encodes the ten digits of a script consecutively. */
function asciiDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0
  let zero = point
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return String((point - zero) % 10)
}

/**
 * Normalizes a typed mail code (three letters, three digits): capitals, ASCII digits, and no surrounding or separating
 * characters.
 */
export function mailedCode(typed: string): string {
  const text = asciiDigits(typed.normalize('NFKC')).toUpperCase()
  const kept = withoutInvisible(text).replaceAll(/[\s\p{Pd}]/gu, '')
  const whole = /^[A-Z]{3}\d{3}$/.test(kept)
  const pasted = whole ? null : /(?<![A-Z\d])[A-Z]{3}[\s\p{Pd}]?\d{3}(?![A-Z\d])/u.exec(text)
  return pasted ? pasted[0].replaceAll(/[^A-Z\d]/g, '') : kept
}
