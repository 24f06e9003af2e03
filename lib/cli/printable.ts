/** What moves the cursor, erases or turns the order of letters round; lines may end. */
const commandsOfTerminals =
  /(?![\n\t])[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** A text for a terminal: what would command it instead of being shown is written as an escape. */
export function printable(text: string): string {
  return text.replace(
    commandsOfTerminals,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
