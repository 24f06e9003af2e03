// What people type and paste, brought into the form that is compared. Pure: pages import this file too.

/** How many digits a one-time code has. */
const codeLength = 6

/**
 * A password as it is judged, hashed and compared: the OpaqueString profile of RFC 8265 section 4.2.2, which maps every
 * space to U+0020 and composes letters with their marks (NFC). Nothing is trimmed.
 */
export function normalizePassword(password: string): string {
  return password.replaceAll(/\p{Zs}/gu, ' ').normalize('NFC')
}

/**
 * A typed address or search text without what nobody sees: characters of category Cf (direction marks, soft
 * hyphens, zero-width characters) anywhere, and white space at the ends.
 */
export function withoutInvisible(typed: string): string {
  return typed.replaceAll(/\p{Cf}/gu, '').trim()
}

/**
 * The digits of a one-time code in ASCII, whatever script they were typed in. Of a longer text the first unbroken
 * six digits count, then the first six in groups ("123 456"); of anything else all digits.
 * @returns '' where there is no digit; not always six digits
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

/** Two groups of three beside other numbers, as in "30 123 456". */
function halves(text: string): string | undefined {
  return /(?<!\d)(\d{3})[\s\p{Pd}](\d{3})(?!\d)/u.exec(text)?.slice(1).join('')
}

/** A text with the digits of every script as ASCII's. */
export function asciiDigits(text: string): string {
  return text.replaceAll(/\p{Nd}/gu, asciiDigit)
}

/** Unicode keeps the ten digits of a script together, in their order. */
function asciiDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0
  let zero = point
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return String((point - zero) % 10)
}

/**
 * A mailed code (three letters, three digits) as it was made: in capitals, with ASCII digits, and without what
 * stands around it or between its characters.
 */
export function mailedCode(typed: string): string {
  const text = asciiDigits(typed.normalize('NFKC')).toUpperCase()
  const kept = withoutInvisible(text).replaceAll(/[\s\p{Pd}]/gu, '')
  const whole = /^[A-Z]{3}\d{3}$/.test(kept)
  const pasted = whole ? null : /(?<![A-Z\d])[A-Z]{3}[\s\p{Pd}]?\d{3}(?![A-Z\d])/u.exec(text)
  return pasted ? pasted[0].replaceAll(/[^A-Z\d]/g, '') : kept
}
