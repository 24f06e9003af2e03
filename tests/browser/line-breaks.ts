import { expect, type Locator } from '@playwright/test'

/**
 * The text takes more than one line, and none of its parts does.
 * @param part matches each part, with the sign that ends it
 */
export async function expectWholeParts(place: Locator, part: RegExp): Promise<void> {
  const lines = await place.evaluate((element, source) => {
    const found: { text: string; tops: number[] }[] = []
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      for (const { 0: text, index } of (node.textContent ?? '').matchAll(new RegExp(source, 'g'))) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + text.length)
        found.push({ text, tops: [...range.getClientRects()].map(({ top }) => Math.round(top)) })
      }
    }
    return found
  }, part.source)
  expect(lines.filter(({ tops }) => new Set(tops).size > 1)).toEqual([])
  expect(new Set(lines.flatMap(({ tops }) => tops)).size).toBeGreaterThan(1)
}
