import type { Part } from '#lib/base/text/matches.ts'

/** A text in which nothing is marked. */
export function plainParts(text: string): readonly Part[] {
  return [{ text, isMatch: false }]
}
