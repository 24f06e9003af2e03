/** A text with the line breaks that a browser's fields hold. Browsers send others, and the API stores any. */
export function withLineFeeds(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n')
}
