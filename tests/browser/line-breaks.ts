import { expect, type Locator } from '@playwright/test'

/** A part of a text and its position, in window pixels. */
interface PlacedPart {
  readonly text: string
  readonly left: number
  /** One for each line of the part. */
  readonly tops: readonly number[]
}

/**
 * Positions of a text's parts, in reading order.
 * @param part matches each part; a part ends with its element
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

export async function linesOf(place: Locator): Promise<number> {
  return new Set((await partsOf(place, /\S+/)).flatMap(({ tops }) => tops)).size
}

/**
 * The text wraps, but none of its parts does.
 * @param part matches each part, including the character that ends it
 */
export async function expectWholeParts(place: Locator, part: RegExp): Promise<void> {
  const parts = await partsOf(place, part)
  expect(parts.filter(({ tops }) => tops.length > 1)).toEqual([])
  expect(await linesOf(place)).toBeGreaterThan(1)
}
