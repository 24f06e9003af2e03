/** Characters that move the cursor, erase text or reverse its direction; line feeds and tabs are allowed. */
const commandsOfTerminals =
  /(?![\n\t])[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Escapes terminal control characters in a text. */
export function printable(text: string): string {
  return text.replace(
    commandsOfTerminals,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
