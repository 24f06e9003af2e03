/** A text without the line breaks that somebody pasted or typed into it, as an `input` has it. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\r\n]+/g, '')
}
