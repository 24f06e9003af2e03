/** docs/specification.md "Limits" */
const maxDescriptionBytes = 512

/**
 * Makes a text valid for `error_description`. Each code point outside the character set of RFC 6749 (0x20-0x21,
 * 0x23-0x5B, 0x5D-0x7E) becomes one `?`. A text over 512 bytes is cut to exactly 512, ending in three dots. The
 * function is idempotent.
 */
export function conformDescription(text: string): string {
  const conforming = text.replaceAll(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/gu, '?')
  if (conforming.length <= maxDescriptionBytes) return conforming
  return `${conforming.slice(0, maxDescriptionBytes - 3)}...`
}

/** True for a text without line breaks and other control characters (C0, DEL, C1, U+2028, U+2029). */
export function isOneLine(text: string): boolean {
  return !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)
}

/** The length in code points, so that an emoji counts as one. */
export function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/** The first `max` code points; never splits a surrogate pair. */
export function cutCodePoints(text: string, max: number): string {
  if (text.length <= max) return text
  let end = 0
  let count = 0
  for (const character of text) {
    if (++count > max) break
    end += character.length
  }
  return text.slice(0, end)
}

/** The longest beginning of at most `max` bytes in UTF-8; never splits a code point. */
export function cutBytes(text: string, max: number): string {
  // A UTF-16 code unit takes at most three bytes.
  if (text.length * 3 <= max) return text
  return text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(max)).read)
}

/**
 * The words of a list parameter (RFC 6749 section 3.3). Only blanks, tabs and line ends separate words. Other Unicode
 * white space is part of a word, as it is for other readers of the list.
 * @param text as sent; undefined or blank gives no words
 */
export function splitWords(text: string | undefined): string[] {
  return (text ?? '').split(/[\t\n\r ]+/).filter((word) => word !== '')
}

/** The text without slashes at its end. A pattern such as `/\/+$/` takes quadratic time for slashes elsewhere. */
export function withoutFinalSlashes(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end--
  return text.slice(0, end)
}

/**
 * Whether a text contains `sought` more than `most` times. The scan stops there.
 * @param sought not empty
 */
export function occursMoreThan(most: number, text: string, sought: string): boolean {
  let count = 0
  for (let at = text.indexOf(sought); at !== -1; at = text.indexOf(sought, at + sought.length)) {
    count++
    if (count > most) return true
  }
  return false
}
