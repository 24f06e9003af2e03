/** Removes line breaks from a text, as an `input` does. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\r\n]+/g, '')
}
