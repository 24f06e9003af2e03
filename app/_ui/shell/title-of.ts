/** The title of a document, from the page to the installation: many tabs show the beginning only. */
export function titleOf(...parts: readonly string[]): string {
  return parts.join(' · ')
}
