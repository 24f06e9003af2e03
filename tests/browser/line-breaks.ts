import { expect, type Locator } from '@playwright/test'

/** A part of a text where the page shows it, in pixels of the window. */
interface PlacedPart {
  readonly text: string
  readonly left: number
  /** Of each line that it stands on. */
  readonly tops: readonly number[]
}

/**
 * Where the parts of a text stand, in the order in which they are written.
 * @param part matches each; what goes on in another element is another part
 */
export function partsOf(place: Locator, part: RegExp): Promise<PlacedPart[]> {
  return place.evaluate((element, source) => {
    const found: PlacedPart[] = []
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      for (const { 0: text, index } of (node.textContent ?? '').matchAll(new RegExp(source, 'g'))) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + text.length)
        const tops = [...range.getClientRects()].map(({ top }) => Math.round(top))
        const { left } = range.getBoundingClientRect()
        found.push({ text, left, tops: [...new Set(tops)] })
      }
    }
    return found
  }, part.source)
}

/** How many lines a text takes. */
export async function linesOf(place: Locator): Promise<number> {
  return new Set((await partsOf(place, /\S+/)).flatMap(({ tops }) => tops)).size
}

/**
 * The text takes more than one line, and none of its parts does.
 * @param part matches each part, with the sign that ends it
 */
export async function expectWholeParts(place: Locator, part: RegExp): Promise<void> {
  const parts = await partsOf(place, part)
  expect(parts.filter(({ tops }) => tops.length > 1)).toEqual([])
  expect(await linesOf(place)).toBeGreaterThan(1)
}
